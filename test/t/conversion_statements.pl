# The statements that convert columns: to whom they are printed, and that nobody who owns something
# gains more by them than he had. What they do: sql/conversion_statements.sql.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use dumps;
use test_server;

my $node = start_server('main', 'fsync = off');

# What psql complains of, as the role that connects
sub complaint
{
	my ($role, $sql) = @_;
	return ($node->psql('postgres', "\\set VERBOSITY verbose\n$sql",
		extra_params => [ '-U', $role ]))[2];
}

sql(q{
CREATE EXTENSION objectid;
CREATE EXTENSION objectid_migration;
CREATE ROLE app LOGIN;
CREATE ROLE deployer LOGIN IN ROLE app;
CREATE ROLE stranger LOGIN;
CREATE ROLE attacker LOGIN;
CREATE ROLE admin SUPERUSER;
CREATE ROLE deputy LOGIN IN ROLE app, admin;
CREATE ROLE noinherit LOGIN NOINHERIT IN ROLE app, admin;
GRANT USAGE ON SCHEMA migration TO PUBLIC;
});

# Makes tables of a role, who runs more.
sub make_tables
{
	my ($owner, $more) = @_;
	return sql(qq{
DROP SCHEMA IF EXISTS app, att, evil CASCADE;
CREATE SCHEMA app AUTHORIZATION $owner;
CREATE SCHEMA att AUTHORIZATION attacker;
GRANT USAGE ON SCHEMA app TO PUBLIC;
SET ROLE $owner;
CREATE TABLE app.users (id varchar(24) PRIMARY KEY, friend text REFERENCES app.users, n int);
CREATE TABLE app.posts (id char(24) PRIMARY KEY, author text REFERENCES app.users
	ON DELETE CASCADE);
INSERT INTO app.users VALUES ('5e9e28a4f359185cc03b2651');
INSERT INTO app.posts VALUES ('5e9e28a4f359185cc03b2652', '5e9e28a4f359185cc03b2651');},
		$more // '');
}
my $print = q{SELECT migration.conversion_statements('app.users.id', 'app.posts.id')};
my $convert = "BEGIN;\n$print \\gexec\nCOMMIT;\n";

# Every relation, column and constraint of the schema, and which versions of them
my $state = q{
SELECT string_agg(line, E'\n' ORDER BY line) FROM (
	SELECT format('%s %s %s', oid, relname, relfilenode) FROM pg_class
	WHERE relnamespace = 'app'::regnamespace
	UNION ALL
	SELECT format('%s %s %s', attrelid, attname, atttypid::regtype) FROM pg_attribute
	WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'app'::regnamespace)
	UNION ALL
	SELECT format('%s %s', oid, pg_get_constraintdef(oid)) FROM pg_constraint
	WHERE connamespace = 'app'::regnamespace) AS l (line)};
my $types = q{
SELECT string_agg(format('%s.%s %s', attrelid::regclass, attname, atttypid::regtype), ', '
	ORDER BY attrelid::regclass::text, attnum)
FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
WHERE relnamespace = 'app'::regnamespace AND relkind = 'r' AND attnum > 0};
my $converted = 'app.posts.id objectid, app.posts.author objectid, '
  . 'app.users.id objectid, app.users.friend objectid, app.users.n integer';

# What the role runs fails with this error, and changes nothing.
sub refused
{
	my ($role, $sql, $expected, $name) = @_;
	my $before = sql($state);
	like(complaint($role, $sql), $expected, $name);
	return is(sql($state), $before, "$name: nothing changes");
}

# All or nothing -----------------------------------------------------------------------------------

make_tables('app');
is(complaint('app', $convert), '', 'the owner converts, statement by statement');
is(sql($types), $converted, 'all columns');
make_tables('app');
my $file = $node->basedir . '/V2__ids.sql';
append_to_file($file, sql_in('postgres', $print, 'app'));
my @run = ('psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-U', 'app', '-d', $node->connstr('postgres'));
is(IPC::Run::run([ @run, '--single-transaction', '-f', $file ]), 1, 'or runs a file');
is(sql($types), $converted, 'with the same result');
my $before = sql($types);
my $of_users = q{SELECT pg_relation_filenode('app.users')};
my $users_before = sql($of_users);
is(IPC::Run::run([ @run, '--single-transaction', '-f', $file ]), 1, 'twice');
is(sql("$types; TABLE app.posts"),
	"$before\n5e9e28a4f359185cc03b2652|5e9e28a4f359185cc03b2651", 'without harm');
is(sql($of_users), $users_before, 'and without rewriting a table whose ids were varchar or text');
make_tables('app', 'ALTER TABLE app.users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
is(complaint('app', $convert), '', 'the owner converts what his policies hide from him');
is(sql(q{SELECT relforcerowsecurity FROM pg_class WHERE oid = 'app.users'::regclass}), 't',
	'which they do again');
make_tables('app', q{CREATE TABLE app.pages (id text PRIMARY KEY);
	INSERT INTO app.pages VALUES ('5e9e28a4f359185cc03b2653');
	ALTER TABLE app.posts ADD page text REFERENCES app.pages;
	UPDATE app.posts SET page = '5e9e28a4f359185cc03b2653';
	ALTER TABLE app.pages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY});
is(complaint('app', qq{BEGIN;
	SELECT migration.conversion_statements('app.pages.id') \\gexec
	COMMIT}), '', 'also of a table that is only referred to');
make_tables('app');
refused('app', slurp_file($file), qr/25P01: LOCK TABLE can only be used in transaction blocks/,
	'without a transaction it ends at once');

my %failing = (
	'a row that is no id' => [ q{INSERT INTO app.users VALUES ('none')},
		qr/invalid input syntax for type objectid: "none"/ ],
	'a foreign key that is violated, beside policies that hide the row' => [
		q{SET ROLE postgres; SET session_replication_role = replica;
		INSERT INTO app.posts VALUES ('507f1f77bcf86cd799439098', '507f1f77bcf86cd799439099');
		ALTER TABLE app.posts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY},
		qr/violates foreign key constraint/ ]);
for my $name (sort keys %failing)
{
	my ($sql, $error) = @{ $failing{$name} };
	make_tables('app', $sql);
	refused('app', $convert, $error, $name);
}

# What the catalogs have --------------------------------------------------------------------------

# A dump shows all of it. Those before and after differ in the types only.
sql('CREATE DATABASE dumped');
sql_in('dumped', q{
CREATE EXTENSION objectid_migration CASCADE;
CREATE TABLE users (id varchar(24) PRIMARY KEY, tenant text NOT NULL, n int, hex bytea,
	list text[] DEFAULT '{}', UNIQUE (tenant, id), UNIQUE (tenant, n),
	UNIQUE (hex, n) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE refers (a text, t text, m int,
	CONSTRAINT z FOREIGN KEY (t, a) REFERENCES users (tenant, id) MATCH FULL ON DELETE SET NULL,
	CONSTRAINT y FOREIGN KEY (t, m) REFERENCES users (tenant, n) ON UPDATE CASCADE);
ALTER TABLE refers ADD CONSTRAINT x FOREIGN KEY (a) REFERENCES users NOT VALID;
COMMENT ON CONSTRAINT x ON refers IS E'a\\b\n''c''';
GRANT SELECT (id), UPDATE (id) ON users TO app WITH GRANT OPTION;
GRANT SELECT ON refers TO app;
COMMENT ON COLUMN users.id IS 'column';
COMMENT ON CONSTRAINT users_pkey ON users IS 'key';
COMMENT ON INDEX users_pkey IS 'index';
CREATE INDEX including ON users (n) INCLUDE (id, list) WITH (fillfactor = 60);
CREATE INDEX partial ON users (id DESC) WHERE n > 0;
CREATE INDEX gin ON users USING gin (list) WITH (fastupdate = off);
CREATE INDEX brin ON users USING brin (id) WITH (pages_per_range = 4);
CREATE INDEX hash ON users USING hash (id);
CREATE UNIQUE INDEX nulls ON users (n, id) NULLS NOT DISTINCT;
ALTER TABLE users CLUSTER ON including, REPLICA IDENTITY USING INDEX users_pkey,
	ALTER id SET STATISTICS 33, ALTER id SET (n_distinct = -0.5), ALTER list SET STORAGE EXTERNAL,
	ALTER list SET COMPRESSION pglz, ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_n ON users USING (n > 0);
CREATE STATISTICS together (ndistinct, mcv) ON id, tenant, n FROM users;
ALTER STATISTICS together SET STATISTICS 9;
COMMENT ON STATISTICS together IS 'statistics';
CREATE STATISTICS none ON id, n FROM users;
ALTER STATISTICS none SET STATISTICS 0;
CREATE TRIGGER of_n BEFORE UPDATE OF n ON users
	FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
ALTER TABLE users ENABLE ALWAYS TRIGGER of_n;
CREATE UNLOGGED TABLE unlogged (id char(24) PRIMARY KEY DEFAULT gen_objectid())
	WITH (fillfactor = 50);

CREATE TABLE parts (k int, id text DEFAULT '507f1f77bcf86cd799439001', up text, list text[],
	owner text REFERENCES users ON DELETE CASCADE, PRIMARY KEY (k, id),
	CONSTRAINT self FOREIGN KEY (k, up) REFERENCES parts DEFERRABLE) PARTITION BY RANGE (k);
CREATE TABLE parts_1 PARTITION OF parts (id DEFAULT '507f1f77bcf86cd799439002')
	FOR VALUES FROM (0) TO (10);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (10) TO (20) PARTITION BY LIST (k);
CREATE TABLE parts_2_1 (list text[], owner text, gone int,
	id text CONSTRAINT parts_id_not_null NOT NULL, k int NOT NULL, up text,
	CONSTRAINT of_its_own FOREIGN KEY (owner) REFERENCES users);
ALTER TABLE parts_2_1 DROP gone;
ALTER TABLE parts_2 ATTACH PARTITION parts_2_1 FOR VALUES IN (11);
ALTER TABLE ONLY parts_1 ALTER list SET STORAGE MAIN;
CREATE INDEX by_owner ON parts (owner, k);
CREATE INDEX of_one_partition ON parts_2_1 (owner DESC);
CREATE STATISTICS of_a_partition ON id, up FROM parts_1;
CREATE TABLE refers_to_parts (k int, id text, FOREIGN KEY (k, id) REFERENCES parts,
	CONSTRAINT leaf FOREIGN KEY (k, id) REFERENCES parts_1,
	CONSTRAINT middle FOREIGN KEY (k, id) REFERENCES parts_2);
COMMENT ON CONSTRAINT self ON parts IS 'of the parent';
COMMENT ON CONSTRAINT self ON parts_2 IS 'of the partition';

CREATE TABLE parent (n int);
CREATE TABLE child (own char(24) DEFAULT '507f1f77bcf86cd799439003') INHERITS (parent);
CREATE TABLE grandchild () INHERITS (child);

INSERT INTO users VALUES ('507f1f77bcf86cd799439011', '507f1f77bcf86cd799439012', 1, NULL,
	'{507f1f77bcf86cd799439013}');
INSERT INTO parts (k, owner) VALUES (1, '507f1f77bcf86cd799439011'), (11, NULL)});
my @columns = qw(users.id users.tenant users.hex users.list unlogged.id parts.id parts.list
  child.own);
if ($pg_version >= 18)
{
	sql_in('dumped', q{
CREATE TABLE unenforced (id text REFERENCES users NOT ENFORCED, n int CHECK (n > 0) NOT ENFORCED);
CREATE TABLE unchecked (id text REFERENCES users, k int) PARTITION BY LIST (k);
CREATE TABLE unchecked_1 PARTITION OF unchecked FOR VALUES IN (1);
ALTER TABLE unchecked ADD CONSTRAINT later FOREIGN KEY (id) REFERENCES users NOT VALID;
CREATE TABLE filled (a text CONSTRAINT named NOT NULL, b text,
	c text CONSTRAINT alone NOT NULL NO INHERIT, n int, m int GENERATED ALWAYS AS (n + 1) VIRTUAL);
ALTER TABLE filled ADD CONSTRAINT later NOT NULL b NOT VALID;
COMMENT ON CONSTRAINT named ON filled IS 'not null'});
	push @columns, qw(filled.a filled.b filled.c);
	if (available('btree_gist'))
	{
		sql_in('dumped', q{
CREATE EXTENSION btree_gist;
CREATE TABLE rooms (id text, at tstzrange, PRIMARY KEY (id, at WITHOUT OVERLAPS));
CREATE TABLE stays (id text, at tstzrange,
	FOREIGN KEY (id, PERIOD at) REFERENCES rooms (id, PERIOD at));
INSERT INTO rooms VALUES ('507f1f77bcf86cd799439011', '[2020-01-01,2021-01-01)');
INSERT INTO stays VALUES ('507f1f77bcf86cd799439011', '[2020-02-01,2020-03-01)')});
		push @columns, 'rooms.id';
	}
}
my $names = join ', ', map { "'$_'" } @columns;
my $type = qr/objectid|text|bytea|bpchar|character(?: varying)?(?:\(24\))?/;
my @dumps;
for my $when ('before', 'after')
{
	my $dump = dumps::dump_of($node, 'dumped');
	$dump =~ s/\b$type(?!\w)/TYPE/g;
	push @dumps, $dump;
	sql_in('dumped', "BEGIN; SELECT migration.conversion_statements($names) \\gexec\nCOMMIT;")
	  if $when eq 'before';
}
is($dumps[1], $dumps[0], 'the same dump, but for types');

# Who may ------------------------------------------------------------------------------------------

make_tables('app');
my $as_app = qr/42501: must be owner of table app\.users
HINT:  Connect as role app, or as a member of it that executes SET ROLE app\./;
refused($_, $print, $as_app, "not $_") for 'stranger', 'deployer';
is(complaint('deployer', "SET ROLE app; $convert"), '', 'a member may as the owner');
is(sql($types), $converted, 'and converts');
make_tables('app');
for my $role ('postgres', 'deputy', 'noinherit')
{
	refused($role, "$_ $convert",
		qr/42501: must not be .*owner of table app\.users, role app, is no superuser.*Connect as/s,
		"nor does $role, who can become a superuser: $_") for '', 'SET ROLE app;';
}

# What others own comes along only if its owner does it.
make_tables('app', q{GRANT REFERENCES, SELECT ON app.users TO attacker; SET ROLE attacker;
	CREATE TABLE att.refers (id text REFERENCES app.users)});
refused('app', $print, qr/42501: must be owner of table att\.refers/, 'a reference of others');
my $reader = $node->background_psql('postgres');
$reader->query_safe('BEGIN; LOCK app.users');
refused('attacker', q{SELECT migration.conversion_statements('att.refers.id')},
	qr/42501: must be owner of table app\.users/, 'a reference to those of others, without a lock');
$reader->quit;

# Tables of a superuser, where another role could exchange what has a name.
my $in_att = q{CREATE TABLE att.t (id text); SELECT migration.conversion_statements('att.t.id')};
make_tables('postgres');
like(complaint('postgres', $in_att), qr/42501: must not be .*schema att, role attacker, is no/s,
	'a superuser is not told to run names in a schema of others');
is(complaint('postgres', $convert), '', 'but in his own');
is(sql($types), $converted, 'and he converts');
sql(q{CREATE DATABASE of_app OWNER app});
sql_in('of_app', 'CREATE EXTENSION objectid_migration CASCADE; CREATE TABLE t (id text)');
my $in_public = q{SELECT migration.conversion_statements('t.id')};
like(error_of($in_public, undef, 'of_app'), qr/^42501: must not be/,
	'public belongs to the owner of the database');
sql('ALTER DATABASE of_app OWNER TO postgres');
is(error_of($in_public, undef, 'of_app'), 'none', 'who may be a superuser');

# A function of a superuser that runs as he does is told the same.
make_tables('app');
sql(qq{CREATE FUNCTION public.tells() RETURNS SETOF text LANGUAGE sql SECURITY DEFINER AS
	\$\$ $print \$\$});
refused('app', 'SELECT public.tells()', qr/42501: must not be connected as a superuser/,
	'nor a function of a superuser');

# What the owner of tables and schemas plants ------------------------------------------------------
#
# Functions in indexes of the tables run when these are built again, and casts when foreign keys are
# checked: he may as well call them.

my $trap = q{
CREATE TABLE att.seen (who text);
GRANT ALL ON att.seen TO PUBLIC;
CREATE FUNCTION att.tries() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO att.seen VALUES (current_user);
	BEGIN ALTER ROLE attacker SUPERUSER; EXCEPTION WHEN OTHERS THEN NULL; END;
	BEGIN RESET ROLE; EXCEPTION WHEN OTHERS THEN NULL; END;
	BEGIN ALTER ROLE attacker SUPERUSER; EXCEPTION WHEN OTHERS THEN NULL; END;
	RETURN true;
END $$;
CREATE FUNCTION att.trap(text) RETURNS boolean IMMUTABLE LANGUAGE plpgsql
	AS $$ BEGIN RETURN att.tries(); END $$;
CREATE TYPE att.row AS (n int);
CREATE FUNCTION att.cast_row(att.row) RETURNS int IMMUTABLE LANGUAGE plpgsql
	AS $$ BEGIN PERFORM att.tries(); RETURN $1.n; END $$;
CREATE CAST (att.row AS int) WITH FUNCTION att.cast_row(att.row) AS IMPLICIT;};
my $gained = q{SELECT (SELECT string_agg(DISTINCT who, ',') FROM att.seen), rolsuper FROM pg_roles
	WHERE rolname = 'attacker'};
make_tables('attacker');
sql_in('postgres', "$trap CREATE INDEX ON app.users (att.trap('x'));
	ALTER TABLE app.users ADD UNIQUE (id, n);
	CREATE TABLE att.trapped (id text, r att.row,
		FOREIGN KEY (id, r) REFERENCES app.users (id, n));
	UPDATE app.users SET n = 1;
	INSERT INTO att.trapped SELECT id, ROW(1)::att.row FROM app.users;
	TRUNCATE att.seen", 'attacker');
refused('postgres', "SET ROLE attacker; $convert", qr/42501: must not be connected as a superuser/,
	'no superuser springs the trap of an owner');
is(sql($gained), '|f', 'it has not run');
is(complaint('attacker', $convert), '', 'the owner himself does');
is(sql($types), $converted, 'and converts');
is(sql($gained), 'attacker|f', 'with no other rights than he had');

# Who has every privilege on the tables and schemas of a superuser hangs nothing on them that runs.
make_tables('postgres', q{RESET ROLE; GRANT ALL ON app.users, app.posts TO attacker;
	GRANT ALL ON SCHEMA app TO attacker});
sql_in('postgres', qq{$trap
CREATE FUNCTION att.fires() RETURNS trigger LANGUAGE plpgsql
	AS \$\$ BEGIN PERFORM att.tries(); RETURN NEW; END \$\$;
CREATE TRIGGER trap BEFORE INSERT OR UPDATE OR DELETE ON app.users
	FOR EACH ROW EXECUTE FUNCTION att.fires();
CREATE TRIGGER trap AFTER TRUNCATE ON app.posts EXECUTE FUNCTION att.fires();
CREATE FUNCTION app.objectid(text) RETURNS objectid LANGUAGE plpgsql
	AS \$\$ BEGIN PERFORM att.tries(); END \$\$;
CREATE FUNCTION app.id(app.users) RETURNS text LANGUAGE plpgsql
	AS \$\$ BEGIN PERFORM att.tries(); END \$\$}, 'attacker');
is(complaint('postgres', $convert), '', 'a superuser converts his tables, in his schema');
is(sql($types), $converted, 'all columns');
is(sql($gained), '|f', 'and nothing that others planted has run');

# Who owns a schema with tables of others renames it between two statements, and puts tables of his
# own there. Their CHECK would run as whoever changes the type.
make_tables('app');
sql('ALTER SCHEMA app OWNER TO attacker; GRANT CREATE ON DATABASE postgres TO attacker;
	GRANT ALL ON SCHEMA att TO PUBLIC; GRANT USAGE ON SCHEMA app TO app');
sql_in('postgres', $trap, 'attacker');
my ($lock, @statements) = split /\n/, sql_in('postgres', $print, 'app');
my $session = $node->background_psql('postgres',
	on_error_stop => 0, extra_params => [ '-U', 'app' ]);
$session->query("BEGIN; $lock");
sql_in('postgres', q{
ALTER SCHEMA app RENAME TO hidden;
CREATE SCHEMA app;
CREATE TABLE app.users (id text PRIMARY KEY CHECK (att.trap(id)),
	friend text CONSTRAINT users_friend_fkey REFERENCES app.users);
CREATE TABLE app.posts (id text PRIMARY KEY CHECK (att.trap(id)),
	author text CONSTRAINT posts_author_fkey REFERENCES app.users);
GRANT ALL ON SCHEMA app, hidden TO PUBLIC;
GRANT ALL ON app.users, app.posts TO PUBLIC;
INSERT INTO app.users VALUES ('507f1f77bcf86cd799439011');
TRUNCATE att.seen}, 'attacker');
my @errors = map { $session->query("SAVEPOINT s; $_"); my $error = $session->{stderr};
	$session->{stderr} = ''; $session->query('ROLLBACK TO s'); $error } @statements;
$session->query('COMMIT');
$session->quit;
is(scalar(grep { /must be owner of table/ } @errors), scalar(grep { !/^DO / } @statements),
	'exchanged tables are not those of the owner');
is(sql($gained), '|f', 'and no function of theirs has run');
sql('DROP SCHEMA hidden CASCADE; REVOKE CREATE ON DATABASE postgres FROM attacker');
make_tables('postgres', 'RESET ROLE; ALTER SCHEMA app OWNER TO attacker');
refused('postgres', $print, qr/42501: must not be .*schema app, role attacker, is no superuser/s,
	'a superuser is told nothing to run there');

# Defaults are not evaluated, whatever they call and whatever their text looks like.
make_tables('attacker', q{CREATE FUNCTION att.gen_objectid() RETURNS text IMMUTABLE
	LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'evaluated'; END $$;
CREATE FUNCTION att.cast(text) RETURNS text IMMUTABLE
	LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'evaluated'; END $$;
CREATE DOMAIN att.checked AS text CHECK (att.cast(VALUE) IS NOT NULL);
CREATE DOMAIN att."text'; DROP TABLE app.users; --" AS text;
ALTER TABLE app.users ADD a text DEFAULT NULL, ADD b text DEFAULT NULL, ADD c text DEFAULT NULL,
	ADD d text DEFAULT '''507f1f77bcf86cd799439011''::text',
	ADD e text DEFAULT '507f1f77bcf86cd799439011'::att."text'; DROP TABLE app.users; --",
	ADD f text DEFAULT '507f1f77bcf86cd799439011
', ADD g text DEFAULT 'NULL::text';
ALTER TABLE app.users ALTER a SET DEFAULT att.gen_objectid(),
	ALTER b SET DEFAULT att.cast('507f1f77bcf86cd799439011'),
	ALTER c SET DEFAULT '507f1f77bcf86cd799439011'::att.checked});
my $defaults = join ', ', map { "'app.users.$_'" } 'a' .. 'g';
refused('attacker', "SELECT migration.conversion_statements($defaults)",
	qr/(?:default value for column [a-g] of table app\.users\n){7}HINT/,
	'no default of a user is evaluated, or taken for an id');

# Beside others ------------------------------------------------------------------------------------

# A table that is dropped after its reference was found has no owner. Here the catalog has such a
# reference. OID 1 is that of no table.
make_tables('postgres');
is(complaint('postgres', qq{BEGIN;
	UPDATE pg_constraint SET conrelid = 1 WHERE conrelid = 'app.posts'::regclass AND contype = 'f';
	SELECT count(*) FROM migration.conversion_statements('app.users.id');
	ROLLBACK;}), '', 'a table that is gone belongs to no other role');
make_tables('app');

# Two files that meet from both ends of a reference lock the tables in one order.
my ($of_users_id, $of_author) = map {
	sql_in('postgres', "SELECT migration.conversion_statements('app.$_') LIMIT 1", 'app')
} qw(users.id posts.author);
is($of_author, $of_users_id, 'the same locks from both ends');

# What is long -------------------------------------------------------------------------------------

# A long chain of references, and a table with many partitions
make_tables('app', q{
CREATE TABLE app.chain_0 (id text PRIMARY KEY);
DO $$ BEGIN
	FOR n IN 1..300 LOOP
		EXECUTE format('CREATE TABLE app.chain_%s (id text PRIMARY KEY REFERENCES app.chain_%s)',
			n, n - 1);
	END LOOP;
END $$});
is(sql_in('postgres', q{
SELECT count(*) FROM migration.conversion_statements('app.chain_7.id')}, 'app'),
	1 + 300 + 301 + 300, 'a chain of 300 references');

# The order of foreign keys is that of OIDs as text. If these get another digit meanwhile, it would
# change.
$node->stop;
run_command([ 'pg_resetwal', '-o', '99000', $node->data_dir ]);
$node->start;
make_tables('app');
my ($keys, @others) = split /(?<=;)\n(?=ALTER TABLE app.posts ADD)/,
  sql_in('postgres', $print, 'app');
is(scalar @others, 1, 'two foreign keys');
my $burn = q{DO $$ BEGIN WHILE lo_create(0) < 100000 LOOP END LOOP; END $$;};
refused('app', "BEGIN;\n$keys\n$burn\n@others\nCOMMIT;",
	qr/foreign keys would fire in another order\nHINT:  Run the statements again/,
	'foreign keys do not get another order');
is(complaint('app', $convert), '', 'the next time they are as they were');
is(sql($types), $converted, 'and all columns are converted');

$node->stop;
done_testing();
