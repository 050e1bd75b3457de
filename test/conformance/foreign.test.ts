import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { profileFromText } from '../shared/profileFromText';
import { inParallel, compareReport } from './compare';
import { foreignProfiles, foreignProfilesOfDistinctSums, LISTED } from './foreignProfiles';
import { workingFolder } from './goPrograms';
import { pprof } from './oracle';
import { report } from './ours';

/** The number of random combinations of profiles and flags per test. pprof runs once for each. */
const CELLS = Number(process.env['LINECOST_RUNS'] ?? 25);
const SEED = Number(process.env['LINECOST_SEED'] ?? 1);

let folder: string;
let remove: () => Promise<void>;

before(async () => {
  ({ folder, remove } = await workingFolder());
  await writeFile(LISTED, Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join(''));
});
after(() => remove());

const choice = (...flags: string[]): fc.Arbitrary<string> => fc.constantFrom('', '', ...flags);
const flags = fc.tuple(
  choice('-functions', '-filefunctions', '-files', '-lines', '-addresses'),
  choice('-noinlines'),
  choice('-showcolumns'),
  choice('-drop_negative'),
  choice('-mean'),
  choice('-divide_by=3'),
  choice('-cum'),
  choice('-unit=auto', '-unit=ms', '-unit=kb'),
  choice('-sample_index=0'),
  choice('-relative_percentages'),
  choice('-trim=false', '-nodecount=3', '-nodefraction=0.1'),
  choice('-compact_labels'),
  choice(
    '-symbolize=none', '-symbolize=local', '-symbolize=demangle=default', '-symbolize=fastlocal:demangle=default',
    '-symbolize=remote:force', '-symbolize=force', '-symbolize=demangle=none', '-symbolize=demangle=full', '-symbolize=demangle=templates',
    '-symbolize=Templates:frob', '-symbolize=demangle=full:none',
  ),
);
const filters = fc.tuple(
  choice('-focus=main|vec', '-focus=listed', '-ignore=T', '-hide=push', '-show=p', '-show_from=main', '-prune_from=T'),
  choice('-tagfocus=x', '-tagfocus=1kb:', '-tagfocus=1:10b', '-tagignore=bytes=1:2mb', '-tagfocus=1ms:5', '-tagfocus=9:2'),
  choice('-tagshow=bytes', '-taghide=th', '-tagroot=thread', '-tagleaf=bytes,request'),
);

/** Reports in which pprof orders weights of equal size at random, such as 3 and −3 in a difference. */
const VARYING: readonly string[] = ['-tree', '-peek=.', '-tags', '-dot', '-callgrind'];
const REPORTS: readonly string[] = [
  ...VARYING, '-top', '-list=.', '-list=vec|main', '-traces', '-raw', '-comments',
];

interface Flags {
  readonly flags: readonly string[];
  readonly filters: readonly string[];
}

/** The flags of a cell, without a limit on nodes if pprof chooses between equal nodes at random. */
function wordsOf(report: string, cell: Flags): string[] {
  const isLeftOut = (flag: string): boolean => flag === '' || (VARYING.includes(report) && flag.startsWith('-nodecount'));
  return [...cell.flags, ...cell.filters].filter((flag) => !isLeftOut(flag));
}

async function checkCells(t: TestContext, report: string): Promise<void> {
  t.diagnostic(`LINECOST_SEED=${SEED} generates the same cells again`);
  const how = fc.constantFrom('alone', 'merged', '-base', '-diff_base', '-diff_base', '-normalize -diff_base');
  const profiles = VARYING.includes(report) ? foreignProfilesOfDistinctSums : foreignProfiles;
  const cells = fc.sample(fc.record({ profiles, flags, filters, how }), { numRuns: CELLS, seed: SEED });
  await inParallel(2, [...cells.entries()], async ([i, cell]) => {
    const names = cell.profiles.map((_, n) => `${report.slice(1, 4)}${i}-${n}.pb`);
    await Promise.all(cell.profiles.map((bytes, n) => writeFile(join(folder, names[n]!), bytes)));
    const [first, second] = names as [string, string];
    const compared = [...`${cell.how}=${first}`.split(' '), second];
    const files = cell.how === 'alone' ? [second] : cell.how === 'merged' ? names : compared;
    await compareReport([report, ...wordsOf(report, cell), ...files], folder, VARYING.includes(report));
  });
}

for (const report of REPORTS) {
  test(`${report} of foreign profiles, alone or together, equals pprof's under random flags`, (t) => checkCells(t, report));
}

const writeProfile = async (name: string, types: string, values: string): Promise<void> =>
  writeFile(join(folder, name), profileFromText({ types, stacks: `${values} | f listed.go:3 < main listed.go:7` }));

test('sample types without a unique name are dropped, as in pprof', async () => {
  await writeProfile('some.pb', 'cpu/count wall/count cpu/nanoseconds', '1 5 300');
  await writeProfile('others.pb', 'wall/count alloc/bytes', '7 9');
  for (const flags of [[], ['-sample_index=0'], ['-sample_index=wall'], ['-sample_index=2'], ['-sample_index=cpu']]) {
    for (const report of ['-top', '-raw', '-list=.']) {
      await compareReport([report, ...flags, 'some.pb'], folder);
      await compareReport([report, ...flags, 'some.pb', 'some.pb'], folder);
      await compareReport([report, ...flags, '-diff_base=some.pb', 'some.pb'], folder);
    }
  }
});

test('if no name is unique, all sample types are kept, although pprof fails', async () => {
  await writeProfile('all.pb', 'cpu/count cpu/nanoseconds', '1 300');
  assert.notEqual((await pprof(['-top', 'all.pb'], { cwd: folder })).code, 0);
  const top = async (...flags: string[]): Promise<string> =>
    (await report(['top', ...flags, 'all.pb'], folder)).stdout.toString();
  assert.match(await top('-sample_index=0'), / 1 +100% +100% +1 +100% +f/);
  assert.match(await top('-sample_index=1'), / 300ns +100% +100% +300ns +100% +f/);
  assert.equal(await top(), await top('-sample_index=1'));
  assert.equal(await top('-sample_index=cpu'), await top('-sample_index=0'));
  assert.match((await report(['raw', 'all.pb'], folder)).stdout.toString(), / +1 +300: /);
});
