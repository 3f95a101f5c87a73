// objectid for node-postgres (and Knex, Drizzle, TypeORM on it), as the ObjectId of MongoDB's driver
// SPDX-License-Identifier: PostgreSQL
'use strict';
const pg = require('pg');
const { ObjectId } = require('bson');

// How a parameter is written. Without it, node-postgres would send JSON, digits in double quotes.
ObjectId.prototype.toPostgres = function () {
    return this.toHexString();
};

// How a result is read, on every client from then on. Oids differ from database to database.
async function registerObjectId(client) {
    const { rows } = await client.query("SELECT oid, typarray FROM pg_type WHERE oid = 'objectid'::regtype");
    const parseArray = pg.types.getTypeParser(1009); // of text[]
    pg.types.setTypeParser(rows[0].oid, 'text', (text) => new ObjectId(text));
    pg.types.setTypeParser(rows[0].typarray, 'text', (text) => parseArray(text).map((id) => id && new ObjectId(id)));
}

module.exports = { registerObjectId };
