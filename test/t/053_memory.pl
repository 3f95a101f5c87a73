# No function leaks, and a session's generators stay small.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use POSIX ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

plan skip_all => 'needs /proc/PID/smaps_rollup' unless -r "/proc/$$/smaps_rollup";

# Without huge pages, two megabytes each: prctl(PR_SET_THP_DISABLE), which the server inherits
syscall({ x86_64 => 157, aarch64 => 167 }->{ (POSIX::uname())[4] } // 0x7fffffff, 41, 1, 0, 0, 0);

my $calls = 4_000_000;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "max_parallel_workers_per_gather = 0\nwork_mem = 4MB\njit = off");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION objectid');

# Every function that an expression can call. Four million calls of each share a session; one that left
# as little as a byte behind would show as four megabytes.
my @calls = (
	'gen_objectid()', 'gen_objectid(t)', 'objectid_generator()', 'objectid_timestamp(o)', 'objectid_min(t)',
	'objectid_max(t)', 'o::text', 'o::text::objectid', 'o::bytea::objectid', 'o::uuid::objectid',
	'o < o', 'o = o', 'objectid_cmp(o, o)', 'objectid_hash(o)', 'objectid_hash_extended(o, 1)',
	'objectid_send(o)', 'o < t', 't >= o', 'o <@ r', 'objectid_lower(objectid_internal_before(t))', 'u < t', 't >= u', 'u <@ r',
	'objectid_upper(r)', 'uuid_v6()', 'uuid_v7()', 'uuid_v6(t)', 'uuid_v7(t)', 'uuid_v8(b)',
	'uuid_v6_timestamp(u)', 'uuid_v7_timestamp(u)', 'uuid_v7_min(t)', 'uuid_v6_max(t)',
	'uuid_v7_within(u, r)', 'uuid_v6_to_v1(uuid_v1_to_v6(v1))', 'u::uuidv7',
	'uuid_v7_draft01()', q{uuid_v7_draft01('ns')}, 'uuid_v8_draft01(60)',
	'uuid_v7_draft01_timestamp(u)', 'gen_random_digits(12)');
# These go through the parser of jsonb, or compute hashes, and are slow: a tenth of the calls, and a
# four-hundredth.
my @slow =
  ('objectid_to_jsonb(o)', 'objectid_to_jsonb(ARRAY[o])', 'objectid_to_jsonb(o)::objectid');
my @slowest = (q{permute_digits(1, 6, b)}, q{unpermute_digits(1, 1, o::bytea)});

sub grown
{
	my ($number, @list) = @_;
	my $counts = join ', ', map { "count($_)" } @list;
	my $query = sub {
		my ($rows) = @_;
		# A table of few rows read again and again: a function scan of millions would itself grow.
		return qq{
SELECT $counts FROM (VALUES (1)) AS once,
	LATERAL (SELECT o, t, u, v1, b, r FROM samples, tens a, tens b, tens c, tens d, tens e
		LIMIT $rows) AS s};
	};
	my $out = $node->safe_psql(
		'postgres', q{
CREATE TEMP TABLE samples AS SELECT gen_objectid() AS o, now() AS t, uuid_v7() AS u,
	'c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid AS v1, decode(repeat('ab', 16), 'hex') AS b,
	tstzrange(now() - interval '1 day', now()) AS r FROM generate_series(1, 100);
CREATE TEMP TABLE tens AS SELECT FROM generate_series(1, 10);
SELECT pg_read_file('/proc/self/smaps_rollup') WHERE false;
\o /dev/null
}
		  . $query->(1000) . q{;
\o
SELECT substring(pg_read_file('/proc/self/smaps_rollup') FROM 'Anonymous: +(\d+)');
\o /dev/null
} . $query->($number) . q{;
\o
SELECT substring(pg_read_file('/proc/self/smaps_rollup') FROM 'Anonymous: +(\d+)');
});
	my ($before, $after) = split /\n/, $out;
	return ($after - $before) * 1024;
}

for (([ $calls, @calls ]), ([ $calls / 10, @slow ]), ([ $calls / 400, @slowest ]))
{
	my ($number, @list) = @$_;
	my $grown = grown($number, @list);
	cmp_ok($grown, '<', 2 * 1024 * 1024,
		"a session grows by $grown bytes over $number calls of each of " . scalar(@list) . ' functions');
}

$node->stop;
done_testing();
