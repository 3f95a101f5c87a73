// node-postgres, in the text format of the protocol: it reads each field as UTF-8, which would
// destroy bytes
// SPDX-License-Identifier: PostgreSQL
// needs: npm
'use strict';
const { A, B, TIME, MALFORMED, check, refused, run } = require('./checks.js');

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
    await client.end();

    const pool = new pg.Pool({ max: 2 });
    await registerObjectId(pool);
    const query = () => pool.query('SELECT id FROM orders WHERE id = $1', [id]);
    const inPool = await Promise.all([query(), query()]);
    check('a pool', inPool.map((result) => result.rows[0].id), [id, id]);
    await pool.end();
});
