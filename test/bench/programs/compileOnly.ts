import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

/** compileOnly.cjs BUNDLE…: prints the milliseconds to read bundles and to compile them, without running them. */
const bundles = process.argv.slice(2);
const start = performance.now();
const scripts = bundles.map((bundle) => {
  return new Script(`(function (exports, require, module, __filename, __dirname) {${readFileSync(bundle, 'utf8')}\n})`);
});
console.log(JSON.stringify({ milliseconds: performance.now() - start, kept: scripts.length }));
