# The vectors of test/data/vectors.md, which are those of specifications and other libraries: what a
# row says of a value, our functions say.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

start_server('main', "timezone = 'UTC'");
sql(q{
CREATE EXTENSION objectid;
CREATE FUNCTION is_refused(input text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RETURN input::objectid IS NULL;
EXCEPTION WHEN invalid_text_representation THEN
	RETURN true;
END
$$;
});

# expect(KIND, COUNT, COLUMNS, LAW): the law is true of so many rows of a kind. After the label come
# columns of these names. (A row whose first one is not in back quotes describes a value.)
my $page = slurp_file("$top/test/data/vectors.md");
sub expect
{
	my ($kind, $count, $columns, $law) = @_;
	my $last = split /,/, $columns;
	my @rows;
	for my $line ($page =~ /^\| ($kind-\d+ \| `.*)/mg)
	{
		my @cells = split / \| /, $line;
		push @rows, '(' . join(', ', map { "'" . s/^`(.*)`$/$1/r . "'" } @cells[0 .. $last]) . ')';
	}
	is(scalar @rows, $count, "$kind: rows");
	my $table = 'FROM (VALUES ' . join(', ', @rows) . ") v (label, $columns)";
	is(sql("SELECT label $table WHERE ($law) IS NOT TRUE"), '', "$kind: as the rows say");
	return;
}

expect('OV', 37, 'input, output, unix_s, utc', q{
	input::objectid::text = output AND objectid_timestamp(input::objectid) = utc::timestamptz
	AND extract(epoch FROM objectid_timestamp(input::objectid)) = unix_s::bigint});
expect('OI', 24, 'input', q{CASE
	WHEN label IN ('OI-55', 'OI-57') THEN input::objectid = '4d88e15b60f486e428412dc9'
	ELSE is_refused(input) END});
expect('OC', 12, '"left", "right", sign', q{CASE sign
	WHEN '<' THEN "left"::objectid < "right"::objectid
	WHEN '=' THEN "left"::objectid = "right"::objectid
	WHEN '>' THEN "left"::objectid > "right"::objectid END});
expect('UT', 10, 'id, version, ticks, utc', q{CASE version
	WHEN 'v1' THEN uuid_v1_timestamp(id::uuid)
	WHEN 'v6' THEN uuid_v6_timestamp(id::uuid) END = left(utc, 26)::timestamptz
	AND extract(epoch FROM left(utc, 26)::timestamptz) * 1000000
		= div(ticks::numeric, 10) - 12219292800000000});
expect('U7', 4, 'id, unix_ms, utc', q{uuid_v7_timestamp(id::uuid) = utc::timestamptz
	AND extract(epoch FROM utc::timestamptz) * 1000 = unix_ms::bigint});
expect('UC', 3, 'v1, v6', q{
	uuid_v1_to_v6(v1::uuid) = v6::uuid AND uuid_v6_to_v1(v6::uuid) = v1::uuid});
expect('UV', 19, 'id, expected', q{
	(uuid_is_v6(id::uuid), uuid_is_v7(id::uuid), uuid_is_v8(id::uuid),
		uuid_v1_timestamp(id::uuid) IS NOT NULL)
	= (expected ~ 'version 6', expected ~ 'version 7', expected ~ 'version 8',
		expected ~ 'version 1(,|$)')});
expect('MU', 7, 'id, masked, key', q{
	mask_uuid_v7(id::uuid, decode(key, 'hex')) = masked::uuid
	AND unmask_uuid_v7(masked::uuid, decode(key, 'hex')) = id::uuid});
expect('MO', 7, 'id, masked, key', q{
	mask_objectid(id::objectid, decode(key, 'hex')) = masked::objectid
	AND unmask_objectid(masked::objectid, decode(key, 'hex')) = id::objectid});
expect('D7', 9, 'id, unix_s, utc, places, rfc_utc', q{
	uuid_v7_draft01_timestamp(id::uuid) = utc::timestamptz
	AND floor(extract(epoch FROM utc::timestamptz)) = unix_s::bigint
	AND date_trunc('second', uuid_v7_timestamp(id::uuid)) = rfc_utc::timestamptz});

done_testing();
