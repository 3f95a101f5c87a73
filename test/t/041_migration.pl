# The guide from MongoDB to PostgreSQL, and the same steps with real exports, which other programs read back.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../lib";

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use doc_examples;

my $samples = "$FindBin::RealBin/../data";
my $real = $ENV{OBJECTID_DATA} || "$FindBin::RealBin/../../../shared/data";
my $folder = PostgreSQL::Test::Utils::tempdir;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;

# The guide ---------------------------------------------------------------------------------------

# One collection was exported three times, in three styles.
my %style = (customers => ['relaxed'], items => ['canonical'], orders => [ 'spaced', 'canonical', 'relaxed' ]);
my %replace = ("'back.json'" => "'$folder/back.json'", '\g back.json' => "\\g $folder/back.json");
foreach my $collection (sort keys %style)
{
	my $documents = join '', map { slurp_file("$samples/$collection.$_.json") } @{ $style{$collection} };
	append_to_file("$folder/$collection.json", $documents);
	$replace{"'$collection.json'"} = "'$folder/$collection.json'";
	$replace{"'$collection.csv'"} = "'$samples/$collection.csv'";
}
my $superuser = getpwuid($<);
@replace{ 'as postgres', 'OWNER TO postgres' } = ("as $superuser", "OWNER TO $superuser");
doc_examples::check($node, 'doc/migrate-from-mongodb.md', database => 'shop', replace => \%replace);

is( $node->safe_psql('shop', q{
SELECT (SELECT count(*) FROM csv_orders NATURAL JOIN (SELECT id, items, placed, total FROM orders) o),
	(SELECT count(*) FROM csv_orders c JOIN orders o USING (id) WHERE (c.customer, c.note) IS DISTINCT FROM (o.customer, o.note)),
	(SELECT count(*) FROM csv_customers NATURAL JOIN customers)}),
	'200|0|50',
	'CSV and JSON give the same rows');

# A file made by psql -At runs by psql -f.
$node->safe_psql('shop', q{
CREATE TABLE moved (id uuid PRIMARY KEY);
INSERT INTO moved VALUES ('00000000-507f-1f77-bcf8-6cd799439011');
CREATE VIEW moved_view AS SELECT id AS shown FROM moved});
append_to_file("$folder/migration.sql", $node->safe_psql('shop', q{SELECT objectid_conversion('moved', 'id')}) . "\n");
$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$folder/migration.sql", 'shop' ],
	'the statement runs from a file');
is($node->safe_psql('shop', 'SELECT pg_typeof(id), shown FROM moved, moved_view'), 'objectid|507f1f77bcf86cd799439011', 'and convert');

SKIP:
{
	skip 'JSON_TABLE came with PostgreSQL 17', 2 if $node->safe_psql('shop', 'SHOW server_version_num') < 170000;
	my ($json_table) = slurp_file("$FindBin::RealBin/../../doc/migrate-from-mongodb.md") =~ /^(SELECT t\.\* FROM odd_staging, JSON_TABLE.*?;)\n```/ms;
	is($node->safe_psql('shop', $json_table),
		"5d3a0474e756916b49b2e9aa|5a17b9d9ab102555b9c38874\n5d3a0474e756916b49b2e9ab|\n5d3a0474e756916b49b2e9ac|\n|\n|", 'JSON_TABLE of the guide');
	is($node->safe_psql('shop', $json_table =~ s/\."\$oid"//gr =~ s/t\.\*/count(t.id)/r), '0', 'and what it says of the path to the object');
}

# Others read what comes out ------------------------------------------------------------------------

# Each document of a file, as Python's bson reads it: its id, and the seconds in it.
my $reader = <<'PYTHON';
import sys
from bson import json_util
for line in open(sys.argv[1], encoding='utf-8'):
    _id = json_util.loads(line)['_id']
    print(_id, int(_id.generation_time.timestamp()), sep='|')
PYTHON
my ($python) = grep { -x $_ and !system("$_ -c 'from bson import json_util' 2>/dev/null") } '/usr/bin/python3';

sub read_by_python
{
	my ($file) = @_;
	my ($out, $err) = run_command([ $python, '-c', $reader, $file ]);
	diag $err if $err;
	return $out;
}

SKIP:
{
	skip 'python3-pymongo (for its bson) is not installed', 1 unless $python;
	is( read_by_python("$folder/back.json"),
		$node->safe_psql('shop', 'SELECT id, extract(epoch FROM objectid_timestamp(id))::bigint FROM orders ORDER BY id'),
		'the documents that come back have the same ids and times for Python\'s bson');
}

# Real exports ----------------------------------------------------------------------------------------

SKIP:
{
	skip "no real exports in $real: name the folder in OBJECTID_DATA", 1 unless -e "$real/mongoexport_sample.json";

	foreach my $name ('sample', 'sample_canonical', 'sample_spaced')
	{
		my $file = "$real/mongoexport_$name.json";
		$node->safe_psql('shop', qq{
CREATE TABLE $name (n serial, doc jsonb);
\\copy $name (doc) FROM '$file' (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')
CREATE TABLE ${name}_rows AS
	SELECT (doc->'_id')::objectid AS id, mongo_time(doc->'ts') AS ts, mongo_number(doc->'millis') AS millis,
		mongo_number(doc->'student_id') AS student, doc - '_id' AS rest
	FROM $name;
ALTER TABLE ${name}_rows ADD PRIMARY KEY (id);
});
		is( $node->safe_psql('shop', qq{
SELECT count(*) > 0, count(*) FILTER (WHERE r.id IS NULL OR s.doc IS NULL OR s.doc - '_id' <> rest)
FROM $name s FULL JOIN ${name}_rows r ON s.doc->'_id'->>'\$oid' = r.id::text}),
			't|0',
			"mongoexport_$name.json: each document has its row");
		$node->safe_psql('shop', qq{
COPY (SELECT jsonb_build_object('_id', objectid_to_jsonb(r.id)) || rest FROM ${name}_rows r JOIN $name s ON r.id = (s.doc->'_id')::objectid ORDER BY n)
TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02') \\g $folder/$name.json});
		is( $node->safe_psql('shop', qq{
CREATE TEMP TABLE again (n serial, doc jsonb);
\\copy again (doc) FROM '$folder/$name.json' (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')
SELECT count(*) > 0, count(*) FILTER (WHERE a.doc IS DISTINCT FROM s.doc) FROM again a FULL JOIN $name s USING (n)}),
			't|0',
			"mongoexport_$name.json: comes back as it was");

	  SKIP:
		{
			skip 'python3-pymongo (for its bson) is not installed', 1 unless $python;
			my $ids = $node->safe_psql('shop', qq{
SELECT id, extract(epoch FROM objectid_timestamp(id))::bigint FROM ${name}_rows r JOIN $name s ON r.id = (s.doc->'_id')::objectid ORDER BY n});
			is(read_by_python($file), $ids, "mongoexport_$name.json: ids and times as Python's bson has them");
			is(read_by_python("$folder/$name.json"), $ids, "mongoexport_$name.json: and as it has them of what comes back");
		}
	}

	my ($header) = slurp_file("$real/mongoexport_sample.csv") =~ /^(.*)$/m;
	my $columns = join ', ', map { qq("$_" ) . ($_ eq '_id' ? 'objectid PRIMARY KEY' : $_ eq 'ts' ? 'timestamptz' : 'text') } split /,/, $header;
	is( $node->safe_psql('shop', qq{
CREATE TABLE sample_csv ($columns);
\\copy sample_csv FROM '$real/mongoexport_sample.csv' (FORMAT csv, HEADER)
SELECT count(*), count(*) FILTER (WHERE c.ts IS DISTINCT FROM j.ts OR c.millis::numeric IS DISTINCT FROM j.millis)
FROM sample_csv c FULL JOIN sample_rows j ON _id = id}),
		'1000|0',
		'mongoexport_sample.csv has the same documents as the JSON');

	# All the real ids, as each type that people keep them in, as primary key with references.
	$node->safe_psql('shop', qq{
CREATE TABLE digits (n serial, id text);
\\copy digits (id) FROM '$real/real_oids.txt'
});
	my %made_of = (
		text => 'id', 'char(24)' => 'id', 'varchar(24)' => 'upper(id)', 'bytea' => q{decode(id, 'hex')},
		uuid => q{('00000000' || id)::uuid}, hex_id => 'id');
	$node->safe_psql('shop', q{CREATE DOMAIN hex_id AS text CHECK (VALUE ~ '^[0-9a-f]{24}$')});
	foreach my $type (sort keys %made_of)
	{
		is( $node->safe_psql('shop', qq{
CREATE TABLE kept (n int, id $type PRIMARY KEY);
CREATE TABLE referring (n int, id $type REFERENCES kept);
CREATE VIEW both_of_them AS SELECT kept.id, referring.n FROM kept JOIN referring USING (id);
INSERT INTO kept SELECT n, $made_of{$type} FROM digits;
INSERT INTO referring SELECT * FROM kept;
BEGIN;
\\o /dev/null
SELECT objectid_conversion('referring', 'id') \\gexec
\\o
COMMIT;
SELECT count(*), count(*) FILTER (WHERE b.id::text IS DISTINCT FROM d.id), min(pg_typeof(b.id)::text)
FROM digits d FULL JOIN both_of_them b USING (n);
DROP TABLE kept, referring CASCADE;
}),
			'4605|0|objectid',
			"all real ids are converted in place from $type");
	}
}

$node->stop;
done_testing();
