-- What create_calls of test_server.pm makes
CREATE VIEW public.member AS
	SELECT classid, objid, pg_describe_object(classid, objid, 0) AS name
	FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
	-- what comes with a type by itself
	AND (classid, objid) NOT IN (SELECT classid, objid FROM pg_depend WHERE deptype = 'i');

CREATE FUNCTION public.value_of(given jsonb, function oid, name text, type oid) RETURNS text STABLE
	RETURN coalesce(given ->> concat(function::regprocedure, ' ', type::regtype),
		given ->> concat(name, ' ', type::regtype), given ->> type::regtype::text,
		'NULL::' || type::regtype);

CREATE FUNCTION public.calls_of(given jsonb, OUT function regprocedure, OUT expression text)
RETURNS SETOF record STABLE
BEGIN ATOMIC
	SELECT f.oid, format(CASE WHEN proretset THEN '(SELECT count(*) FROM %s(%s))' ELSE '%s(%s)' END,
		f.oid::regproc, (
			SELECT string_agg(
				concat(CASE WHEN provariadic <> 0 AND n = pronargs THEN 'VARIADIC ' END,
					public.value_of(given, f.oid, proname, type)), ', ' ORDER BY n)
			FROM unnest(proargtypes::oid[]) WITH ORDINALITY argument (type, n)))
	FROM public.member JOIN pg_proc f ON classid = 'pg_proc'::regclass AND objid = f.oid
	WHERE NOT proargtypes::oid[] && ARRAY['internal'::regtype, 'cstring'::regtype]::oid[]
		AND prorettype <> 'internal'::regtype
	UNION ALL
	SELECT oprcode, format('%s OPERATOR(%s.%s) %s', public.value_of(given, oprcode, '', oprleft),
		oprnamespace::regnamespace, oprname, public.value_of(given, oprcode, '', oprright))
	FROM public.member JOIN pg_operator o ON classid = 'pg_operator'::regclass AND objid = o.oid
	UNION ALL
	SELECT castfunc, format('CAST(%s AS %s)', public.value_of(given, castfunc, 'cast', castsource),
		casttarget::regtype)
	FROM public.member JOIN pg_cast c ON classid = 'pg_cast'::regclass AND objid = c.oid;
END;
