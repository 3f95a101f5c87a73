// Knex on node-postgres, with a migration
// SPDX-License-Identifier: PostgreSQL
// needs: npm
'use strict';
const { A, B, TIME, MALFORMED, check, refused, run } = require('./checks.js');
const { registerObjectId } = require('../../doc/clients/objectid-pg.cjs');
const { ObjectId } = require('bson');

// recipe: migration
const createOrders = {
    async up(knex) {
        await knex.raw('CREATE EXTENSION IF NOT EXISTS objectid');
        await knex.schema.createTable('orders', (table) => {
            table.specificType('id', 'objectid').primary().defaultTo(knex.raw('gen_objectid()'));
            table.specificType('customer', 'objectid').index();
            table.specificType('items', 'objectid[]');
        });
    },
    async down(knex) {
        await knex.schema.dropTable('orders');
    },
};
// recipe: end

// recipe: connection
const knex = require('knex')({
    client: 'pg',
    connection: {},
    pool: {
        min: 0,
        max: 1,
        afterCreate: (connection, done) => {
            registerObjectId(connection).then(() => done(null, connection), done);
        },
    },
});
// recipe: end

run(async () => {
    await knex.migrate.latest({
        migrationSource: {
            getMigrations: async () => ['create_orders'],
            getMigrationName: (name) => name,
            getMigration: async () => createOrders,
        },
    });
    const { rows: [column] } = await knex.raw(
        "SELECT pg_get_expr(adbin, adrelid) AS d FROM pg_attrdef WHERE adrelid = 'orders'::regclass"
    );
    check('migration: the default', column.d, 'gen_objectid()');

    const [{ id }] = await knex('orders').insert({ customer: A, items: [A, B] }).returning('id');
    const found = await knex('orders').where({ id }).first();
    const several = await knex('orders').whereIn('id', [id, B]);
    const recent = await knex('orders').whereRaw('id >= ?::timestamptz', [TIME]);
    check('insert returns an ObjectId', id instanceof ObjectId);
    check('look-up with a parameter', { ...found }, { id, customer: A, items: [A, B] });
    check('look-up with an array', several.map((row) => row.id), [id]);
    check('time range', recent.map((row) => row.id), [id]);
    const [empty] = await knex('orders').insert({ customer: null }).returning('*');
    check('NULL', [empty.customer, empty.items], [null, null]);
    check(
        'text as a parameter',
        (await knex('orders').where({ customer: A.toHexString() }).first()).id, id
    );
    await refused('malformed input', '22P02', knex('orders').where({ id: MALFORMED }));
    await knex.destroy();
});
