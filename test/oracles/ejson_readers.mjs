// What npm's bson package makes of Extended JSON: for each line, an array of what its four modes
// make, each the kind of the value and its text, or an error.
// SPDX-License-Identifier: PostgreSQL
//
// The package has to be found from where this file is: copy it beside a node_modules.
import { readFileSync } from 'node:fs';
import { EJSON } from 'bson';

const modes = [false, true].flatMap((relaxed) =>
	[false, true].map((legacy) => ({ relaxed, legacy })));

function shown(value) {
	if (value === null) return ['null', ''];
	if (value instanceof Date) {
		if (Number.isNaN(value.getTime())) throw new Error('no time');
		return ['date', String(value.getTime())];
	}
	if (typeof value !== 'object') {
		return [{ boolean: 'bool' }[typeof value] ?? typeof value, String(value)];
	}
	switch (value._bsontype) {
		case 'Int32':
		case 'Double':
		case 'Long':
		case 'Decimal128':
			return ['number', value.toString()];
		case 'Timestamp':
			return ['timestamp', String(value.t)];
		case 'ObjectId':
			return ['objectId', value.toHexString()];
		case 'Binary':
			return [`binData ${value.sub_type}`, value.toString('hex')];
		case 'BSONRegExp':
			return ['regex', `/${value.pattern}/${value.options}`];
		case 'Code':
			return [value.scope ? 'javascriptWithScope' : 'javascript', value.code];
		case 'BSONSymbol':
			// of any other type it is kept, which no driver could write
			if (typeof value.value !== 'string') throw new Error('no string');
			return ['string', value.value];
		case 'MinKey':
			return ['minKey', ''];
		case 'MaxKey':
			return ['maxKey', ''];
		case 'DBRef':
			return ['DBRef', ''];
		default:
			return ['object', ''];
	}
}

function read(text, mode) {
	try {
		return shown(EJSON.parse(`{"a": ${text}}`, mode).a);
	} catch (error) {
		return ['error', error.message];
	}
}

for (const line of readFileSync(0, 'utf8').split('\n').slice(0, -1)) {
	console.log(JSON.stringify(modes.map((mode) => read(line, mode))));
}
