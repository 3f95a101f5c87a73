// Records all changes of a database in changes.json, an event a line:
// mongosh --quiet mongodb://localhost/shop record_changes.js
// SPDX-License-Identifier: PostgreSQL
const fs = require('fs');
const saved = fs.existsSync('changes.token')
    ? EJSON.parse(fs.readFileSync('changes.token', 'utf8')) : {};
const file = fs.openSync('changes.json', 'a');
const save = resumeAfter => {
    const token = { from: { resumeAfter }, size: fs.fstatSync(file).size };
    const next = fs.openSync('changes.token.new', 'w');
    fs.writeFileSync(next, EJSON.stringify(token));
    fs.fsyncSync(next);
    fs.closeSync(next);
    fs.renameSync('changes.token.new', 'changes.token');
};
// Cut off what the stream will repeat
fs.ftruncateSync(file, Math.min(saved.size ?? 0, fs.fstatSync(file).size));
if (saved.from) save(saved.from.resumeAfter); // its size, if the file was moved away
const stream = db.watch([], { fullDocument: 'updateLookup', ...saved.from });
let lines = '';
while (!stream.isClosed()) {
    const event = stream.tryNext();
    if (event) lines += EJSON.stringify(event, { relaxed: false }) + '\n';
    if (event && lines.length < 1000000 && !stream.isClosed()) continue;
    fs.writeFileSync(file, lines);
    fs.fsyncSync(file);
    lines = '';
    // After an event, older shells have the token of the last pause only
    const resumeAfter = event ? event._id : stream.getResumeToken();
    if (resumeAfter) save(resumeAfter);
}
