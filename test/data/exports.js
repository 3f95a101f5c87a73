// Writes the documents of exports.python-canonical.json as MongoDB's packages for JavaScript do:
// node exports.js bson|mongodb-extjson legacy|relaxed|canonical
// SPDX-License-Identifier: PostgreSQL
const fs = require('fs');
const path = require('path');
const [name, style] = process.argv.slice(2);
const json = require(name).EJSON ?? require(name);

const file = path.join(__dirname, 'exports.python-canonical.json');
const options = { relaxed: style !== 'canonical', legacy: style === 'legacy' };

for (const line of fs.readFileSync(file, 'utf8').trim().split('\n')) {
    const document = json.parse(line, { relaxed: false });
    console.log(json.stringify(document, options));
}
