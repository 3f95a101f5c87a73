// A consumer as in doc/follow.md, on tables that TypeORM made, with keys that the writers make and
// a column that says what arrived
// SPDX-License-Identifier: PostgreSQL
// needs: npm
//
// Four sessions write while two processes of one consumer are killed again and again: each
// committed row is processed once and in order.
'use strict';
require('reflect-metadata');
const { spawn } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const { once } = require('node:events');
const { readFileSync } = require('node:fs');
const { check, run } = require('./checks.js');

const { setTimeout: sleep } = require('node:timers/promises');
const { Client } = require('pg');

async function consume(milliseconds = 1000) {
    const client = new Client();
    await client.connect();
    let notified = false;
    let wake = () => {};
    client.on('notification', () => { notified = true; wake(); });
    await client.query('LISTEN upload');
    for (;;) {
        await client.query('BEGIN');
        const { rows: [consumer] } = await client.query(
            "SELECT last_id FROM consumer WHERE name = 'thumbnails' FOR UPDATE");
        const { rows } = await client.query(`
            SELECT * FROM upload
            WHERE arrived > $1 AND arrived < resolved_uuid_v7('upload', key => 'arrived')
            ORDER BY arrived LIMIT 100`, [consumer.last_id]);
        for (const { id } of rows) {
            await client.query('INSERT INTO thumbnail (upload) VALUES ($1)', [id]); // the work
        }
        if (rows.length > 0) {
            await client.query(
                "UPDATE consumer SET last_id = $1 WHERE name = 'thumbnails'",
                [rows.at(-1).arrived]);
        }
        await client.query('COMMIT');
        if (rows.length >= 100) continue;
        if (!notified) {
            await new Promise((resolve) => { wake = resolve; setTimeout(resolve, milliseconds); });
        }
        notified = false;
        await sleep(10); // until the millisecond of the newest row is over
    }
}

if (process.argv[2]) return run(() => consume(Number(process.argv[2])));

// What happens around it --------------------------------------------------------------------------

const { DataSource, EntitySchema } = require('typeorm');

const Upload = new EntitySchema({
    name: 'Upload',
    tableName: 'upload',
    columns: {
        id: { type: 'uuid', primary: true },
        arrived: { type: 'uuid', unique: true, default: () => 'uuid_v7()' },
    },
});
const Thumbnail = new EntitySchema({
    name: 'Thumbnail',
    tableName: 'thumbnail',
    columns: {
        number: { type: 'bigint', primary: true, generated: 'increment' },
        upload: { type: 'uuid' },
    },
});
const Consumer = new EntitySchema({
    name: 'Consumer',
    tableName: 'consumer',
    columns: {
        name: { type: 'text', primary: true },
        last_id: { type: 'uuid', default: '00000000-0000-0000-0000-000000000000' },
    },
});
const source = new DataSource({
    type: 'postgres',
    host: process.env.PGHOST,
    username: process.env.PGUSER,
    database: process.env.PGDATABASE,
    entities: [Upload, Thumbnail, Consumer], synchronize: true,
});

const consumers = [];

// A process that reads when it is notified, and after so many milliseconds.
function start(milliseconds) {
    consumers.push(
        spawn(
            process.execPath, [__filename, milliseconds],
            { stdio: 'inherit', env: { ...process.env, PGAPPNAME: 'consumer' } }
        )
    );
}

async function kill() {
    const consumer = consumers.shift();
    consumer.kill('SIGKILL');
    await once(consumer, 'exit');
}

async function waitUntil(condition) {
    const end = Date.now() + 120000;
    while (!(await condition())) {
        const ended = consumers.map((consumer) => consumer.exitCode);
        if (Date.now() > end || ended.some((status) => status !== null)) {
            throw new Error(`waited in vain; the consumers ended with ${ended}`);
        }
        await sleep(10);
    }
}

// The value in a row with one column
async function query(sql, parameters, session = source) {
    const [row] = await session.query(sql, parameters);
    return row && Object.values(row)[0];
}

let stopping = false;

async function write(number) {
    for (let n = 0; !stopping; n++) {
        await source.transaction(async (manager) => {
            await manager.insert(Upload, { id: randomUUID() });
            await sleep(n % 50 === 0 ? 300 : n * number % 20);
            await manager.insert(Upload, { id: randomUUID() });
            if (n % 5 === 0) throw new RangeError('rolled back');
        }).catch((error) => { if (!(error instanceof RangeError)) throw error; });
    }
}

async function main() {
    await source.initialize();
    await source.query(readFileSync('notify.sql', 'utf8'));
    await source.getRepository(Consumer).insert({ name: 'thumbnails' });

    const processed = async () => Number(await query('SELECT count(*) FROM thumbnail'));
    const running = Promise.all([write(3), write(4), write(5), write(6)]);
    try {
        for (let n = 0; n < 4; n++) {
            while (consumers.length < 2) start(1000);
            const before = await processed();
            await waitUntil(async () => await processed() >= before + 50);
            if (n % 2) await kill();
            // one in its transaction, the other one waiting for it
            else await source.transaction(async (manager) => {
                await manager.query('LOCK TABLE thumbnail IN SHARE MODE');
                await waitUntil(() => query(`
                    SELECT true FROM pg_locks
                    WHERE relation = 'thumbnail'::regclass AND NOT granted`));
                await kill();
                await kill();
            });
        }
        start(1000);
    } finally {
        stopping = true;
    }
    await running;

    const reached = (arrived) => query('SELECT last_id = $1 FROM consumer', [arrived]);
    const newest = await query('SELECT arrived FROM upload ORDER BY arrived DESC LIMIT 1');
    await waitUntil(() => reached(newest));
    const uploads = await source.getRepository(Upload).find({ order: { arrived: 'ASC' } });
    const thumbnails = await source.getRepository(Thumbnail).find({ order: { number: 'ASC' } });
    check(
        'each row was processed once and in order', thumbnails.map((row) => row.upload),
        uploads.map((row) => row.id)
    );

    while (consumers.length > 0) await kill();
    start(3600000);
    await waitUntil(() => query(`
        SELECT count(*) = 1 AND bool_and(state = 'idle' AND query = 'COMMIT')
        FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'consumer'`));
    const arrived = await query( // whose millisecond is not over when the notification comes
        `INSERT INTO upload VALUES (gen_random_uuid(), uuid_v7(clock_timestamp() + interval '5 ms'))
        RETURNING arrived`);
    await waitUntil(() => reached(arrived));
    check('a notification wakes the consumer', true);
}

run(async () => {
    try {
        await main();
    } finally {
        for (const consumer of consumers) consumer.kill('SIGKILL');
        await source.destroy();
    }
});
