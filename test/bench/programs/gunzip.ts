import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** gunzip.cjs PROFILE: only unpacks the profile, in one piece, which is the fastest way in Node. */
const path = process.argv[2]!;
const start = performance.now();
const { length } = gunzipSync(readFileSync(path));
console.log(JSON.stringify({ milliseconds: performance.now() - start, length }));
