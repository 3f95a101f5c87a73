// objectid for TypeORM, as the ObjectId of MongoDB's driver: a column's options, and
// allowObjectId(source)
// SPDX-License-Identifier: PostgreSQL
'use strict';
const { ObjectId } = require('bson');

// An operator (In, Raw) passes as it is.
const digits = (id) => (id instanceof ObjectId ? id.toHexString() : id);
const objectid = {
    type: 'objectid',
    transformer: { to: digits, from: (text) => text && new ObjectId(text) },
};

// TypeORM refuses types that it does not know. Before source.initialize().
function allowObjectId(source) {
    source.driver.supportedDataTypes.push('objectid');
}

module.exports = { objectid, allowObjectId };
