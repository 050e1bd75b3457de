import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { workingFolder } from '../goPrograms';
import { generatedSet } from './generated';
import { differenceIn, differenceOf, runOurs, runTheirs } from './sides';
import { INPUT_FILES, CASES } from './written';

/** The number of generated sets. `npm run proof:benchstat` runs 10,000. */
const SETS = Number(process.env['LINECOST_RUNS'] ?? 300);
const SEED = Number(process.env['LINECOST_SEED'] ?? 1);

let folder: string;
let remove: () => Promise<void>;

before(async () => {
  ({ folder, remove } = await workingFolder());
  for (const [name, content] of Object.entries(INPUT_FILES)) writeFileSync(name, content);
});
after(() => remove());

async function compare(...args: string[]): Promise<void> {
  assert.equal(differenceOf(await runOurs(args), await runTheirs(args)), undefined, args.join(' '));
}

for (const [behavior, args] of Object.entries(CASES)) {
  test(`${behavior}, as in benchstat`, () => compare(...args));
}

test('labels, repeated files and fixed orders give the same output as in benchstat', async () => {
  await compare('O=marshal-old.txt', 'N=marshal-new.txt');
  await compare('marshal-old.txt', 'marshal-old.txt');
  await compare('-col=/format@(toml yaml)', '-row=.name', '-ignore=.file', 'marshal-new.txt');
  await compare('-table=', '-row=', '-col=', 'marshal-old.txt', 'marshal-new.txt');
});

test('an invalid expression or flag gives the same message as in benchstat', async () => {
  for (const filter of ['a:(b c)', '(a:b', 'x:/[/', '.config:x', '"a', 'ä :b )']) await compare(`-filter=${filter}`, 'few.txt');
  for (const keys of ['.unit', 'a@b', 'a@(', '.config@(x)', 'a,,b']) await compare(`-table=${keys}`, 'few.txt');
  for (const flag of ['-alpha=2', '-confidence=-1', '-format=json']) await compare(flag, 'few.txt');
});

test('a line of 64 KiB is too long, as in benchstat', async () => {
  for (const length of [65_535, 65_536]) {
    writeFileSync('long.txt', `${INPUT_FILES['five.txt']}${'x'.repeat(length)}\nBenchmarkA 1 1 x\n`);
    await compare('long.txt');
  }
});

test(`${SETS} generated sets of files and flags give the same output as in benchstat`, async (t) => {
  t.diagnostic(`LINECOST_SEED=${SEED} generates the same sets again`);
  for (let i = 0; i < SETS; i++) {
    const set = generatedSet(SEED * 1_000_000 + i);
    const difference = await differenceIn(set, path.join(folder, `set${i}`));
    assert.equal(difference, undefined, `set ${SEED * 1_000_000 + i}: ${set.args.join(' ')}`);
  }
});
