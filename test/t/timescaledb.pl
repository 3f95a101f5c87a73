# TimescaleDB: hypertables that are split by the time in the id alone. Queries return what they
# return for a plain table, whatever chunks are excluded, and drop_chunks removes the right rows.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

plan skip_all => 'the server has no TimescaleDB' if !-e "$pkglibdir/timescaledb.so";

my $node = start_server('timescaledb', <<'CONF');
shared_preload_libraries = 'timescaledb'
timescaledb.telemetry_level = off
timescaledb.max_background_workers = 0
timezone = 'UTC'
jit = off
CONF

sql('CREATE EXTENSION objectid; CREATE EXTENSION timescaledb;');
note 'TimescaleDB ' . sql("SELECT extversion FROM pg_extension WHERE extname = 'timescaledb'");

# Older ones do not know uuid as a type of time; there our function tells it.
my $native = error_of(q{
CREATE TABLE probe (id uuid PRIMARY KEY);
SELECT create_hypertable('probe', by_range('id'))}) !~ /invalid type for dimension/;
sql('DROP TABLE IF EXISTS probe');
note $native ? 'uuid is native' : 'uuid by partition_func';

doc_examples::check($node, 'doc/other-extensions.md',
	section => qr/^TimescaleDB/, database => 'guide');

# -- Tables ----------------------------------------------------------------------------------------

# Twelve days in chunks of one, at 0:00:00 sharp and around it, where a chunk ends, and every ten
# minutes.
my $by_time = $native ? '' : ", partition_func => 'uuid_v7_timestamp'";
sql(<<"SQL");
CREATE TABLE source AS
    SELECT n, t FROM generate_series(0, 1727) n,
        LATERAL (SELECT timestamptz '2020-01-01' + n * interval '10 minutes' AS t) s
    UNION ALL SELECT 10000 + 10 * n + i, timestamptz '2020-01-01' + n * interval '1 day' + around
        FROM generate_series(1, 11) n, unnest('{-1 second,-1 millisecond,0,1 millisecond,
            999 milliseconds,1 second}'::interval[]) WITH ORDINALITY s (around, i);
CREATE TABLE plain_objectid AS SELECT n, gen_objectid(t) AS id FROM source;
CREATE TABLE plain_uuid AS SELECT n, uuid_v7(t) AS id FROM source;
CREATE TABLE hyper_objectid (n int, id objectid PRIMARY KEY DEFAULT gen_objectid());
CREATE TABLE hyper_uuid (n int, id uuid PRIMARY KEY DEFAULT uuid_v7());
SELECT create_hypertable('hyper_objectid',
    by_range('id', interval '1 day', partition_func => 'objectid_timestamp'));
SELECT create_hypertable('hyper_uuid', by_range('id', interval '1 day'$by_time));
INSERT INTO hyper_objectid TABLE plain_objectid;
INSERT INTO hyper_uuid TABLE plain_uuid;
ALTER TABLE plain_objectid ADD PRIMARY KEY (id);
ALTER TABLE plain_uuid ADD PRIMARY KEY (id);
ANALYZE;
SQL

sub chunks { return sql("SELECT count(*) FROM show_chunks('hyper_$_[0]')") }

for my $type (qw(objectid uuid))
{
	is(chunks($type), '12', "$type: a chunk for each day");
	is(sql("SELECT count(*) FROM (SELECT h.tableoid, date_trunc('day', t)
			FROM hyper_$type h JOIN source USING (n) GROUP BY 1, 2) s"),
		'12', "$type: every row is in the chunk of its day");
}

# -- Queries ---------------------------------------------------------------------------------------

# Every predicate at every time where a chunk may end, against the plain table: constants, and times
# that are known when the query starts, or at each row.
my @times = map {
	my $day = $_;
	map { "2020-01-$day $_" } qw(00:00:00 00:00:00.0005 00:00:00.999999 00:00:01 13:20:00.5)
} '01', '02', '07', '12', '13';
my %predicates = (
	objectid => [
		(map { "id $_ TIME" } qw(< <= >= >)), 'TIME > id',
		"objectid_within(id, tstzrange(TIME, TIME + interval '1 day'))",
		"objectid_within(id, tstzrange(TIME - interval '1 day', TIME, '(]'))" ],
	uuid => [
		'uuid_v7_within(id, tstzrange(TIME, NULL))',
		"uuid_v7_within(id, tstzrange(NULL, TIME, '[]'))",
		"uuid_v7_within(id, tstzrange(TIME - interval '1 day', TIME))",
		'id >= uuid_v7_min(TIME)', 'id < uuid_v7_min(TIME)',
		'id <= uuid_v7_max(TIME)', 'id > uuid_v7_max(TIME)' ]);

# What the tables of a type answer to a predicate: by constants, when the query starts, in a
# sub-select, as a parameter of a generic plan, and at each row of a join.
sub questions
{
	my ($table, $predicate) = @_;
	my $says = sub { $predicate =~ s/TIME/$_[0]/gr };
	my $sums = "SELECT count(*) || ' ' || coalesce(sum(n), 0) FROM";
	my $values = join ', ', map { "(timestamptz '$_')" } @times;
	my @questions = "$sums (VALUES $values) v (t) JOIN $table ON " . $says->('t');
	for my $time (map { "timestamptz '$_'" } @times)
	{
		push @questions, map { "$sums $table WHERE " . $says->($_) } $time,
		  "(now() + ($time - now()))", "(SELECT $time)";
		push @questions, "SET plan_cache_mode = force_generic_plan;
			PREPARE q(timestamptz) AS $sums $table WHERE ${\ $says->('$1')}; EXECUTE q($time);
			DEALLOCATE q; RESET plan_cache_mode";
	}
	return @questions;
}

for my $type (qw(objectid uuid))
{
	for my $predicate (@{ $predicates{$type} })
	{
		my @asked = questions("hyper_$type", $predicate);
		my @hyper = split /\n/, sql(join ";\n", @asked);
		my @plain = split /\n/, sql(join ";\n", questions("plain_$type", $predicate));
		is(scalar @hyper, scalar @asked, "$type: $predicate answers every time");
		is_deeply(\@hyper, \@plain, "$type: $predicate answers as for a plain table");
	}
}

sub same_as_plain
{
	my ($name, $query) = @_;
	return is(sql($query), sql($query =~ s/hyper/plain/gr), $name);
}

sub scanned
{
	my ($query) = @_;
	my $plan = sql("EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) $query");
	my @scans = $plan =~ /on (_hyper_\d+_\d+_chunk\b)(?![^\n]*never executed)/g;
	return scalar(keys %{ { map { $_ => 1 } @scans } });
}

my %within = (
	objectid => "objectid_within(id, tstzrange('2020-01-05', '2020-01-06'))",
	uuid => "uuid_v7_within(id, tstzrange('2020-01-05', '2020-01-06'))");
for my $type (qw(objectid uuid))
{
	my $rows = "SELECT * FROM hyper_$type WHERE";
	my $one = "SELECT id FROM plain_$type WHERE n = 700";
	is(scanned("$rows $within{$type}"), 1, "$type: a constant range of one day reads one chunk");
	is(scanned("$rows id = ($one)"), 12, "$type: a key that is not known yet is looked up in each")
	  if !$native || $type eq 'objectid';
	is(scanned("$rows id = '" . sql($one) . "'"), 1, "$type: a key reads one chunk");
}
# What is not known before the start excludes no chunk by the id alone; the guide says what to add.
my $recent = "now() + (timestamptz '2020-01-11 12:00' - now())";
my $both = "FROM hyper_objectid WHERE id >= $recent AND id::timestamptz >= $recent";
is(scanned("SELECT * $both"), 2, 'objectid: the extracted time excludes chunks at the start');
is(sql("SELECT count(*) $both"),
	sql("SELECT count(*) FROM plain_objectid WHERE id >= $recent"), 'and changes no answer');

# Up to an id, with <= as the guide says.
my @ids = split /\n/, sql('SELECT id FROM plain_objectid WHERE n >= 10000 ORDER BY id');
same_as_plain('id <= X answers as for a plain table',
	join '; ', map { "SELECT count(*) FROM hyper_objectid WHERE id <= '$_'" } @ids);
same_as_plain("$_: the first and the last", "SELECT (SELECT min(id::text) FROM hyper_$_),
	(SELECT id FROM hyper_$_ ORDER BY id DESC LIMIT 1)") for qw(objectid uuid);

# -- Retention -------------------------------------------------------------------------------------

my %before = (
	objectid => "id < timestamptz '2020-01-08'",
	uuid => "uuid_v7_within(id, tstzrange(NULL, '2020-01-08'))");
for my $type (qw(objectid uuid))
{
	my $was = chunks($type);
	is(sql("SELECT count(*) FROM
			drop_chunks('hyper_$type', older_than => timestamptz '2020-01-08')"),
		'7', "$type: seven days are dropped");
	sql("DELETE FROM plain_$type WHERE $before{$type}");
	same_as_plain("$type: which leaves what a DELETE by time leaves",
		"SELECT count(*), md5(string_agg(id::text || n, '' ORDER BY id, n)) FROM hyper_$type");
	is(chunks($type), $was - 7, "$type: and no more than those");
}

# -- Refused ---------------------------------------------------------------------------------------

like(error_of('INSERT INTO hyper_uuid VALUES (1, gen_random_uuid())'),
	qr/returned NULL|not a version 7 UUID/, 'a uuid without a time has no chunk');

$node->stop;
done_testing();
