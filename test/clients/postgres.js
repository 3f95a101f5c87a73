// Postgres.js, which knows the text format only
// SPDX-License-Identifier: PostgreSQL
// needs: npm
'use strict';
const { A, B, TIME, MALFORMED, check, refused, run } = require('./checks.js');

const { ObjectId } = require('bson');
const { connect } = require('../../doc/clients/objectid-postgres.cjs');

run(async () => {
    const sql = await connect({ host: process.env.PGHOST, max: 1, onnotice: () => {} });
    await sql`
        CREATE TABLE orders (
            id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, items objectid[]
        )`;
    // recipe: use
    const [{ id }] = await sql`
        INSERT INTO orders (customer, items) VALUES (${A}, ${[A, B]}) RETURNING id`;
    const [found] = await sql`SELECT customer, items FROM orders WHERE id = ${id}`;
    const several = await sql`SELECT id FROM orders WHERE id = ANY (${[id, B]})`;
    // recipe: end
    const recent = await sql`SELECT id FROM orders WHERE id >= ${TIME}::timestamptz`;
    check('insert returns an ObjectId', id instanceof ObjectId);
    check('look-up with a parameter', { ...found }, { customer: A, items: [A, B] });
    check('look-up with an array', several.map((row) => row.id), [id]);
    check('time range', recent.map((row) => row.id), [id]);
    const [empty] = await sql`INSERT INTO orders (customer) VALUES (${null}) RETURNING customer`;
    check('NULL', empty.customer, null);
    const [byText] = await sql`SELECT id FROM orders WHERE customer = ${A.toHexString()}`;
    check('text as a parameter', byText.id, id);
    await refused('malformed input', '22P02', sql`SELECT * FROM orders WHERE id = ${MALFORMED}`);
    await sql.end();
});
