# ALTER EXTENSION UPDATE from an older release gives the same rows in the catalogs as a fresh
# installation. Until there is an older release, the test makes one without some of the parts in
# src/sql, and an update script that adds them.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my ($sharedir) = run_command([ 'pg_config', '--sharedir' ]);
my $folder = "$sharedir/extension";
plan skip_all => "the server's extension folder is not ours to write to" unless -w $folder;

my ($version) = slurp_file("$folder/objectid.control") =~ /^default_version = '(.*)'/m;
my %script_of = (
	"0.9--$version" => '',
	"$version--next" => "CREATE FUNCTION objectid_next() RETURNS int IMMUTABLE RETURN 2;\n");
my $old = slurp_file("$folder/objectid--$version.sql");
foreach (map { glob "$top/src/sql/*_$_.sql" } qw(uuid_draft01 counters digits))
{
	my $part = slurp_file($_);
	$old =~ s/\Q$part\E// or BAIL_OUT("$_ is no part of the script");
	$script_of{"0.9--$version"} .= $part;
}
$script_of{'0.9'} = $old;
END { unlink map { "$folder/objectid--$_.sql" } keys %script_of }
append_to_file("$folder/objectid--$_.sql", $script_of{$_}) for keys %script_of;

my $node = start_server('main', shared_generators());
sql("CREATE DATABASE $_") for qw(fresh upgraded);
sql_in('fresh', q{CREATE EXTENSION objectid VERSION 'next'});
is(sql_in('fresh', 'SELECT objectid_next()'),
	'2', 'a fresh installation goes through the script of a release and the step');

sql_in('upgraded', q{
CREATE EXTENSION objectid VERSION '0.9';
CREATE TABLE made (id objectid PRIMARY KEY DEFAULT gen_objectid(), v7 uuid DEFAULT uuid_v7());
INSERT INTO made SELECT FROM generate_series(1, 100);
});
my $fingerprint = q{SELECT count(*), md5(string_agg(id || v7::text, '' ORDER BY id)) FROM made};
my $before = sql_in('upgraded', $fingerprint);
sql_in('upgraded', q{ALTER EXTENSION objectid UPDATE TO 'next'});
is(sql_in('upgraded', q{SELECT extversion FROM pg_extension WHERE extname = 'objectid'}),
	'next', 'an upgrade takes both steps');
is(sql_in('upgraded', $fingerprint), $before, 'the data is as it was');
sql_in('upgraded', 'DROP TABLE made');

# Every row of every catalog that initdb did not write, as JSON, with names instead of OIDs, and
# with expressions as SQL.
my $catalogs = q{
CREATE FUNCTION pg_temp.catalogs() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	catalog regclass;
	changes text;
	ours text;
BEGIN
	FOR catalog IN SELECT oid FROM pg_class
			WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared
			AND relname NOT LIKE 'pg_statistic%' AND relname NOT LIKE 'pg_largeobject%' LOOP
		-- columns with the OID of an object of one kind
		SELECT string_agg(format(CASE WHEN is_array
				THEN '%L, (SELECT jsonb_agg(pg_describe_object(%s, x, 0) ORDER BY n)
					FROM unnest(%I::oid[]) WITH ORDINALITY u (x, n))'
				ELSE '%L, pg_describe_object(%s, %I, 0)' END,
				fkcols[1], pktable::oid, fkcols[1]), ', ')
			INTO changes
		FROM pg_get_catalog_foreign_keys() WHERE fktable = catalog AND cardinality(fkcols) = 1;
		-- its own, and those of an object of any kind
		SELECT concat_ws(', ', changes, string_agg(
				format('%L, pg_describe_object(%s, %I, %s)', o.attname,
					CASE o.attname WHEN 'objid' THEN 'classid' WHEN 'refobjid' THEN 'refclassid'
						WHEN 'objoid' THEN 'classoid' ELSE catalog::oid::text END,
					o.attname, coalesce(s.attname, '0')), ', '))
			INTO changes
		FROM pg_attribute o LEFT JOIN pg_attribute s ON s.attrelid = catalog
			AND s.attname = replace(replace(o.attname, 'objid', 'objsubid'), 'objoid', 'objsubid')
			AND s.attname <> o.attname
		WHERE o.attrelid = catalog AND o.attname IN ('oid', 'objid', 'refobjid', 'objoid');
		SELECT concat_ws(', ', changes, string_agg(format('%L, NULL', attname), ', ')) INTO changes
		FROM pg_attribute WHERE attrelid = catalog AND (atttypid = 'pg_node_tree'::regtype
			OR attname ~ '^rel(filenode|frozenxid|minmxid|pages|tuples|allvisible|allfrozen)$'
			OR attname = 'indcheckxmin');
		changes := changes || coalesce(CASE catalog::text
			WHEN 'pg_proc' THEN ', ''prosqlbody'', pg_get_function_sqlbody(oid),
				''proargdefaults'', pg_get_expr(proargdefaults, 0)'
			WHEN 'pg_attrdef' THEN ', ''adbin'', pg_get_expr(adbin, adrelid)'
			WHEN 'pg_constraint' THEN ', ''conbin'', pg_get_constraintdef(oid)'
			WHEN 'pg_trigger' THEN ', ''tgqual'', pg_get_triggerdef(oid)'
			WHEN 'pg_rewrite' THEN ', ''ev_action'', pg_get_ruledef(oid)'
			WHEN 'pg_index' THEN ', ''indexprs'', pg_get_indexdef(indexrelid)' END, '');
		SELECT string_agg(format('%I >= 16384', attname), ' OR ') INTO ours
		FROM pg_attribute WHERE attrelid = catalog
			AND atttypid = ANY ('{oid,regproc}'::regtype[])
			AND attname !~ '^rel(filenode|tablespace)$';
		-- pg_attver is a stamp that some servers give the columns of each relation
		RETURN QUERY EXECUTE format(
			'SELECT regexp_replace(%L || (to_jsonb(t) || jsonb_build_object(%s))::text,
				''(pg_toast_|RI_ConstraintTrigger_[ac]_|pg_attver=)[0-9]+'', ''\1'', ''g'')
			FROM %s t WHERE %s', catalog || ' ', changes, catalog, ours);
	END LOOP;
END $$;
};
sub rows
{
	my ($database, $change) = @_;
	my $out = sql_in($database, "BEGIN; $change; $catalogs
		SELECT r FROM pg_temp.catalogs() r ORDER BY r COLLATE \"C\"; ROLLBACK");
	return [ grep { !/catalogs|pg_temp|pg_toast_temp/ } split /\n/, $out ];
}

sub difference
{
	my ($left, $right) = @_;
	my %count;
	$count{$_}++ for @$left;
	$count{$_}-- for @$right;
	return join "\n",
	  map { ($count{$_} > 0 ? 'fresh: ' : 'upgraded: ') . $_ } sort grep { $count{$_} } keys %count;
}

my $fresh = rows('fresh', '');
my %kinds = map { /^(\w+)/ ? ($1 => 1) : () } @$fresh;
ok($kinds{$_}, "rows of $_ are compared") for qw(pg_amop pg_amproc pg_cast pg_class pg_depend
  pg_description pg_opclass pg_operator pg_proc pg_type);
is(difference($fresh, rows('upgraded', '')),
	'', 'the catalogs of an upgrade are those of a fresh installation');

# And it would be seen:
my $proc = 'upgraded: pg_proc .*function uuid_v7';
my @differences = (
	(map { [ "ALTER FUNCTION uuid_v7() $_", $proc ] } 'IMMUTABLE', 'PARALLEL UNSAFE', 'COST 7',
		'OWNER TO pg_monitor'),
	[ 'REVOKE EXECUTE ON FUNCTION uuid_v7() FROM PUBLIC', $proc ],
	[ q{COMMENT ON FUNCTION uuid_v7() IS 'other'}, 'upgraded: pg_description .*other' ],
	[ 'ALTER EXTENSION objectid DROP FUNCTION uuid_v7()', 'fresh: pg_depend .*function uuid_v7' ],
	[ 'ALTER OPERATOR <(objectid, objectid) SET (RESTRICT = NONE)', 'upgraded: pg_operator ' ],
	[ 'ALTER OPERATOR FAMILY objectid_ops USING btree DROP FUNCTION 2 (objectid)',
		'fresh: pg_amproc ' ],
	[ q{UPDATE pg_cast SET castcontext = 'i'
		WHERE castsource = 'objectid'::regtype AND castcontext <> 'i'}, 'upgraded: pg_cast ' ],
	[ 'ALTER TYPE objectid SET (STORAGE = plain, ANALYZE = array_typanalyze)',
		'upgraded: pg_type ' ]);
like(difference($fresh, rows('upgraded', $_->[0])), qr/^$_->[1]/m, "$_->[0] is noticed")
  for @differences;

$node->stop;
done_testing();
