# The ids of real databases and the samples of this project: all of it is read. Real exports:
# test/t/migration.pl.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $samples = "$top/test/data";
my $real = $ENV{OBJECTID_DATA} || "$top/../shared/data";

# Real data is not ours to publish.
my $has_real = -e "$real/real_oids.txt";
note("no real ids in $real: name the folder in OBJECTID_DATA") unless $has_real;

my $node = start_server('main');
sql('CREATE EXTENSION objectid');

# Imports a file of one JSON document a line, and returns the ids in the order of the lines. COPY
# leaves lines alone in CSV with a quote and a delimiter that JSON never holds.
sub import_json
{
	my ($file) = @_;
	return sql(qq{
CREATE TEMP TABLE lines (n serial, line jsonb);
\\copy lines (line) FROM '$file' (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')
CREATE TEMP TABLE documents AS SELECT n, (line->'_id')::objectid AS id FROM lines;
SELECT id FROM documents ORDER BY n;
});
}

# The same for CSV, whose columns of ids become just that; the empty cell is NULL.
sub import_csv
{
	my ($file) = @_;
	my ($header) = slurp_file($file) =~ /^(.*)$/m;
	my $columns = join ', ',
	  map { qq("$_" ) . (/^(?:_id|customer)$/ ? 'objectid' : 'text') } split /,/, $header;
	return sql(qq{
CREATE TEMP TABLE documents ($columns);
\\copy documents FROM '$file' (FORMAT csv, HEADER)
SELECT _id FROM documents;
});
}

# The ids as they stand in the files: that of the document comes first in each line.
sub ids_of_json
{
	my ($file) = @_;
	return join "\n",
	  map { lc } slurp_file($file) =~ /^\{ ?"_id" ?: ?\{ ?"\$oid" ?: ?"([0-9a-fA-F]{24})"/mg;
}

sub ids_of_csv { return join "\n", slurp_file($_[0]) =~ /^ObjectId\(([0-9a-f]{24})\),/mg }
sub lines_of { return scalar split /\n/, $_[0] }

# Reads a file of JSON, which has an id in each line; returns them.
sub check_json
{
	my ($file) = @_;
	my ($name) = $file =~ m{([^/]+)$};
	my $ids = ids_of_json($file);
	is(lines_of($ids), lines_of(slurp_file($file)), "$name: an id in each line");
	is(import_json($file), $ids, "$name is read whole");
	return $ids;
}

# Each collection of the samples: its JSON files together hold the documents of its CSV file.
foreach my $csv (sort glob "$samples/*.csv")
{
	my ($collection) = $csv =~ m{([^/]+)\.csv$};
	my $ids = ids_of_csv($csv);
	cmp_ok(lines_of($ids), '>=', 20, "$collection.csv has documents");
	is(import_csv($csv), $ids, "$collection.csv is read whole");
	my @from_json = map { split /\n/, check_json($_) } sort glob "$samples/$collection.*json";
	is_deeply([ sort @from_json ],
		[ sort split /\n/, $ids ], "$collection: the same ids in JSON and CSV");
}

SKIP:
{
	skip "no real ids in $real", 1 unless $has_real;

	my @oids = split /\n/, slurp_file("$real/real_oids.txt");
	sql(qq{
CREATE TABLE oids (n serial, id objectid PRIMARY KEY, digits text);
CREATE TEMP TABLE lines (n serial, digits text);
\\copy lines (digits) FROM '$real/real_oids.txt'
INSERT INTO oids SELECT n, digits::objectid, digits FROM lines ORDER BY n;
ANALYZE oids;
});
	is(sql('SELECT id FROM oids ORDER BY n'),
		join("\n", @oids), scalar(@oids) . ' real ids are read and written');
	my $sorted = join "\n", sort @oids;
	my $by_id = 'SELECT id FROM oids ORDER BY id';
	is(sql("SET $_ = off; $by_id"), $sorted, "text order is type order: without $_")
	  for 'enable_indexscan = off; SET enable_indexonlyscan', 'enable_sort';

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
