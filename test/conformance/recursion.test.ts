import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { compareTop } from './compare';
import { profileProgram } from './goPrograms';
import type { FreshProfiles } from './goPrograms';
import { assertSameText, pprof } from './oracle';
import { divergences, report } from './ours';

/** `descend` in programs/dump allocates 1 kB at each of 10 depths: one line allocates, one calls itself. */
const DESCEND = '^main\\.descend$';
const ALLOCATED = '-sample_index=alloc_space';
const KILOBYTE = 1024;

let program: FreshProfiles;

before(async () => {
  program = await profileProgram();
});
after(() => program.remove());

/** The two header columns, and for each line with samples its number's text, of the list of `descend`. */
function readList(text: string): { readonly header: string; readonly lines: readonly string[] } {
  const [, , header, ...lines] = text.split('\n');
  const costs = lines.filter((line) => /^ *[\d.]+\S*B/.test(line) || /^ *\. +\d/.test(line));
  return { header: header!.trim().split(/ +/).slice(0, 2).join(' '), lines: costs.map((line) => line.slice(0, 21).trim()) };
}

test("a recursive function's cum is each sample once, where pprof adds up its lines: the one divergence", async () => {
  const path = program.paths.get('heap')!;
  const cwd = program.folder;
  const theirs = readList((await pprof([`-list=${DESCEND}`, ALLOCATED, path], { cwd })).stdout.toString());
  const ours = readList((await report(['list', ALLOCATED, DESCEND, path], cwd)).stdout.toString());
  // 10 kB are allocated in the function; 9 of them also below the line where it calls itself.
  assert.equal(ours.header, '10kB 10kB');
  assert.equal(theirs.header, '10kB 19kB');
  assert.deepEqual(ours.lines, theirs.lines);
  assert.deepEqual(ours.lines.map((line) => line.split(/ +/)), [['10kB', '10kB'], ['.', '9kB']]);
});

test('nothing but the header of a recursive function differs from pprof', async () => {
  const path = program.paths.get('heap')!;
  const cwd = program.folder;
  const theirs = (await pprof(['-list=^main\\.', ALLOCATED, path], { cwd })).stdout.toString().split('\n');
  const ours = (await report(['list', ALLOCATED, '^main\\.', path], cwd)).stdout.toString().split('\n');
  const differing = theirs.flatMap((line, i) => (line === ours[i] ? [] : [i]));
  assert.equal(ours.length, theirs.length);
  assert.equal(differing.length, 1);
  assert.match(theirs[differing[0]! - 1]!, /^ROUTINE =+ main\.descend in /);
});

test('the functions whose header differs are those of which a stack holds two lines, and no others', async () => {
  const found = await divergences(['list', ALLOCATED, '.', program.paths.get('heap')!]);
  const names = found.map(({ routine }) => routine.split(' ')[2]);
  assert.ok(names.includes('main.descend'));
  for (const name of names) assert.doesNotMatch(name!, /^main\.(main|write|init)/);
});

test("a recursive function's row in top counts each sample once in both", async () => {
  const path = program.paths.get('heap')!;
  await compareTop({ path, cwd: program.folder }, ALLOCATED, '-trim=false', '-unit=B');
  const text = (await report(['top', ALLOCATED, '-trim=false', '-unit=B', path], program.folder)).stdout.toString();
  const row = text.split('\n').find((line) => line.endsWith(' main.descend'));
  assertSameText(row!.trim().split(/ +/)[3]!, `${10 * KILOBYTE}B`, 'cum of main.descend');
});
