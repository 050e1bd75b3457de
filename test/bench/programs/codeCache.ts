import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/**
 * codeCache.cjs CACHE PROGRAM ARGUMENT…: runs a program with the engine's code cache. The first run, without the file
 * CACHE, writes it at its end, with all functions that have run until then.
 */
const [cache, program, ...rest] = process.argv.slice(2) as [string, string, ...string[]];
process.argv = [process.execPath, program, ...rest];
const wrapper = `(function (exports, require, module, __filename, __dirname) {${readFileSync(program, 'utf8')}\n})`;
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const script = new Script(wrapper, { filename: program, cachedData });
if (script.cachedDataRejected) throw new Error('the engine rejected the code cache');
type Loaded = (exports: object, require: NodeRequire, module: object, file: string, folder: string) => void;
const loaded = { exports: {} };
(script.runInThisContext() as Loaded)(loaded.exports, createRequire(program), loaded, program, path.dirname(program));
if (!cachedData) process.on('exit', () => writeFileSync(cache, script.createCachedData()));
