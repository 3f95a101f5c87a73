// The recipes for Node in a program of ES modules
// SPDX-License-Identifier: PostgreSQL
// needs: npm
import { createRequire } from 'node:module';

// recipe: import
import { registerObjectId } from '../../doc/clients/objectid-pg.cjs';
// recipe: end
import { objectid } from '../../doc/clients/objectid-drizzle.cjs';
import { connect } from '../../doc/clients/objectid-postgres.cjs';
import { allowObjectId } from '../../doc/clients/objectid-typeorm.cjs';

const require = createRequire(import.meta.url); // finds packages by NODE_PATH
const { A, check, run } = require('./checks.js');
const pg = require('pg');

run(async () => {
    const client = new pg.Client();
    await client.connect();
    await registerObjectId(client);
    const { rows } = await client.query('SELECT $1::objectid AS id', [A]);
    check('node-postgres', rows[0].id, A);
    await client.end();
    const sql = await connect({ host: process.env.PGHOST, max: 1 });
    check('Postgres.js', (await sql`SELECT ${A}::objectid AS id`)[0].id, A);
    await sql.end();
    check('Drizzle, TypeORM', [typeof objectid, typeof allowObjectId], ['function', 'function']);
});
