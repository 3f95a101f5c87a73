// What every client of Node is asked, and what its answer must be.
// SPDX-License-Identifier: PostgreSQL
'use strict';
const path = require('node:path');
const { isDeepStrictEqual } = require('node:util');
const { ObjectId } = require('bson');

const A = new ObjectId('507f1f77bcf86cd799439011'); // of 2012-10-17
const B = new ObjectId('6ae68100ffffffffffffffff'); // of 2026-11-01
const TIME = new Date('2020-01-01T00:00:00Z'); // between the two
const MALFORMED = '507f1f77bcf86cd79943901';
const client = path.parse(process.argv[1]).name;

// Ids as text with a mark, so that an ObjectId never equals its digits.
const plain = (value) =>
    value instanceof ObjectId ? `ObjectId(${value.toHexString()})`
    : value instanceof Date ? value.toISOString()
    : Array.isArray(value) ? value.map(plain)
    : value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]))
    : value;

function check(name, answer, expected = true) {
    const ok = isDeepStrictEqual(plain(answer), plain(expected));
    if (!ok) process.exitCode = 1;
    console.log(`${ok ? 'ok' : 'not ok'} - ${client}: ${name}`);
    if (ok) return;
    console.log(`# ${JSON.stringify(plain(answer))}, and not ${JSON.stringify(plain(expected))}`);
}

// The promise must end with an error of this SQLSTATE, or one whose text matches.
async function refused(name, expected, promise) {
    try {
        check(name, await promise, 'an error');
    } catch (error) {
        const cause = error.cause?.code ? error.cause : error;
        const ok = expected instanceof RegExp
            ? expected.test(String(error))
            : (cause.code ?? cause.parent?.code) === expected;
        check(`${name}: ${error.constructor.name}`, ok || String(error));
    }
}

function run(main) {
    main().catch((error) => {
        console.log(`not ok - ${client}: ${error.stack}`);
        process.exitCode = 1;
    });
}

module.exports = { A, B, TIME, MALFORMED, check, refused, run };
