// Prisma 7 with @prisma/adapter-pg: its client, and what `prisma db pull` finds
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
const {
    ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory,
} = require('@prisma/driver-adapter-utils');
const { PrismaClient } = require(`${folder}/client`);

// recipe: connect
const { PrismaPg } = require('@prisma/adapter-pg');
const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL });
const prisma = new PrismaClient({ adapter });
// recipe: end

// What the engine of `prisma db pull` finds. Prisma downloads one built for the machine; that of
// npm is built for WebAssembly, and asks the database by an adapter.
async function pull(schemas) {
    const engine_js = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const glue = await import(engine_js);
    const { instance } = await WebAssembly.instantiate(
        fs.readFileSync(engine_js.replace(/js$/, 'wasm')), { './schema_engine_bg.js': glue }
    );
    glue.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    const content = 'datasource db {\n  provider = "postgresql"\n}\n';
    const engine = await glue.SchemaEngine.new(
        { datamodels: [['schema.prisma', content]] }, () => {},
        bindMigrationAwareSqlAdapterFactory(new AdapterOfEngine(
            { connectionString: process.env.DATABASE_URL }
        ))
    );
    const { schema } = await engine.introspect({
        schema: { files: [{ path: 'schema.prisma', content }] },
        baseDirectoryPath: folder, force: true, compositeTypeDepth: 0, namespaces: schemas,
    });
    return schema.files[0].content;
}

// With the type "char" of the catalogs, which the adapter does not know.
class AdapterOfEngine extends PrismaPg {
    async connect() {
        const adapter = await super.connect();
        const { performIO, queryRaw } = adapter;
        let isChar;
        adapter.performIO = async (query) => {
            const result = await performIO.call(adapter, query);
            isChar = result.fields.map((field) => field.dataTypeID === 18);
            for (const field of result.fields) {
                if (field.dataTypeID === 18) field.dataTypeID = 25;
            }
            return result;
        };
        adapter.queryRaw = async (query) => {
            const result = await queryRaw.call(adapter, query);
            result.columnTypes = result.columnTypes.map(
                (type, i) => (isChar[i] ? ColumnTypeEnum.Character : type)
            );
            return result;
        };
        return adapter;
    }
}

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
    const pulled = await pull(['public', 'objectid_internal']);
    check(
        'db pull finds nothing of the extension',
        pulled.match(/^(model|enum|type|view) .*(?= \{$)/gm), ['model orders']
    );
    await prisma.$disconnect();
    fs.rmSync(folder, { recursive: true });
});
