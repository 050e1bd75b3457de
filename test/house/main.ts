import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';
import { codeFiles } from './codeFiles';
import { repeatedBlocks } from './repeatedBlocks';
import { unusedExports } from './unusedExports';

// npm run house: the sizes of the code, and what can go.

const SMALL = 40;
const LARGE = 300;
const MIN_REPEATED = 12;

const product = codeFiles('src', 'webview');
const tests = codeFiles('test');
const textOf = (file: string): string => readFileSync(path.join(repoRoot, file), 'utf8');
const linesOf = (file: string): number => textOf(file).split('\n').length - 1;

const lengths = product.map((file) => ({ file, lines: linesOf(file) })).sort((a, b) => a.lines - b.lines);
const total = lengths.reduce((sum, { lines }) => sum + lines, 0);
const large = lengths.filter(({ lines }) => lines > LARGE);
const perFolder = new Map<string, number>();
for (const file of product) {
  const folder = file.split('/').slice(0, 2).join('/');
  perFolder.set(folder, (perFolder.get(folder) ?? 0) + 1);
}

console.log(`${product.length} files with ${total} lines in src and webview, ${tests.length} files in test`);
console.log(`median ${lengths[Math.floor(lengths.length / 2)]!.lines} lines; ${lengths.filter(({ lines }) => lines <= SMALL).length} files have at most ${SMALL}`);
list(`files of more than ${LARGE} lines`, large.map(({ file, lines }) => `${file} (${lines})`));
list('folders by number of files', [...perFolder].sort(([, a], [, b]) => b - a).slice(0, 12).map(([folder, count]) => `${count} ${folder}`));

const texts = new Map(product.map((file) => [file, textOf(file)]));
const { uncalled, onlyTested } = unusedExports(texts, new Map(tests.map((file) => [file, textOf(file)])));
list('exports that no other file imports', uncalled);
list('exports that only tests import', onlyTested);
list(`blocks of ${MIN_REPEATED} lines or more that occur twice`, repeatedBlocks(texts, MIN_REPEATED));

function list(title: string, rows: readonly string[]): void {
  console.log(`\n${title}: ${rows.length}`);
  for (const row of rows) console.log(`  ${row}`);
}
