# The documents: the reference agrees with the catalogs and leaves nothing out, every example of
# README and guides prints what it shows (but those that need another extension or real data), and
# doc/clients.md shows what programs of test/clients run.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $document = slurp_file("$top/doc/objectid.md");

my $node = start_server('main', shared_generators());
sql('CREATE EXTENSION objectid');
create_calls('postgres');
sql(q{
-- Functions that the server calls for the sake of something else: whatever stands behind types,
-- operators, operator classes, aggregates, casts and planning, takes an argument that SQL cannot
-- give, or is named as such.
CREATE VIEW behind AS
SELECT unnest(ARRAY[typinput, typoutput, typreceive, typsend,
	typmodin, typmodout, typanalyze, typsubscript])::oid AS oid FROM pg_type
UNION SELECT unnest(ARRAY[oprcode, oprrest, oprjoin])::oid FROM pg_operator
UNION SELECT amproc::oid FROM pg_amproc
UNION SELECT unnest(ARRAY[aggtransfn, aggfinalfn, aggcombinefn])::oid FROM pg_aggregate
UNION SELECT castfunc FROM pg_cast
UNION SELECT prosupport::oid FROM pg_proc
UNION SELECT oid FROM pg_proc
	WHERE 'internal'::regtype = ANY (proargtypes)
		OR proname LIKE 'objectid\_gist\_%' OR proname LIKE 'objectid\_internal\_%';
});

sub rows { return split /\n/, sql($_[0]) }

# Functions: signature, volatility, and whether the page has to tell of it -------------------------

my (%volatility, %required);
foreach (rows(q{
SELECT format('%s(%s) → %s', proname,
		(SELECT string_agg(concat_ws(' ',
				CASE WHEN provariadic <> 0 AND n = pronargs THEN 'VARIADIC' END,
				quote_ident(nullif(proargnames[n], '')), format_type(t, NULL), 'DEFAULT ' ||
				regexp_replace(pg_get_function_arg_default(p.oid, n::int), '::[a-z ]+$', '')),
			', ' ORDER BY n)
		FROM unnest(proargtypes) WITH ORDINALITY AS a (t, n)),
		replace(replace(pg_get_function_result(p.oid), 'SETOF ', 'setof '), 'TABLE(', 'table (')),
	CASE provolatile WHEN 'i' THEN 'Immutable' WHEN 's' THEN 'Stable' ELSE 'Volatile' END,
	p.oid NOT IN (SELECT oid FROM behind)
FROM member JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
WHERE prokind <> 'a'}))
{
	s/timestamp with time zone/timestamptz/g;
	my ($signature, $volatility, $required) = split /\|/;
	$volatility{$signature} = $volatility;
	$required{$signature} = 1 if $required eq 't';
}
cmp_ok(keys %required, '>', 20, 'the catalog tells of functions');

# A row of a table has the signatures of one or more functions, what they do, and an example, which
# may show its result.
my (%shown, @examples);
for my $page (qw(objectid uuid-draft01))
{
	my $line = 0;
	foreach (split /\n/, slurp_file("$top/doc/$page.md"))
	{
		my $at = "$page.md, line " . ++$line;
		my ($signatures, $text, $example) = /^\| (`[^|]* → [^|]*`) \| ([^|]*) \|(?: ([^|]*) \|)?$/
		  or next;
		$text =~ /^(Stable|Volatile)?/;
		my $word = $1 // 'Immutable';
		foreach ($signatures =~ /`([^`]+)`/g)
		{
			ok(!$shown{$_}++, "$at: $_: is shown once");
			is($word, $volatility{$_}, "$at: $_: its volatility");
		}
		next if !defined $example;
		my ($call, $result) = $example =~ /^`([^`]+)`(?: → `([^`]+)`)?$/;
		ok($call, "$at: has an example");
		push @examples, [ $at, $call, $result ];
	}
}
is_deeply([ sort grep { !$shown{$_} } keys %required ], [], 'every function is shown');

# Casts: the rows of the table, each name of a type in it, and the context -------------------------

my %name_of = (
	'character varying' => 'varchar', character => 'char',
	'timestamp with time zone' => 'timestamptz');
my @casts = map {
	my ($from, $to, $context) = split /\|/;
	join ' ', $name_of{$from} // $from, 'to', $name_of{$to} // $to, $context
} rows(q{
SELECT format_type(castsource, NULL), format_type(casttarget, NULL),
	CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' ELSE 'implicit' END
FROM member JOIN pg_cast c ON classid = 'pg_cast'::regclass AND objid = c.oid});
my ($section) = $document =~ /^## Casts\n(.*?)^## /ms;
my @shown_casts;
while ($section =~ /^\| (`.*`) \| `([^`|]*)` \| (\w+) \|/mg) # not the server's own
{
	my ($from, $to, $context) = ($1, $2, $3);
	push @shown_casts, map { "$_ to $to $context" } $from =~ /`([^`]*)`/g;
}
is_deeply([ sort @shown_casts ], [ sort @casts ], 'every cast is shown with its context');

# Operators, operator classes, aggregates, types ---------------------------------------------------

my %mentioned = map { $_ => 1 } $document =~ /`([^`\n]+)`/g;
$mentioned{$_} = 1 for map { split / / } keys %mentioned;
# But what is in objectid_internal, which nobody uses.
my @names = rows(q{
SELECT DISTINCT regexp_replace(object_names[cardinality(object_names)], '^\w+\.', '')
FROM member, pg_identify_object_as_address(classid, objid, 0)
WHERE type IN ('operator', 'operator class', 'aggregate', 'type', 'table', 'view')
	AND object_names::text !~ '\[\]|objectid_internal'});
cmp_ok(@names, '>', 15, 'the catalog tells of names');
is_deeply([ grep { !$mentioned{$_} } @names ], [],
	'every operator, operator class, aggregate, type and table is named');

# Examples -----------------------------------------------------------------------------------------

# As on the day on which the guide was written.
my %replace = map {
	my ($table, $ahead, %more) = @$_;
	my $more = join '', map { ", $_ => $more{$_}" } keys %more;
	my ($keep, $since) = map { $more{$_} // 'NULL' } qw(keep since);
	"SELECT partition_statements('$table', every => '1 month', ahead => $ahead$more)" =>
	  "SELECT objectid_internal_partition_statements('$table', '1 month', $ahead, $keep, $since, "
	  . "'2026-11-22') AS partition_statements"
} [ 'visits', 3 ], [ 'visits', 3, since => "'2026-01-01'" ], [ 'clicks', 3 ],
  [ 'visits', 4, keep => "'9 months'" ], [ 'hits', 3 ], [ 'hits', 3, since => "'2026-10-01'" ];

doc_examples::check($node, 'README.md', database => 'readme');
# Before there are roles of which CREATE EXTENSION warns
doc_examples::check($node, 'doc/convert-columns.md');
my ($holding) = map { $_->{sql} } grep { $_->{sql} =~ /holds ids/ }
  doc_examples::blocks('doc/convert-columns.md');
sql('CREATE ROLE newcomer LOGIN');
is(error_of($holding, 'newcomer', 'doc_doc_convert_columns_md'), 'none',
	'columns that hold ids are looked for in tables of the role');
doc_examples::check($node, 'doc/query-by-time.md', replace => \%replace);
doc_examples::check($node, "doc/$_.md") for
  qw(install guarantees objectid uuid-draft01 counters follow copies);
is(sql_in('doc_doc_counters_md', 'INSERT INTO bill VALUES (9, 5, 50) RETURNING number'),
	5, 'a bill that has a number, as in a dump, keeps it');
is(sql_in('doc_doc_counters_md', q{
CREATE TEMPORARY TABLE counter (LIKE counter, PRIMARY KEY (name, shard));
INSERT INTO bill (company, euros) VALUES (7, 50) RETURNING number;
SELECT count(*) FROM counter}), "3\n0", q(a trigger takes no number of its caller's own));
doc_examples::check($node, 'doc/operate.md', section => qr/^(?!Leave)/);

# The lines that make tables of what a program prints whose name is mongoexport
sql('CREATE ROLE exporter LOGIN', ';CREATE DATABASE exported OWNER exporter');
my ($lines) = grep { /mongoexport/ } slurp_file("$top/README.md") =~ /```sh\n(.*?)```/sg;
my $orders = "$top/test/data/orders.canonical.json";
my $folder = PostgreSQL::Test::Utils::tempdir();
append_to_file("$folder/mongoexport", "#!/bin/sh\n" .
	qq(sed '1s/}\$/,"note":"Müller €"}/' '$orders' > "\${4#--out=}"\n));
chmod 0755, "$folder/mongoexport";
{
	local @ENV{qw(PGHOST PGPORT PGUSER PGDATABASE PATH PGCLIENTENCODING)} =
	  ($node->host, $node->port, 'exporter', 'exported', "$folder:$ENV{PATH}", 'LATIN1');
	command_ok([ qw(bash -e -o pipefail -c), "cd '$folder'\n$lines" ],
		'what README shows of mongoexport');
}
is(sql_in('exported', 'SELECT count(*) FROM orders'), scalar(split /\n/, slurp_file($orders)),
	'makes a row of each document');
is(sql_in('exported', 'SELECT note FROM orders WHERE note IS NOT NULL'),
	'Müller €', 'whose text is UTF-8, whatever the terminal has');

# What else the event trigger of the page forbids, and what it does not.
sql('CREATE ROLE installer LOGIN', ';CREATE DATABASE guarded OWNER installer');
sql_in('guarded', 'ALTER SCHEMA public OWNER TO installer');
sql_in('guarded', 'CREATE EXTENSION objectid; CREATE TABLE kept (id objectid)', 'installer');
my ($guard) = map { $_->{sql} }
  grep { ($_->{section} // '') =~ /DROP EXTENSION/ } doc_examples::blocks('doc/operate.md');
# An owner who was there before cannot have the superuser run a function of his.
sql_in('guarded', q{
CREATE SCHEMA keep;
CREATE FUNCTION keep.keep_objectid() RETURNS event_trigger LANGUAGE plpgsql
	AS 'BEGIN RAISE NOTICE ''called''; END'}, 'installer');
foreach my $rollback ('off', 'on')
{
	my ($status, $out, $errors) = $node->psql('guarded',
		"\\set ON_ERROR_ROLLBACK $rollback\n$guard", on_error_stop => 0);
	unlike($errors, qr/called/, 'nobody else gives the function of the event trigger');
	is(sql_in('guarded', 'SELECT count(*) FROM pg_event_trigger'), 0, 'which is not made then');
}
sql_in('guarded', 'DROP SCHEMA keep CASCADE', 'installer');
like(error_of($guard, undef, 'guarded'), qr/^P0001: cannot drop extension objectid/, 'a superuser');
foreach my $drop ('DROP EXTENSION objectid CASCADE', 'DROP OWNED BY installer',
	'DROP OWNED BY installer CASCADE', 'BEGIN; DROP SCHEMA public CASCADE; DROP EXTENSION objectid')
{
	like(error_of($drop, 'installer', 'guarded'),
		qr/^P0001: cannot drop extension objectid/, "the owner cannot $drop");
}
like(error_of(q{SET session_replication_role = replica; DROP EXTENSION objectid CASCADE}, undef,
	'guarded'), qr/^P0001: cannot drop extension objectid/, 'nor can a session without triggers');
is(error_of('DROP TABLE kept; ALTER EVENT TRIGGER keep_objectid DISABLE; DROP EXTENSION objectid',
	undef, 'guarded'), 'none', 'all else can be dropped, and with the trigger disabled this, too');

# What to write instead: each wording is an error where the table has another one, which is none.
my $guide = slurp_file("$top/doc/query-by-time.md");
my ($wordings) = $guide =~ /^\| you write \|.*\n.*\n((?:\|.*\n)+)/m;
my $rows = 0;
for my $row (split /\n/, $wordings)
{
	my ($written, @instead) = map { [/`([^`]+)`/g] } split / \| /, $row;
	$rows++;
	$instead[1] = $instead[0] if !@{ $instead[1] };
	for my $table (qw(events orders))
	{
		my $instead = shift @instead;
		my %works = map { $_ => 1 } @$instead;
		for my $wording (@$written, @$instead)
		{
			my $select = $wording =~ /^(WHERE|ORDER)/ ? "SELECT id FROM $table $wording"
			  : "SELECT $wording FROM $table";
			my $status = $node->psql('doc_doc_query_by_time_md', $select);
			is($status != 0, !$works{$wording},
				"$select: " . ($works{$wording} ? 'works' : 'fails'));
		}
	}
}
cmp_ok($rows, '>', 5, 'there are wordings');

foreach (@examples)
{
	my ($at, $call, $result) = @$_;
	my $status = $node->psql('doc_doc_objectid_md', "SET timezone = 'UTC'; SELECT $call",
		stdout => \my $got, stderr => \my $error);
	($got) = $error =~ /(ERROR: .*)/ if $status;
	like($got, defined $result ? qr/^\Q$result\E$/ : qr/^(?!ERROR)/, "$at: $call");
}
$node->stop;

# Clients: every block is part of a program, and every recipe is linked and used by one ------------

my %language_of = ((map { $_ => $_ } qw(cpp js mjs java sql go php)),
	py => 'python', rb => 'ruby', pl => 'perl', rs => 'rust');

# What is indented in a program is not in the document.
my %recipe;
my $programs = slurp_file("$top/test/clients/run");
foreach my $file (glob "$top/test/clients/*.* $top/test/clients/*/*.* $top/test/clients/*/*/*.*")
{
	my ($name, $extension) = $file =~ m{test/clients/(.+)\.(\w+)$};
	next unless $language_of{$extension};
	my $program = slurp_file($file);
	$programs .= $program;
	my $mark = qr{^[ \t]*(?:#|//|--) recipe:}m;
	while ($program =~ m{^([ \t]*)(?:#|//|--) recipe: (\w+)\n(.*?)$mark end$}gms)
	{
		my ($indent, $part, $text) = ($1, $2, $3);
		$text =~ s/^$indent//gm;
		$text =~ s/\n+\z/\n/;
		$recipe{"$language_of{$extension}\n$text"} = "$name.$extension, $part";
	}
}

my %used;
foreach my $page (qw(follow clients))
{
	$document = slurp_file("$top/doc/$page.md");
	while ($document =~ m{^```(\w+)\n(.*?)^```$}gms)
	{
		my ($language, $found) = ($1, $recipe{"$1\n$2"});
		my $line = 1 + substr($document, 0, $-[0]) =~ tr/\n//;
		# An example of the guide need not be part of a program.
		next if $language eq 'text' || !$found && $page eq 'follow' && $language eq 'sql';
		ok($found, "doc/$page.md, line $line: " . ($found // 'is in no program of test/clients'));
		$used{$found} = 1 if $found;
	}
}
is_deeply([ sort grep { !$used{$_} } values %recipe ], [], 'every recipe is shown');

my %linked = map { $_ => 1 } $document =~ m{\]\(clients/([^)]+)\)}g;
my @files = sort map { m{([^/]+)$} } glob "$top/doc/clients/*";
is_deeply([ sort keys %linked ],
	\@files, 'every file of doc/clients is linked, and every link leads to one');
for my $name (map { s/\.(py|rb|rs|go|hpp|java)$//r } @files)
{
	like($programs, qr/\b\Q$name\E\b/, "$name is used by a program of test/clients");
}

done_testing();
