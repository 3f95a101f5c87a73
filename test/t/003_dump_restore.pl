# Dump and restore preserve ids of every pattern, whatever table, column or index holds them.
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
SELECT format('CREATE TABLE hashed_%s PARTITION OF hashed
	FOR VALUES WITH (MODULUS 4, REMAINDER %s)', n, n) FROM generate_series(0, 3) n \gexec
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

is(sql_in('origin', 'SELECT count(*) FROM patterns'), '3075', 'patterns of all bytes');
isnt(sql_in('origin', 'SELECT count(*) FROM hashed_3'), '0', 'partitions are in use');
# What a dump has no rows of: a generated column, a view and a materialized view.
my $generated = q{
SELECT md5(string_agg(made::text, ' ' ORDER BY id)), (SELECT id FROM newest),
	(SELECT md5(string_agg(c::text, ' ' ORDER BY parent)) FROM children c)
FROM documents};
my $dump = dumps::dump_of($node, 'origin');

my @psql = ('psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d');
my @restore = ('pg_restore', '--exit-on-error', '-d');
my %ways = (
	plain => [ [], @psql, 'plain', '-f' ],
	inserts => [ ['--inserts'], @psql, 'inserts', '-f' ],
	custom => [ ['-Fc'], @restore, 'custom' ],
	directory => [ ['-Fd'], @restore, 'directory', '-j', 2 ],
	partitions => [ [ '-Fc', '--load-via-partition-root' ], @restore, 'partitions' ]);
foreach my $way (sort keys %ways)
{
	my ($options, @restore_file) = @{ $ways{$way} };
	my $file = $node->basedir . "/$way";
	sql("CREATE DATABASE $way");
	$node->command_ok([ 'pg_dump', @$options, '-f', $file, 'origin' ], "$way: dump");
	$node->command_ok([ @restore_file, $file ], "$way: restore");
	ok(dumps::dump_of($node, $way) eq $dump, "$way: the next dump has the same rows and places");
	is(sql_in($way, $generated), sql_in('origin', $generated), "$way: so is what is generated");
	is(sql_in($way, 'INSERT INTO documents DEFAULT VALUES RETURNING id IS NOT NULL'),
		't', "$way: the default makes new ids");
}

$node->stop;
done_testing();
