import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

/** compileOnly.cjs BUNDLE: prints the milliseconds to read a bundle and to compile it, without running it. */
const [bundle] = process.argv.slice(2) as [string];
const start = performance.now();
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${readFileSync(bundle, 'utf8')}\n})`);
console.log(JSON.stringify({ milliseconds: performance.now() - start, kept: typeof script }));
