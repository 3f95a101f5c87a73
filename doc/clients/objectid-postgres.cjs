// objectid for Postgres.js, as the ObjectId of MongoDB's driver: const sql = await connect(options)
// SPDX-License-Identifier: PostgreSQL
'use strict';
const postgres = require('postgres');
const { ObjectId } = require('bson');

// Oids differ from database to database, so ask first. Arrays follow by themselves.
async function connect(options) {
    const first = postgres(options);
    const [{ oid }] = await first`SELECT 'objectid'::regtype::oid AS oid`;
    await first.end();
    return postgres({
        ...options,
        types: {
            objectid: {
                to: oid,
                from: [oid],
                serialize: (id) => id.toString(),
                parse: (text) => new ObjectId(text),
            },
        },
    });
}

module.exports = { connect };
