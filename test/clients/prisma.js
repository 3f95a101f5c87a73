// Prisma 7 with @prisma/adapter-pg: its client, which needs no engine; migrations, which do, not
// SPDX-License-Identifier: PostgreSQL
// needs: npm
'use strict';
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
    console.log('skip - prisma: needs Node 20.19 or later');
    process.exit();
}
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { A, B, TIME, MALFORMED, check, refused, run } = require('./checks.js');

// Prisma's command looks for the engine of its migrations before it generates what needs none.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prisma-'));
fs.copyFileSync('../../doc/clients/schema.prisma', `${folder}/schema.prisma`);
fs.symlinkSync(process.env.NODE_PATH, `${folder}/node_modules`);
execFileSync('node', [
    require.resolve('prisma/build/index.js'), 'generate', '--schema', 'schema.prisma'
], {
    cwd: folder,
    stdio: 'pipe',
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' },
});
const { PrismaClient } = require(`${folder}/client`);

// recipe: connect
const { PrismaPg } = require('@prisma/adapter-pg');
const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL });
const prisma = new PrismaClient({ adapter });
// recipe: end

run(async () => {
    await prisma.$executeRawUnsafe(`
        CREATE TABLE orders (
            id objectid PRIMARY KEY DEFAULT gen_objectid(), customer objectid, total int
        )`);
    const customer = A.toHexString();
    // recipe: use
    const { id } = await prisma.orders.create({ data: { customer } });
    const found = await prisma.orders.findUnique({ where: { id } });
    const several = await prisma.orders.findMany({ where: { id: { in: [id, B.toHexString()] } } });
    const recent = await prisma.$queryRaw`SELECT id FROM orders WHERE id >= ${TIME}::timestamptz`;
    // recipe: end
    check('insert returns digits', /^[0-9a-f]{24}$/.test(id));
    check('look-up with a parameter', found, { id, customer, total: null });
    check('look-up with an array', several.map((row) => row.id), [id]);
    check('time range', recent, [{ id }]);
    const second = await prisma.orders.create({ data: {} });
    check('NULL', second.customer, null);
    const page = await prisma.orders.findMany(
        { orderBy: { id: 'asc' }, cursor: { id }, skip: 1, take: 10 }
    );
    check('a page after an id', page.map((row) => row.id), [second.id]);
    await refused(
        'malformed input', /invalid input syntax for type objectid/,
        prisma.orders.findMany({ where: { id: MALFORMED } })
    );
    await prisma.$disconnect();
    fs.rmSync(folder, { recursive: true });
});
