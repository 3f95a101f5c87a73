# More ids in one session than the counter has values: it goes round, and the ids stay distinct.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION objectid');

# In one pass and without a table; only the sort for DISTINCT goes to disk, about 350 MB. Without an
# order of its own, a window sees the ids in the order of creation.
my $ids = 17_500_000;
my ($distinct, $rounds, $disorder, $strangers) = split /\|/, $node->safe_psql(
	'postgres', qq{
SET work_mem = '64MB';
WITH made AS (
	SELECT gen_objectid() AS id FROM generate_series(1, $ids)
), compared AS (
	SELECT id, lag(id) OVER () AS before,
		substring(id::bytea FROM 5 FOR 5) AS middle, substring(id::bytea FROM 10) AS counter
	FROM made
)
SELECT count(DISTINCT id),
	count(*) FILTER (WHERE counter = '\\x000000'),
	count(*) FILTER (WHERE id <= before AND counter <> '\\x000000'),
	count(*) FILTER (WHERE middle <> substring(before::bytea FROM 5 FOR 5))
FROM compared;
});
is($distinct, $ids, "$ids ids of one session are distinct");
like($rounds, qr/^[12]$/, 'the counter has come to zero');
is($disorder, 0, 'ids rise but there');
is($strangers, 0, 'the five random bytes never change');

$node->stop;
done_testing();
