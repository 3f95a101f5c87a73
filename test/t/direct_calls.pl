# C code that calls functions without a FmgrInfo, as by DirectFunctionCall, gets the result or an
# error.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $code = <<'EOC';
#include "postgres.h"

#include "catalog/pg_proc.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

PG_MODULE_MAGIC;

/* call_directly(function oid, VARIADIC "any") RETURNS text */
PG_FUNCTION_INFO_V1(call_directly);
Datum
call_directly(PG_FUNCTION_ARGS)
{
	LOCAL_FCINFO(direct, FUNC_MAX_ARGS);
	const Oid function = PG_GETARG_OID(0);
	HeapTuple tuple;
	bool is_null;
	char *symbol;
	PGFunction address;
	Oid output;
	bool is_varlena;
	Datum result;

	/* Not by fmgr_info(), whose address is another one if the function has a SET clause. */
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	symbol = TextDatumGetCString(SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null));
	ReleaseSysCache(tuple);
	address = (PGFunction) load_external_function("$libdir/objectid", symbol, true, NULL);
	InitFunctionCallInfoData(*direct, NULL, PG_NARGS() - 1, InvalidOid, NULL, NULL);
	for (int i = 1; i < PG_NARGS(); ++i)
		direct->args[i - 1] = fcinfo->args[i];
	result = address(direct);
	if (direct->isnull)
		PG_RETURN_NULL();
	getTypeOutputInfo(get_func_rettype(function), &output, &is_varlena);
	PG_RETURN_TEXT_P(cstring_to_text(OidOutputFunctionCall(output, result)));
}
EOC
my $dir = PostgreSQL::Test::Utils::tempdir();
append_to_file("$dir/direct.c", $code);
my ($include) = run_command([ 'pg_config', '--includedir-server' ]);
my @compile = ('cc', '-shared', '-fPIC', "-I$include", '-o', "$dir/direct.so", "$dir/direct.c");
plan skip_all => 'no C compiler' unless eval { IPC::Run::run(\@compile) };

my $node = start_server('main', shared_generators());
sql('CREATE EXTENSION objectid');
create_calls('postgres');
sql(qq{
CREATE FUNCTION call_directly(oid, VARIADIC "any") RETURNS text AS '$dir/direct.so' LANGUAGE c;
CREATE FUNCTION call_directly(oid) RETURNS text AS '$dir/direct.so' LANGUAGE c;
CREATE TABLE written (id objectid PRIMARY KEY DEFAULT gen_objectid(),
	at uuid UNIQUE DEFAULT uuid_v7(), n bigserial UNIQUE,
	changed timestamptz DEFAULT clock_timestamp())});

# A new type of an argument is a pair here.
my $given = q{jsonb_object('{
	objectid, "objectid ''6955b9000123456789abcdef''",
	objectid[], "''{{6955b9000123456789abcdef,NULL}}''::objectid[]",
	uuid, "uuid ''019b7c60-1234-7000-8000-000000000000''",
	uuid_v1_to_v6 uuid, "uuid ''c232ab00-9414-11ec-b3c8-9f6bdeced846''",
	uuid_v6_to_v1 uuid, "uuid ''1ec9414c-232a-6b00-b3c8-9f6bdeced846''",
	uuid_objectid uuid, "uuid ''00000000-6955-b900-0123-456789abcdef''",
	timestamp with time zone, "timestamptz ''2026-01-01 00:00:00+00''",
	timestamp without time zone, "timestamp ''2026-01-01''", date, "date ''2026-01-01''",
	tstzrange, "tstzrange ''[2026-01-01 00:00:00+00,)''",
	unmask_uuid_v7 uuid, "uuid ''019b7c60-1234-4000-8000-000000000000''",
	bytea, "''\\\\x6955b9000123456789abcdef00000000''::bytea",
	bytea_objectid bytea, "''\\\\x6955b9000123456789abcdef''::bytea",
	json, "json ''null''", jsonb, "jsonb ''{\"a\": 1}''", jsonb_objectid jsonb, "jsonb ''null''",
	cstring, "cstring ''6955b9000123456789abcdef''",
	text, "text ''us''", ejson_to_jsonb text, "text ''java''", ejson_fields text, "text ''java''",
	bigint, "bigint ''1''",
	integer, "integer ''9''", uuid_v8_draft01 integer, "integer ''60''",
	uuid_v8_draft01_timestamp integer, "integer ''60''", regclass, "regclass ''written''"}')};
my @calls = map { [ split /\|/ ] } split /\n/, sql(qq{
SELECT f.oid::regprocedure, provolatile, format('%s(%s)', f.oid::regproc, arguments),
	format('call_directly(%s)', concat_ws(', ', f.oid, arguments))
FROM member JOIN pg_proc f ON classid = 'pg_proc'::regclass AND objid = f.oid
	JOIN pg_language l ON l.oid = prolang,
	LATERAL (
		SELECT string_agg(value_of($given, f.oid, proname, type), ', ' ORDER BY n)
		FROM unnest(proargtypes::oid[]) WITH ORDINALITY argument (type, n)) s (arguments)
WHERE lanname = 'c' AND prorettype <> 'internal'::regtype
	AND 'internal'::regtype <> ALL (proargtypes::oid[])
ORDER BY 1});
cmp_ok(@calls, '>', 80, @calls . ' functions');

# What a call has to be told by its FmgrInfo, or by who calls a set-returning function.
my %errors = (
	qr/^counter_/ => 'column "name" of relation "written" does not exist',
	qr/^ejson_fields/ => 'set-valued function called in context that cannot accept a set');

for (@calls)
{
	my ($function, $volatility, $call, $direct_call) = @$_;
	my ($status, $out, $errors) = $node->psql('postgres',
		$volatility eq 'i'
		? "SELECT format('%s', $call) = coalesce($direct_call, '')"
		: "SELECT $direct_call IS NOT NULL",
		on_error_stop => 1);
	if (my ($of) = grep { $function =~ $_ } keys %errors)
	{
		like($errors, qr/ERROR:  \Q$errors{$of}\E/, "$function: an error");
	}
	else
	{
		is("$errors$out", 't', "$function: the result");
	}
}

$node->stop;
done_testing();
