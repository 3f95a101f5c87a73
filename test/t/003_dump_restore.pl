# Dump, restore and COPY preserve ids of every pattern, whatever table, column or index holds them.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use dumps;
use test_server;

my $node = start_server('main');

# Dumps are restored with an empty search_path, so the harder case is an extension in a schema of
# its own.
sql('CREATE DATABASE origin');
sql_in('origin', q{
CREATE SCHEMA ids;
CREATE EXTENSION objectid SCHEMA ids;
SET search_path = public, ids;

-- Zeros, ones, and each byte value at each place.
CREATE TABLE patterns (n serial PRIMARY KEY, bytes bytea, id objectid);
INSERT INTO patterns (bytes) VALUES
	('\x000000000000000000000000'), ('\xffffffffffffffffffffffff'), (NULL);
INSERT INTO patterns (bytes)
	SELECT set_byte('\x000000000000000000000000', place, value)
	FROM generate_series(0, 11) place, generate_series(0, 255) value;
UPDATE patterns SET id = bytes::objectid;
CREATE INDEX ON patterns (id);
CREATE INDEX ON patterns (id DESC NULLS LAST) WHERE id > '000000ff0000000000000000';
CREATE INDEX ON patterns (objectid_timestamp(id));
CREATE UNIQUE INDEX ON patterns (id, n) INCLUDE (bytes);
CREATE INDEX ON patterns USING hash (id);
CREATE INDEX ON patterns USING brin (id);
CREATE INDEX ON patterns USING brin (id objectid_minmax_multi_ops);
CREATE INDEX ON patterns USING brin (id objectid_bloom_ops);

CREATE TABLE hashed (id objectid PRIMARY KEY, n int) PARTITION BY HASH (id);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE hashed_2 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE hashed_3 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 3);
INSERT INTO hashed SELECT DISTINCT ON (id) id, n FROM patterns WHERE id IS NOT NULL;

CREATE TABLE ranged (id objectid PRIMARY KEY, n int) PARTITION BY RANGE (id);
CREATE TABLE ranged_low PARTITION OF ranged
	FOR VALUES FROM (MINVALUE) TO ('000000010000000000000000');
CREATE TABLE ranged_middle PARTITION OF ranged
	FOR VALUES FROM ('000000010000000000000000') TO ('800000000000000000000000');
CREATE TABLE ranged_high PARTITION OF ranged
	FOR VALUES FROM ('800000000000000000000000') TO (MAXVALUE);
INSERT INTO ranged SELECT * FROM hashed;

CREATE DOMAIN modern AS objectid CHECK (VALUE >= objectid_min('2000-01-01 00:00:00+00'));
CREATE TABLE documents (
	id objectid DEFAULT gen_objectid() PRIMARY KEY,
	made timestamptz GENERATED ALWAYS AS (objectid_timestamp(id)) STORED,
	version modern DEFAULT gen_objectid(),
	parent objectid REFERENCES documents,
	items objectid[] CHECK (items[1] <> '000000000000000000000000')
);
CREATE INDEX ON documents USING gin (items);
INSERT INTO documents SELECT FROM generate_series(1, 100);
INSERT INTO documents (parent, items)
	SELECT id, ARRAY[gen_objectid(), NULL, id] FROM documents;
INSERT INTO documents (items, version) VALUES ('{}', NULL);
CREATE VIEW newest AS SELECT max(id) AS id FROM documents;
CREATE MATERIALIZED VIEW children AS SELECT parent, min(id) AS id FROM documents GROUP BY parent;
});

my $paths = 'SET search_path = public, ids;';
is(sql_in('origin', $paths . q{
SELECT count(*), count(*) FILTER (WHERE id::bytea <> bytes
	OR objectid_send(id) <> bytes
	OR id::text <> encode(bytes, 'hex')
	OR id::text::objectid <> id
	OR upper(id::text)::objectid <> id
	OR objectid_to_jsonb(id)::objectid <> id
	OR id::uuid::objectid <> id)
FROM patterns}),
	'3075|0', 'every byte at every place goes through text, bytes, JSON and uuid');

# The rows of each table, with the partition they are in.
sub contents
{
	my ($database) = @_;
	my @tables = split /\n/, sql_in($database,
		q{SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
			AND relkind IN ('r', 'm', 'v') ORDER BY relname});
	return join "\n", map {
		"$_ " . sql_in($database,
			qq{SELECT count(*), md5(string_agg(t::text, ' ' ORDER BY t::text COLLATE "C"))
			FROM $_ t})
	} @tables;
}

my $contents = contents('origin');
like($contents, qr/^patterns 3075\|/m, 'contents of origin');
like($contents, qr/^hashed_3 [1-9]/m, 'partitions are in use');
my $dump = dumps::dump_of($node, 'origin');

my @psql    = ('psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1');
my @restore = ('pg_restore', '--exit-on-error');
my %ways    = (
	plain      => [ [], [ @psql, '-f' ] ],
	inserts    => [ ['--inserts'], [ @psql, '-f' ] ],
	custom     => [ ['-Fc'], \@restore ],
	directory  => [ ['-Fd'], [ @restore, '-j', 2 ] ],
	partitions => [ [ '-Fc', '--load-via-partition-root' ], \@restore ],);
foreach my $way (sort keys %ways)
{
	my ($options, $restore) = @{ $ways{$way} };
	my $file = $node->basedir . "/$way";
	sql("CREATE DATABASE $way");
	$node->command_ok([ 'pg_dump', @$options, '-f', $file, 'origin' ], "$way: dump");
	my @command = ($restore->[0], '-d', $way, @$restore[ 1 .. $#$restore ], $file);
	$node->command_ok(\@command, "$way: restore");
	is(contents($way), $contents, "$way: same rows in the same places");
	ok(dumps::dump_of($node, $way) eq $dump, "$way: the next dump is the same");
	is(sql_in($way, $paths . 'INSERT INTO documents DEFAULT VALUES RETURNING id IS NOT NULL'),
		't', "$way: the default makes new ids");
}

# COPY in each format, out of one table and into another of the same kind.
foreach my $table ('patterns (n, bytes, id)', 'documents (id, version, parent, items)')
{
	my ($name, $columns) = $table =~ /^(\w+) (.*)/;
	foreach my $format ('binary', 'text', 'csv')
	{
		my $file = $node->basedir . "/$name.$format";
		is(sql_in('origin', $paths . qq{
COPY $table TO '$file' (FORMAT $format);
CREATE TEMP TABLE again (LIKE $name INCLUDING GENERATED);
COPY again $columns FROM '$file' (FORMAT $format);
SELECT (SELECT count(*) FROM again) = (SELECT count(*) FROM $name);
TABLE again EXCEPT TABLE $name;
TABLE $name EXCEPT TABLE again;
}),
			't', "COPY $name in format $format");
	}
}

# A limit of the server, which doc/engines.md names.
my $file = $node->basedir . '/row_comparison';
sql('CREATE DATABASE compared; CREATE DATABASE compared_again');
sql_in('compared', q{
CREATE EXTENSION objectid;
CREATE TABLE page (id objectid, parent objectid, n int);
CREATE VIEW ids_only AS SELECT * FROM page WHERE (id, parent) < (gen_objectid(), gen_objectid());
CREATE VIEW written_out AS
	SELECT * FROM page WHERE id < gen_objectid() OR id = gen_objectid() AND n < 3;
});
my @dump = ('pg_dump', '-f', $file, 'compared');
my @again = (@psql, '-1', '-f', $file, 'compared_again');
$node->command_ok(\@dump, 'views that compare rows of ids');
$node->command_ok(\@again, 'are restored');
sql('DROP DATABASE compared_again; CREATE DATABASE compared_again');
sql_in('compared', 'CREATE VIEW mixed AS SELECT * FROM page WHERE (id, n) < (gen_objectid(), 3)');
$node->command_ok(\@dump, 'a view that compares ids and numbers');
$node->command_fails_like(
	\@again,
	qr/operator does not exist: integer public\.< integer/,
	'is not, as the server gives all columns one operator');

$node->stop;
done_testing();
