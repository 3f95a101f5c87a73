// objectid for Drizzle, as the ObjectId of MongoDB's driver: objectid('id').primaryKey()
// SPDX-License-Identifier: PostgreSQL
'use strict';
const { ObjectId } = require('bson');
const { customType } = require('drizzle-orm/pg-core');

const objectid = customType({
    dataType: () => 'objectid',
    toDriver: (id) => id.toString(),
    fromDriver: (digits) => new ObjectId(digits),
});

module.exports = { objectid };
