import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { lineCosts } from '../shared/inOneStep';
import { compareList, compareTop } from './compare';
import { type FreshProfiles, profileProgram } from './goPrograms';
import { loadProfile, report } from './ours';

/** `descend` in programs/dump allocates 1 kB at each of 10 depths: one line allocates, the next recurses. */
const DESCEND = '^main\\.descend$';
const ALLOCATED = '-sample_index=alloc_space';
const KILOBYTE = 1024;

let program: FreshProfiles;

before(async () => {
  program = await profileProgram();
});
after(() => program.remove());

test("the header of a recursive function has the sum of its lines, as in pprof", async () => {
  const path = program.paths.get('heap')!;
  const cwd = program.folder;
  await compareList({ path, cwd }, DESCEND, ALLOCATED);
  const [, , header] = (await report(['list', ALLOCATED, DESCEND, path], cwd)).stdout.toString().split('\n');
  // The function allocates 10 kB, of which 9 kB are allocated below the line where it calls itself.
  assert.match(header!, /^ +10kB +19kB \(flat, cum\) /);
});

test("the list of all recursive functions of a program equals pprof's", async () => {
  await compareList({ path: program.paths.get('heap')!, cwd: program.folder }, '.', ALLOCATED);
});

test('the editor counts each sample of a recursive function once', async () => {
  const profile = await loadProfile(program.paths.get('heap')!);
  const allocated = profile.sampleTypes.findIndex(({ type }) => type === 'alloc_space');
  const { strings, functions } = profile;
  const descend = functions.name.findIndex((name) => strings.get(name) === 'main.descend');
  const file = strings.get(functions.filename[descend]!);
  const costs = lineCosts(profile, allocated).fileCosts(file);
  const range = costs.functions.find(({ name }) => name === 'main.descend')!;
  const within = [...costs.lines].flatMap((line, i) =>
    range.firstLine <= line && line <= range.lastLine ? [[costs.flat[i], costs.cum[i]]] : []);
  assert.deepEqual(within, [[10 * KILOBYTE, 10 * KILOBYTE], [0, 9 * KILOBYTE]]);
});

test("the row of a recursive function in top counts each sample once, as in pprof", async () => {
  const path = program.paths.get('heap')!;
  await compareTop({ path, cwd: program.folder }, ALLOCATED, '-trim=false', '-unit=B');
  const text = (await report(['top', ALLOCATED, '-trim=false', '-unit=B', path], program.folder)).stdout.toString();
  const row = text.split('\n').find((line) => line.endsWith(' main.descend'));
  assert.equal(row!.trim().split(/ +/)[3], `${10 * KILOBYTE}B`);
});
