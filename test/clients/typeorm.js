// TypeORM on node-postgres
// SPDX-License-Identifier: PostgreSQL
// needs: npm
'use strict';
require('reflect-metadata');
const { A, B, TIME, MALFORMED, check, refused, run } = require('./checks.js');

const { ObjectId } = require('bson');
const { objectid, allowObjectId } = require('../../doc/clients/objectid-typeorm.cjs');

// recipe: entity
const { DataSource, EntitySchema, In, Raw } = require('typeorm');

const Order = new EntitySchema({
    name: 'Order',
    tableName: 'orders',
    columns: {
        id: { ...objectid, primary: true, default: () => 'gen_objectid()' },
        customer: { ...objectid, nullable: true },
    },
});

const source = new DataSource({ type: 'postgres', entities: [Order] });
allowObjectId(source);
// recipe: end

run(async () => {
    source.setOptions(
        { host: process.env.PGHOST, username: process.env.PGUSER, database: process.env.PGDATABASE }
    );
    await source.initialize();
    const first = await source.driver.createSchemaBuilder().log();
    check(
        'migration: the type and its default',
        /"id" objectid NOT NULL DEFAULT gen_objectid\(\)/.test(
            first.upQueries.map((q) => q.query).join('\n')
        )
    );
    await source.synchronize();
    const second = await source.driver.createSchemaBuilder().log();
    check('migration: nothing left to do', second.upQueries.map((q) => q.query), []);

    // recipe: use
    const orders = source.getRepository(Order);
    const { id } = await orders.save({ customer: A });
    const found = await orders.findOneBy({ id });
    const several = await orders.findBy({ id: In([id, B].map(String)) });
    const since = Raw((column) => `${column} >= :from::timestamptz`, { from: TIME });
    const recent = await orders.findBy({ id: since });
    // recipe: end
    check('insert returns an ObjectId', id instanceof ObjectId);
    check('look-up with a parameter', { ...found }, { id, customer: A });
    check('look-up with an array', several.map((row) => row.id), [id]);
    check('time range', recent.map((row) => row.id), [id]);
    check('NULL', (await orders.save({ customer: null })).customer, null);
    await refused('malformed input', '22P02', orders.findBy({ id: MALFORMED }));
    await source.destroy();
});
