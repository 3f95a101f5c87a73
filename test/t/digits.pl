# Digit ids: permute_digits() against another program, several sessions with it, and random digits
# with a unique index and another try.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main');
sql('CREATE EXTENSION objectid');

# Another program ----------------------------------------------------------------------------------

SKIP:
{
	my $dir = PostgreSQL::Test::Utils::tempdir();
	my $oracle = "$top/test/oracles/permute_digits.py";
	my $error = '';
	skip 'python3 is not installed', 2
	  unless eval { IPC::Run::run([ 'python3', '--version' ], '>', '/dev/null', '2>', \$error) };

	# The ends and random points of each count of digits, with keys of all lengths around the block
	# of SHA-256.
	my $seed = seeded();
	sql(qq{
SELECT setseed($seed / 2147483648.0);
CREATE TABLE asked AS
	SELECT digits, number, decode(repeat(md5(random()::text), 4), 'hex') AS key
	FROM generate_series(1, 18) digits, LATERAL (
		SELECT unnest(ARRAY[0, 10::numeric ^ digits - 1]) UNION ALL
		SELECT floor(random()::numeric * 10::numeric ^ digits)
		FROM generate_series(1, 8)) n (number);
UPDATE asked SET key = substring(key, 1, 1 + (random() * 69)::int);
UPDATE asked SET key = key || key || key WHERE random() < 0.1;
COPY (SELECT digits, number::bigint, key FROM asked) TO '$dir/asked' (FORMAT csv)});
	my @files = ('<', "$dir/asked", '>', "$dir/answered", '2>', \$error);
	ok(IPC::Run::run([ 'python3', $oracle ], @files), 'another program permutes') or diag($error);
	is(sql(qq{
CREATE TABLE answered (digits int, number bigint, key bytea, place bigint);
COPY answered FROM '$dir/answered' (FORMAT csv);
SELECT count(*), count(*) FILTER (WHERE permute_digits(number, digits, key) = place
	AND unpermute_digits(place, digits, key) = number)
FROM answered}),
		'180|180', 'as permute_digits and unpermute_digits do');
}

# Several sessions ---------------------------------------------------------------------------------

# All of the numbers, each once, whoever writes, into partitions too; nobody waits or fails.
sql(q{
CREATE SEQUENCE numbers MINVALUE 0;
CREATE TABLE voucher (
	code bigint DEFAULT permute_digits(nextval('numbers'), 4, 'key'), who int NOT NULL,
	UNIQUE (code, who)) PARTITION BY HASH (who);
SELECT format('CREATE TABLE voucher_%s PARTITION OF voucher
	FOR VALUES WITH (MODULUS 3, REMAINDER %s)', n, n) FROM generate_series(0, 2) n \gexec
});
writers('-c 8 -t 125', '8 writers take all numbers of four digits',
	'INSERT INTO voucher (who) SELECT :client_id FROM generate_series(1, 10);');
is(sql('SELECT count(*), count(DISTINCT code), min(code), max(code) FROM voucher'),
	'10000|10000|0|9999', 'each is there once');
is(error_of('INSERT INTO voucher (who) VALUES (1)'),
	'22003: number out of range: 10000', 'then there are no more');

# Of a counter, a number that is rolled back is given again.
sql(q{
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
SELECT counter_create('counter', 'ticket', start_value => 0);
CREATE TABLE ticket (
	code bigint PRIMARY KEY DEFAULT permute_digits(counter_next('counter', 'ticket'), 3, 'key'))});
writers('-c 8 -t 50', '8 writers with a counter, of which one in three rolls back',
	rolled_back('INSERT INTO ticket DEFAULT VALUES'));
is(sql(q{SELECT max(unpermute_digits(code, 3, 'key')) = count(*) - 1 FROM ticket}),
	't', 'their numbers have no gaps');

# Random digits, a unique index, and another try ---------------------------------------------------

sql(q{
CREATE TABLE account (id bigint PRIMARY KEY, who int);
CREATE FUNCTION open_account(who int, skipping boolean) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	made bigint;
BEGIN
	WHILE made IS NULL LOOP
		IF skipping THEN
			INSERT INTO account VALUES (gen_random_digits(3), open_account.who)
				ON CONFLICT (id) DO NOTHING RETURNING id INTO made;
		ELSE
			BEGIN
				INSERT INTO account VALUES (gen_random_digits(3), open_account.who)
					RETURNING id INTO made;
			EXCEPTION WHEN unique_violation THEN
			END;
		END IF;
	END LOOP;
	RETURN made;
END $$});
foreach my $skipping ('true', 'false')
{
	my $way = $skipping eq 'true' ? 'skipping' : 'catching the error of';
	writers('-c 8 -t 100', "8 writers take 800 numbers of 1,000, $way those that are taken",
		"SELECT open_account(:client_id, $skipping);");
	is(sql('SELECT count(*), count(DISTINCT id), min(id) >= 0, max(id) <= 999 FROM account'),
		'800|800|t|t', 'none fails');
	sql('TRUNCATE account');
}

$node->stop;
done_testing();
