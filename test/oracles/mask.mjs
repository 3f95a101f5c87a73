// What mask_uuid_v7 and mask_objectid give, computed from the definition in doc/guarantees.md.
// SPDX-License-Identifier: PostgreSQL
//
// node mask.mjs < lines of id,key: the same lines with the mask of the id, which is a UUID or an
// objectid. The key is hexadecimal.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

// Of n bits, as a BigInt.
function permuted(bits, n, key) {
	const half = BigInt(n / 2);
	let left = bits >> half;
	let right = BigInt.asUintN(n / 2, bits);
	for (let i = 0; i < 10; i++) {
		const message = Buffer.alloc(23);
		message.write('objectid mask');
		message[13] = n;
		message[14] = i;
		message.writeBigUInt64BE(right, 15);
		const digest = createHmac('sha256', key).update(message).digest();
		[left, right] = [right, left ^ digest.readBigUInt64BE() >> 64n - half];
	}
	return left << half | right;
}

function mask(id, key) {
	const bits = BigInt('0x' + id.replaceAll('-', ''));
	if (id.length === 24)
		return permuted(bits, 96, key).toString(16).padStart(24, '0');
	// Without the version and the variant, and then with those of version 4
	const free = bits >> 80n << 74n | BigInt.asUintN(12, bits >> 64n) << 62n
		| BigInt.asUintN(62, bits);
	const masked = permuted(free, 122, key);
	const digits = (masked >> 74n << 80n | 4n << 76n
		| BigInt.asUintN(12, masked >> 62n) << 64n | 2n << 62n | BigInt.asUintN(62, masked))
		.toString(16).padStart(32, '0');
	return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
	const [id, key] = line.split(',');
	console.log([id, key, mask(id, Buffer.from(key.replace(/^\\x/, ''), 'hex'))].join(','));
}
