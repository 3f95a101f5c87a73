# The ids of real databases, and those in the CSV of the samples: all are read. JSON, also of real
# exports: test/t/migration.pl.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $real = $ENV{OBJECTID_DATA} || "$top/../shared/data";

# Real data is not ours to publish.
my $has_real = -e "$real/real_oids.txt";
note("no real ids in $real: name the folder in OBJECTID_DATA") unless $has_real;

my $node = start_server('main');
sql('CREATE EXTENSION objectid');

foreach my $csv (sort glob "$top/test/data/*.csv")
{
	my ($header, @lines) = split /\n/, slurp_file($csv);
	my $columns = join ', ',
	  map { qq("$_" ) . (/^(?:_id|customer)$/ ? 'objectid' : 'text') } split /,/, $header;
	my ($name) = $csv =~ m{([^/]+)$};
	# The id of the document comes first in each line; an empty cell is NULL.
	is(sql(qq{
CREATE TEMP TABLE documents ($columns);
\\copy documents FROM '$csv' (FORMAT csv, HEADER)
SELECT _id FROM documents}),
		join("\n", map { /^ObjectId\(([0-9a-f]{24})\),/ } @lines), "$name is read whole");
	cmp_ok(scalar @lines, '>=', 20, "$name has documents");
}

SKIP:
{
	skip "no real ids in $real", 1 unless $has_real;

	my @oids = split /\n/, slurp_file("$real/real_oids.txt");
	is(sql(qq{
CREATE TABLE oids (n serial, id objectid PRIMARY KEY);
\\copy oids (id) FROM '$real/real_oids.txt'
SELECT id FROM oids ORDER BY n}),
		join("\n", @oids), scalar(@oids) . ' real ids are read and written');

	# Seconds of the id, and times that the documents themselves say. Class near: within 2 s.
	is(sql(qq{
CREATE TEMP TABLE created
	(id objectid, unix_s bigint, created_ms bigint, delta_ms bigint, class text, source text);
\\copy created FROM '$real/real_oid_created.csv' (FORMAT csv, HEADER)
SELECT count(*) > 800, count(*) FILTER (WHERE objectid_timestamp(id) <> to_timestamp(unix_s))
FROM created;
SELECT count(*) > 300,
	count(*) FILTER (WHERE objectid_timestamp(id) <> to_timestamp(created_ms / 1000))
FROM created WHERE class = 'near'}),
		"t|0\nt|0", 'the second of an id is that of the document');
}

$node->stop;
done_testing();
