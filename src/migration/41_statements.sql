-- The statements that make tables, and those that remove them.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION migration.inserts(of_collection text, mapping jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tab jsonb;
    part record;
    names text;
    staged_names text;
BEGIN
    FOR tab IN SELECT jsonb_array_elements(mapping->'tables') LOOP
        SELECT string_agg(quote_ident(c->>'name'), ', ' ORDER BY i),
            string_agg(quote_ident(migration.unique_name(c->>'name', '{staged_n}')), ', '
                ORDER BY i)
        INTO names, staged_names
        FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i);
        FOR part IN SELECT r.*, r.documents = r.total AS is_last
            FROM migration.ranges(of_collection, 100000) AS r LOOP
            RETURN NEXT format(E'INSERT INTO %I.%I (%s)\nSELECT %s FROM migration.%I%s;',
                tab->>'schema', tab->>'table', names, staged_names,
                migration.view_name(tab->>'table', '_rows'),
                CASE WHEN part.after = 0 AND part.is_last THEN ''
                    WHEN part.is_last THEN format(E'\nWHERE staged_n > %s', part.after)
                    ELSE format(E'\nWHERE staged_n > %s AND staged_n <= %s', part.after, part.upto)
                END);
        END LOOP;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.inserts(text, jsonb) IS
    'the statements that insert rows of the staged documents';

CREATE FUNCTION migration.statements(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path')) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on AS $$
DECLARE
    mapping jsonb := migration.map_collection(collection, types_from);
    tables jsonb := mapping->'tables';
    tab jsonb;
    name text;
    view text;
BEGIN
    FOR tab IN SELECT jsonb_array_elements(tables) LOOP
        name := format('%I.%I', tab->>'schema', tab->>'table');
        RETURN NEXT format(E'CREATE TABLE %s (\n%s\n);', name, (
            SELECT string_agg(format('    %I %s%s', c->>'name', migration.declared(c->>'type'),
                CASE WHEN c->>'path' = '$._id' AND c ? 'key' AND c->>'type' = 'objectid'
                        AND NOT c ? 'of_parent'
                    THEN format(' DEFAULT %s.gen_objectid()', migration.extension())
                    WHEN (c->>'required')::boolean AND NOT c ? 'key' THEN ' NOT NULL' END),
                E',\n' ORDER BY i) || format(E',\n    PRIMARY KEY (%s)',
                string_agg(quote_ident(c->>'name'), ', ' ORDER BY i) FILTER (WHERE c ? 'key'))
            FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i)));
        RETURN NEXT format('COMMENT ON TABLE %s IS %L;', name,
            format('collection %L, path %s', collection, tab->>'path'));
    END LOOP;
    FOR tab IN SELECT jsonb_array_elements(tables) LOOP
        view := format('migration.%I', migration.view_name(tab->>'table', '_rows'));
        RETURN NEXT format(E'CREATE VIEW %s (staged_n, %s) AS\nSELECT s.n,\n%s\nFROM %s\n'
            'WHERE s.collection = %L;', view,
            (SELECT string_agg(quote_ident(migration.unique_name(c->>'name', '{staged_n}')), ', '
                ORDER BY i)
                FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i)),
            (SELECT string_agg('    ' || (c->>'expression'), E',\n' ORDER BY i)
                FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i)),
            tab->>'from', collection);
        RETURN NEXT format('COMMENT ON VIEW %s IS %L;', view, format(
            'collection %L, path %s: rows of the staged documents', collection, tab->>'path'));
    END LOOP;
    RETURN QUERY SELECT migration.inserts(collection, mapping);
    FOR tab IN SELECT jsonb_array_elements(tables) LOOP
        IF tab ? 'parent_table' THEN
            RETURN NEXT format(E'ALTER TABLE %I.%I ADD FOREIGN KEY (%s)\n'
                '    REFERENCES %1$I.%4$I (%5$s) ON DELETE CASCADE;', tab->>'schema', tab->>'table',
                (SELECT string_agg(quote_ident(c->>'name'), ', ' ORDER BY i)
                    FROM jsonb_array_elements(tab->'keys') WITH ORDINALITY AS e (c, i)
                    WHERE c ? 'of_parent' AND i < jsonb_array_length(tab->'keys')),
                tab->>'parent_table',
                (SELECT string_agg(quote_ident(c->>'of_parent'), ', ' ORDER BY i)
                    FROM jsonb_array_elements(tab->'keys') WITH ORDINALITY AS e (c, i)
                    WHERE c ? 'of_parent' AND i < jsonb_array_length(tab->'keys')));
        END IF;
        RETURN NEXT format('ANALYZE %I.%I;', tab->>'schema', tab->>'table');
    END LOOP;
    view := format('migration.%I', migration.view_name(tables->0->>'table', '_documents'));
    RETURN NEXT format(E'CREATE VIEW %s (document, %s) AS\n'
        'SELECT pg_catalog.jsonb_strip_nulls(%s), %s\nFROM %I.%I AS t0;', view,
        (SELECT string_agg('key_' || i, ', ' ORDER BY i)
            FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (c, i)),
        mapping->>'document',
        (SELECT string_agg(format('t0.%I', c->>'name'), ', ' ORDER BY i)
            FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (c, i)),
        tables->0->>'schema', tables->0->>'table');
    RETURN NEXT format('COMMENT ON VIEW %s IS %L;', view,
        format('collection %L, path $: plain JSON of the documents, made of the rows', collection));
END
$$;
COMMENT ON FUNCTION migration.statements(text, text) IS
    'prints what makes tables of a collection: definitions, views there and back, INSERTs';

CREATE FUNCTION migration.relations_of(of_collection text)
RETURNS TABLE (relation oid, relname text, nspname text, relkind "char", path text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT c.oid, c.relname, n.nspname, c.relkind,
        substr(d.description, length(format('collection %L, path ', of_collection)) + 1)
    FROM pg_description AS d
        JOIN pg_class AS c ON c.oid = d.objoid
        JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE d.classoid = 'pg_class'::regclass AND d.objsubid = 0 AND c.relkind IN ('r', 'p', 'v')
        AND starts_with(d.description, format('collection %L, path $', of_collection))
$$;
COMMENT ON FUNCTION migration.relations_of(text) IS
    'the tables and views that statements made for a collection, which their comments tell';

CREATE FUNCTION migration.undo(collection text) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT format('DROP %s %s.%I;', CASE m.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END,
        migration.trusted(m.nspname), m.relname)
    FROM migration.relations_of(collection) AS m
    ORDER BY m.relkind = 'v' DESC, length(m.path) DESC, m.relname
$$;
COMMENT ON FUNCTION migration.undo(text) IS
    'prints what removes the tables and views that were made for a collection, to start anew';
