import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeProfile } from '../../../src/profile/wire/decode';

/** decode.cjs PROFILE: does the same as peers/decode.mjs, with Linecost's decoder. */
const start = performance.now();
const bytes = gunzipSync(readFileSync(process.argv[2]!));
const unpacked = performance.now();
const { sampleCount, values } = decodeProfile(bytes);
const end = performance.now();
const last = values.at(-1)!.reduce((sum, value) => sum + value, 0);
const times = { unpackMs: unpacked - start, decodeMs: end - unpacked };
console.log(JSON.stringify({ bytes: bytes.length, ...times, count: sampleCount, last }));
