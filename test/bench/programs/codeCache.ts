import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/**
 * codeCache.cjs CACHE PROGRAM ARGUMENT…: runs a program with V8's code cache. If the file CACHE does not exist, it is
 * written at the end of the run, with all functions that ran.
 */
const [cache, program, ...rest] = process.argv.slice(2) as [string, string, ...string[]];
process.argv = [process.execPath, program, ...rest];
const wrapper = `(function (exports, require, module, __filename, __dirname) {${readFileSync(program, 'utf8')}\n})`;
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const script = new Script(wrapper, { filename: program, cachedData });
if (script.cachedDataRejected) throw new Error('V8 rejected the code cache');
type ModuleFunction = (exports: object, require: NodeRequire, module: object, file: string, folder: string) => void;
const main = { exports: {} };
const run = script.runInThisContext() as ModuleFunction;
run(main.exports, createRequire(program), main, program, path.dirname(program));
if (!cachedData) process.on('exit', () => writeFileSync(cache, script.createCachedData()));
