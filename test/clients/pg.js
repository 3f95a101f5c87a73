// node-postgres, in the text format of the protocol
// SPDX-License-Identifier: PostgreSQL
// needs: npm
'use strict';
const fs = require('node:fs');
const { A, B, TIME, MALFORMED, check, refused, realIds, run } = require('./checks.js');

const pg = require('pg');
const { ObjectId } = require('bson');
// recipe: require
const { registerObjectId } = require('../../doc/clients/objectid-pg.cjs');
// recipe: end

run(async () => {
    const client = new pg.Client();
    await client.connect();
    await registerObjectId(client);

    await client.query(`
        CREATE TABLE orders (
            id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, items objectid[]
        )`);
    // recipe: use
    const inserted = await client.query(
        'INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING id', [A, [A, null, B]]
    );
    const id = inserted.rows[0].id;
    const found = await client.query('SELECT customer, items FROM orders WHERE id = $1', [id]);
    const several = await client.query('SELECT id FROM orders WHERE id = ANY ($1)', [[id, B]]);
    // recipe: end
    const recent = await client.query('SELECT id FROM orders WHERE id >= $1::timestamptz', [TIME]);
    check('insert returns an ObjectId', id instanceof ObjectId);
    check('look-up with a parameter', { ...found.rows[0] }, { customer: A, items: [A, null, B] });
    check('look-up with an array', several.rows.map((row) => row.id), [id]);
    check('time range', recent.rows.map((row) => row.id), [id]);
    const empty = await client.query(
        'INSERT INTO orders (customer) VALUES ($1) RETURNING customer', [null]
    );
    check('NULL', empty.rows[0].customer, null);
    const byText = await client.query(
        'SELECT id FROM orders WHERE customer = $1', [A.toHexString()]
    );
    check('text as a parameter', byText.rows[0].id, id);
    await refused(
        'malformed input', '22P02',
        client.query('SELECT * FROM orders WHERE id = $1', [MALFORMED])
    );

    const ids = realIds();
    const answer = ids.map((known) => [known, Math.floor(known.getTimestamp().getTime() / 1000)]);
    const { rows } = await client.query(`
        SELECT id, extract(epoch FROM objectid_timestamp(id))::float8 AS s
        FROM unnest($1::objectid[]) AS id`, [ids]);
    check('every id has the time that bson gives it', rows.map((row) => [row.id, row.s]), answer);
    const why = 'node-postgres reads each field as UTF-8, which destroys bytes';
    console.log(`ok - pg: binary # SKIP ${why}`);

    // Extended JSON, as the way back to MongoDB writes it, for those who read it with npm's bson
    const { EJSON } = require('bson');
    const written = await client.query(
        'SELECT objectid_to_ejson(id)::text AS json FROM unnest($1::objectid[]) AS id', [ids]
    );
    check(
        'every id comes back as Extended JSON',
        written.rows.map((row) => EJSON.parse(row.json)), ids
    );
    for (const name of ['sample', 'sample_canonical', 'sample_spaced']) {
        const file = `${process.env.OBJECTID_DATA}/mongoexport_${name}.json`;
        if (!fs.existsSync(file)) continue;
        const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
        const read = await client.query(`
            SELECT (line::jsonb->'_id')::objectid AS id
            FROM unnest($1::text[]) AS line`, [lines]);
        check(
            `mongoexport_${name}.json has the ids that bson reads`,
            read.rows.map((row) => row.id), lines.map((line) => EJSON.parse(line)._id)
        );
    }
    await client.end();

    const pool = new pg.Pool({ max: 2 });
    await registerObjectId(pool);
    const query = () => pool.query('SELECT id FROM orders WHERE id = $1', [id]);
    const inPool = await Promise.all([query(), query()]);
    check('a pool', inPool.map((result) => result.rows[0].id), [id, id]);
    await pool.end();
});
