// Writes the documents of exports.python-canonical.json as MongoDB's packages for JavaScript do:
// node exports.js bson|mongodb-extjson legacy|relaxed|canonical
// SPDX-License-Identifier: PostgreSQL
const fs = require('fs');
const path = require('path');
const [name, style] = process.argv.slice(2);
const json = require(name).EJSON ?? require(name);

for (const line of fs.readFileSync(path.join(__dirname, 'exports.python-canonical.json'), 'utf8').trim().split('\n')) {
    console.log(json.stringify(json.parse(line, { relaxed: false }), { relaxed: style !== 'canonical', legacy: style === 'legacy' }));
}
