# The order of ids that many sessions make at once.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', shared_generators() . q{
max_connections = 40
deadlock_timeout = '1min'
autovacuum = off});

# A column for each generator, with its name.
my %calls = map { s/\W//gr => $_ } @generators;
my @kinds = sort keys %calls;
my $columns = join ', ',
  map { ($_ eq 'gen_objectid' ? "$_ objectid" : "$_ uuid") . " DEFAULT $calls{$_}" } @kinds;

sql(qq{
CREATE EXTENSION objectid;
CREATE SEQUENCE moments;
-- in its first row, a session waits for the other fifteen
CREATE SEQUENCE arrivals;
CREATE FUNCTION meet() RETURNS boolean LANGUAGE plpgsql AS \$\$ BEGIN
	IF current_setting('made.met', true) IS NULL THEN
		PERFORM nextval('arrivals'), set_config('made.met', 'yes', false);
		WHILE (SELECT last_value FROM arrivals) < 16 LOOP PERFORM pg_sleep(0.01); END LOOP;
	END IF;
	RETURN true;
END \$\$;
CREATE UNLOGGED TABLE made (
	beginning bigint DEFAULT nextval('moments'), met boolean DEFAULT meet(), $columns,
	ending bigint DEFAULT nextval('moments'), pid int DEFAULT pg_backend_pid());
});

# A row takes a number of a sequence, then its ids, then another number. An id whose beginning comes
# after the ending of another one was begun when that one had been returned.
writers('-c 16 -j 4 -t 20', 'sixteen sessions make ids at once',
	'INSERT INTO made SELECT FROM generate_series(1, 50);');
is(sql('SELECT count(*), count(DISTINCT pid), bool_and(beginning < ending) FROM made'),
	'16000|16|t', 'all rows are there');
my $values = join ', ', map { "('$_', $_\::text)" } @kinds;
is(sql(qq{
WITH ids AS (
	SELECT kind, value COLLATE "C" AS id, beginning, ending
	FROM made, LATERAL (VALUES $values) v (kind, value)
), moments AS (
	SELECT kind, id AS begun, NULL AS ended, beginning AS at FROM ids
	UNION ALL SELECT kind, NULL, id, ending FROM ids
), compared AS (
	SELECT kind, begun, max(ended) OVER (PARTITION BY kind ORDER BY at) AS newest FROM moments
)
SELECT count(DISTINCT kind || begun), count(newest) > 0,
	coalesce(string_agg(DISTINCT kind, ' ') FILTER (WHERE begun <= newest), 'none')
FROM compared}),
	'160000|t|none', 'each id comes once, and is greater than all returned before it was begun');
is(sql(q{
SELECT count(*) > 0
FROM (SELECT pid, lag(pid) OVER w AS before, lag(ending) OVER w > beginning AS meanwhile
	FROM made WINDOW w AS (ORDER BY beginning)) s
WHERE pid <> before AND meanwhile}),
	't', 'sessions made them at the same time');

$node->stop;
done_testing();
