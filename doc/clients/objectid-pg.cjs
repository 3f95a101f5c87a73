// objectid for node-postgres (and Knex, Drizzle, TypeORM on it), as the ObjectId of MongoDB's
// driver
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
    const { rows } = await client.query(
        "SELECT oid, typarray FROM pg_type WHERE oid = 'objectid'::regtype"
    );
    const { oid, typarray } = rows[0];
    const parseTextArray = pg.types.getTypeParser(1009); // of text[]
    const parse = (text) => text && new ObjectId(text);
    const parseArray = (text) => parseTextArray(text).map(parse);
    pg.types.setTypeParser(oid, 'text', parse);
    pg.types.setTypeParser(typarray, 'text', parseArray);
}

module.exports = { registerObjectId };
