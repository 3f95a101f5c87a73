-- What several of the tests use.

-- Columns that hold one version of uuid
CREATE DOMAIN v6_id AS uuid CHECK (uuid_is_v6(VALUE));
CREATE DOMAIN v7_id AS uuid CHECK (uuid_is_v7(VALUE));
CREATE DOMAIN v8_id AS uuid CHECK (uuid_is_v8(VALUE));

-- How a statement fails: SQLSTATE | message | detail | hint.
CREATE FUNCTION error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    state text;
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'none';
EXCEPTION WHEN others THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
        detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' | ', state, message, nullif(detail, ''), nullif(hint, ''));
END
$$;
