# Dump and restore, by the owner of the database: of whatever the server stores with an expression
# in it, of every object of the extension, and of databases that had other owners; and what a dump
# or a publication of everything has of the extension. pg_upgrade: test/upgrade
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use dumps;
use test_server;

my $node = start_server('dumps', shared_generators());
my @databases = dumps::create_databases($node);

# Whatever only the server calls is used by way of the type or operator class that it belongs to.
is(sql_in('of_superuser', q{
WITH member AS (
	SELECT classid, objid FROM pg_depend
	WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
		AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
		AND (classid, objid) NOT IN (SELECT classid, objid FROM pg_depend WHERE deptype = 'i'))
SELECT pg_describe_object(classid, objid, 0) FROM member
WHERE NOT EXISTS (SELECT FROM pg_depend d
		WHERE d.refclassid = member.classid AND d.refobjid = member.objid
		AND d.deptype IN ('n', 'a')
		AND (d.classid, d.objid) NOT IN (SELECT classid, objid FROM member))
	AND NOT (classid = 'pg_proc'::regclass
		AND (SELECT proargtypes::oid[] && ARRAY['internal'::regtype, 'cstring'::regtype]::oid[]
			OR prorettype = 'cstring'::regtype FROM pg_proc WHERE oid = objid))
	AND NOT (classid = 'pg_cast'::regclass) -- a function depends on its function
	AND NOT (classid = ANY ('{pg_class,pg_namespace,pg_opfamily}'::regclass[]))
	AND NOT (classid = 'pg_type'::regclass AND objid = 'objectid_internal.id_range'::regtype)
ORDER BY 1}),
	'', 'the database depends on every object of the extension that one can depend on');

# The rows, also of generated columns and materialized views, which a dump has not, and the objects.
sub shown { return sql_in($_[0], dumps::script('show')) }

my %dump = (
	custom => [qw(pg_dump -U owner -Fc -f)],
	plain => [qw(pg_dump -U owner --load-via-partition-root -f)]);
my %restore = (
	custom => [qw(pg_restore -U owner --exit-on-error --jobs=2)],
	plain => [qw(psql -U owner -X -q -v ON_ERROR_STOP=1 --single-transaction -f)]);
foreach ((map { [ $_, 'custom' ] } @databases), [ 'of_superuser', 'plain' ])
{
	my ($database, $format) = @$_;
	my $file = $node->basedir . "/$database.$format";
	my $copy = "${database}_$format";
	sql("CREATE DATABASE $copy OWNER owner");
	$node->command_ok([ @{ $dump{$format} }, $file, $database ], "$copy: is dumped");
	$node->command_ok([ @{ $restore{$format} }, $file, '-d', $copy ], "$copy: is restored");
	is(dumps::difference(shown($database), shown($copy)), '', "$copy: has the same");
	next if $database !~ /^of_/; # the others have little
	is( dumps::difference(map { dumps::dump_of($node, $_, 'owner') } $database, $copy),
		'', "$copy: the next dump is the same");
}
foreach my $format (sort keys %restore)
{
	sql_in("of_superuser_$format", dumps::script($_)) for qw(scan go_on scan);
}

# What the extension adds to a dump, and to a publication, of a database that does not use it.
foreach my $database (qw(plain extended))
{
	sql("CREATE DATABASE $database OWNER owner");
	sql_in($database, 'CREATE TABLE ours (n integer); CREATE SEQUENCE numbers', 'owner');
}
sql_in('extended', 'CREATE EXTENSION objectid; SELECT gen_objectid(), uuid_v7()', 'owner');
my ($comment) = slurp_file("$top/objectid.control") =~ /^comment = (.*)$/m;
is( join(
		"\n", grep { !/^.(--.*)?$/ } split /\n/,
		dumps::difference(map { dumps::dump_of($node, $_, 'owner') } qw(plain extended))),
	"+COMMENT ON EXTENSION objectid IS $comment;\n"
	  . '+CREATE EXTENSION IF NOT EXISTS objectid WITH SCHEMA pg_catalog;',
	'a dump has nothing of the extension but CREATE EXTENSION');
is( dumps::difference(
		map { dumps::dump_of($node, $_, 'owner', '--schema=public') } qw(plain extended)),
	'', 'that of the schema public has not even that');
sql_in('extended', q{
SET client_min_messages = error;
CREATE PUBLICATION all_tables FOR ALL TABLES});
is(sql_in('extended', 'SELECT schemaname, tablename FROM pg_publication_tables'),
	'public|ours', 'FOR ALL TABLES publishes nothing of the extension');
SKIP:
{
	skip 'FOR ALL SEQUENCES came with PostgreSQL 19', 1
	  if sql(q{SELECT to_regclass('pg_publication_sequences') IS NULL}) eq 't';
	sql_in('extended', q{
SET client_min_messages = error;
CREATE PUBLICATION all_sequences FOR ALL SEQUENCES});
	is(sql_in('extended', q{
SELECT schemaname, sequencename FROM pg_publication_sequences ORDER BY 1}),
		"objectid_internal|reservation\npublic|numbers",
		'FOR ALL SEQUENCES publishes the reservation, as every sequence');
}

$node->stop;
done_testing();
