# Readers that poll tables t1, t2 and so on while others write to them, and whether each has read
# every row once and in order.
# SPDX-License-Identifier: PostgreSQL
#
#     create_readers('INSERT INTO place (reader, t, type, key, source) ...');
#     start_readers($node);
#     check_readers();
package readers;

use strict;
use warnings;

use Exporter qw(import);
use IPC::Run ();
use test_server;

our @EXPORT = qw(create_readers start_readers end_of_readers check_readers);

# create_readers(SQL): fills place. What a reader polls is the column id of source, in which %1$s is
# the last one read; type and key are those of the table's column. If there is a bound, it is found
# by an earlier statement, and is $1 in the source. The naive readers are to miss rows.
sub create_readers
{
	my ($fill) = @_;
	return sql(q{
CREATE TABLE place (reader text, t int, type text, key text, source text, bound text, id text,
	PRIMARY KEY (reader, t));
CREATE TABLE seen (place bigserial, reader text, t int, id text);
CREATE TABLE stop ();

-- One batch of one table. Times have ties, so all of them are read.
CREATE FUNCTION read_next(reader text, number int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	polled place := (SELECT p FROM place p WHERE (p.reader, p.t) = (read_next.reader, number));
	last_id text := coalesce(polled.id, CASE polled.type
		WHEN 'uuid' THEN '00000000-0000-0000-0000-000000000000' WHEN 'bigint' THEN '0'
		WHEN 'objectid' THEN '000000000000000000000000' ELSE '-infinity' END);
	query text := format('SELECT id::text FROM (%s) r ORDER BY r.id',
		format(polled.source, quote_literal(last_id) || '::' || polled.type));
	bound text;
	ids text[];
	next text;
	batch refcursor;
BEGIN
	IF reader = 'cursor' THEN
		OPEN batch FOR EXECUTE query;
		PERFORM pg_sleep(0.001);
		LOOP
			FETCH batch INTO next;
			EXIT WHEN NOT FOUND;
			ids := ids || next;
		END LOOP;
		CLOSE batch;
	ELSE
		IF polled.bound IS NOT NULL THEN
			EXECUTE 'SELECT ' || polled.bound INTO bound;
		END IF;
		EXECUTE format('SELECT array_agg(id) FROM (%s) s', query) INTO ids USING bound;
	END IF;
	INSERT INTO seen (reader, t, id) SELECT reader, number, next_id FROM unnest(ids) next_id;
	UPDATE place p SET id = ids[cardinality(ids)]
	WHERE (p.reader, p.t) = (read_next.reader, number) AND ids IS NOT NULL;
	RETURN coalesce(cardinality(ids), 0);
END
$$;
CREATE PROCEDURE read_on(reader text) LANGUAGE plpgsql AS $$
DECLARE
	rows bigint;
	number int;
	stopping boolean;
	is_to_commit boolean;
BEGIN
	LOOP
		stopping := EXISTS (SELECT FROM stop);
		-- Seldom, since nothing is removed meanwhile of what others have updated.
		is_to_commit := reader <> 'one transaction' OR random() < 0.02;
		rows := 0;
		FOREACH number IN ARRAY (
			SELECT array_agg(p.t ORDER BY p.t) FROM place p WHERE p.reader = read_on.reader)
		LOOP
			IF is_to_commit THEN
				COMMIT;
			END IF;
			rows := rows + read_next(reader, number);
		END LOOP;
		IF is_to_commit THEN
			COMMIT;
		END IF;
		EXIT WHEN stopping AND rows = 0;
		PERFORM pg_sleep(0.002);
	END LOOP;
END
$$;
}, "$fill;");
}

# A connection for each call
my $fresh = q{
while stopping=$(psql -XAtqc 'SELECT count(*) FROM stop'); do
	rows=0
	for t in $(psql -XAtqc "SELECT t FROM place WHERE reader = 'new sessions'"); do
		read=$(psql -XAtqc "SELECT read_next('new sessions', $t)") || exit
		rows=$((rows + read))
	done
	[ "$stopping" = 0 ] || [ "$rows" != 0 ] || exit 0
done};

my %reader;

# start_readers(NODE): one process each, at the isolation level that the reader is named after.
sub start_readers
{
	my ($node) = @_;
	local @ENV{qw(PGHOST PGPORT PGDATABASE)} = ($node->host, $node->port, 'postgres');
	for my $name (split /\n/, sql('SELECT DISTINCT reader FROM place'))
	{
		my $level = $name =~ /repeatable|serializable/ ? $name =~ s/ /\\ /r : 'read\\ committed';
		local $ENV{PGOPTIONS} = "-c default_transaction_isolation=$level";
		my @command = ('psql', '-XAtqc', "CALL read_on('$name')");
		@command = ('sh', '-c', $fresh) if $name eq 'new sessions';
		$reader{$name} = { errors => '' };
		$reader{$name}{run} =
		  IPC::Run::start(\@command, '>', \my $ignored, '2>', \$reader{$name}{errors});
	}
	return;
}

# Returns when all have ended.
sub end_of_readers
{
	$_->{run}->finish for values %reader;
	return;
}

# Counts the rows of a table that a reader has missed, read more often than they are there, and out
# of order.
sub result_of
{
	my ($name, $t, $type, $key) = @_;
	return qq{(
WITH s AS MATERIALIZED (SELECT place, id FROM seen WHERE reader = '$name' AND t = $t),
	w AS MATERIALIZED (SELECT $key\::text AS id, count(*) FROM t$t GROUP BY 1),
	r AS MATERIALIZED (SELECT id, count(*) FROM s GROUP BY 1)
SELECT '$name' AS reader, $t AS t, '$type', (SELECT count(*) FROM t$t),
	(SELECT coalesce(sum(w.count - coalesce(r.count, 0)), 0) FROM w LEFT JOIN r USING (id)
		WHERE w.count > coalesce(r.count, 0)) AS missed,
	(SELECT count(*) FROM r LEFT JOIN w USING (id)
		WHERE r.count > coalesce(w.count, 0)) AS repeated,
	(SELECT count(*) FROM (SELECT id::$type AS id, lag(id::$type) OVER (ORDER BY place) AS before
		FROM s) o WHERE id < before) AS disordered)};
}

# One test for each reader and each table, when the writers have ended.
sub check_readers
{
	# Ids of this second and of this millisecond come when it is over.
	sql('SELECT pg_sleep(1.1); INSERT INTO stop DEFAULT VALUES');
	end_of_readers();
	is($reader{$_}{errors}, '', "$_: no error") for sort keys %reader;
	sql('CREATE INDEX ON seen (reader, t, id); ANALYZE');
	my @results =
	  map { result_of(split /\|/) } split /\n/, sql('SELECT reader, t, type, key FROM place');
	my %missed;
	for (split /\n/, sql(join(' UNION ALL ', @results) . ' ORDER BY reader, t'))
	{
		my ($name, $t, $type, $written, $missed, $wrong) = split /\|/, $_, 6;
		$missed{$name} += $missed;
		next if $name =~ /^naive/;
		is("$missed|$wrong", '0|0|0', "t$t, $type: $name: each of $written rows once and in order");
	}
	cmp_ok($missed{$_}, '>', 0, "$missed{$_} rows are missed: $_")
	  for grep { /^naive/ } sort keys %missed;
	return;
}

1;
