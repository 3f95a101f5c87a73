// What npm's uuid package makes of times, and of ids: one line per fact, fields separated by tabs.
// SPDX-License-Identifier: PostgreSQL
//
// node uuid_npm.mjs make COUNT SEED: v1 and v6 (the same), their ticks of 100 ns since 1582-10-15;
//                                    v7, its ms since 1970
// node uuid_npm.mjs read:            for each id of standard input, whether it is valid, its
//                                    version, what v1ToV6 or v6ToV1 gives
//
// The package has to be found from where this file is: copy it beside a node_modules.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { v1, v1ToV6, v6, v6ToV1, v7, validate, version } from 'uuid';

const gregorianMs = 12219292800000; // 1582-10-15 to 1970-01-01

// The hash of seed and call: node has no random numbers with a seed.
let calls = 0;
function randomBytes(count) {
	const text = `${process.argv[4]} ${calls++}`;
	return createHash('sha256').update(text).digest().subarray(0, count);
}

function randomBelow(limit) {
	return Number(randomBytes(8).readBigUInt64BE() % BigInt(limit));
}

// 0 <= n < limit. The ends come first.
function upTo(limit, i) {
	return i < 2 ? i * (limit - 1) : randomBelow(limit);
}

function make(count) {
	for (let i = 0; i < count; i++) {
		const sinceGregorian = upTo(Math.floor(2 ** 60 / 10000), i);
		const options = {
			msecs: sinceGregorian - gregorianMs, nsecs: randomBelow(10000),
			clockseq: randomBelow(0x4000), node: randomBytes(6),
		};
		const six = v6(options);
		const one = v1(options);
		if (v1ToV6(one) !== six || v6ToV1(six) !== one)
			throw new Error(`the package contradicts itself: ${one} ${six}`);
		const ticks = BigInt(sinceGregorian) * 10000n + BigInt(options.nsecs);
		console.log(['v6', one, six, ticks].join('\t'));

		const msecs = upTo(2 ** 48, i);
		console.log(['v7', '\\N', v7({ msecs, random: randomBytes(16) }), msecs].join('\t'));
	}
}

function read() {
	for (const id of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
		const valid = validate(id);
		const number = valid ? version(id) : '\\N';
		const other = number === 1 ? v1ToV6(id) : number === 6 ? v6ToV1(id) : '\\N';
		console.log([id, valid, number, other].join('\t'));
	}
}

if (process.argv[2] === 'make')
	make(Number(process.argv[3]));
else
	read();
