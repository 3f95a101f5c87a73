// Drizzle ORM on node-postgres, with a migration of drizzle-kit
// SPDX-License-Identifier: PostgreSQL
// needs: npm
'use strict';
const pg = require('pg');
const { A, B, TIME, MALFORMED, check, refused, run } = require('./checks.js');

const { ObjectId } = require('bson');
const { drizzle } = require('drizzle-orm/node-postgres');
const { objectid } = require('../../doc/clients/objectid-drizzle.cjs');

// recipe: table
const { eq, inArray, sql } = require('drizzle-orm');
const { pgTable, text } = require('drizzle-orm/pg-core');

const orders = pgTable('orders', {
    id: objectid('id').primaryKey().default(sql`gen_objectid()`),
    customer: objectid('customer'),
    items: objectid('items').array(),
    note: text('note'),
});
// recipe: end

run(async () => {
    const client = new pg.Client();
    await client.connect();
    const db = drizzle(client);

    const { generateDrizzleJson, generateMigration } = require('drizzle-kit/api');
    const statements = await generateMigration(
        generateDrizzleJson({}), generateDrizzleJson({ orders })
    );
    check(
        'migration: the type and its default',
        /"id" "?objectid"? PRIMARY KEY DEFAULT gen_objectid\(\)/.test(
            statements.join('\n')
        ) || statements.join('\n')
    );
    for (const statement of statements) await client.query(statement);

    // recipe: use
    const [{ id }] = await db.insert(orders)
        .values({ customer: A, items: [A, B] })
        .returning({ id: orders.id });
    const [found] = await db.select().from(orders).where(eq(orders.id, id));
    const several = await db.select({ id: orders.id })
        .from(orders)
        .where(inArray(orders.id, [id, B]));
    const recent = await db.select({ id: orders.id })
        .from(orders)
        .where(sql`${orders.id} >= ${TIME.toISOString()}::timestamptz`);
    // recipe: end
    check('insert returns an ObjectId', id instanceof ObjectId);
    check('look-up with a parameter', { ...found }, { id, customer: A, items: [A, B], note: null });
    check('look-up with an array', several.map((row) => row.id), [id]);
    check('time range', recent.map((row) => row.id), [id]);
    const [empty] = await db.insert(orders).values({ customer: null }).returning();
    check('NULL', [empty.customer, empty.items], [null, null]);
    await refused(
        'malformed input', '22P02', db.select().from(orders).where(eq(orders.id, MALFORMED))
    );
    await client.end();
});
