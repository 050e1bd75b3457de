import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../src/profile/wire/decode';
import { encodeProfile } from '../../src/profile/wire/encode';
import type { Profile } from '../../src/profile/model';
import type { Refinement } from '../../src/profile/answers/refinement';
import { randomProfiles, randomRefinement } from '../shared/randomProfiles';
import { inParallel, compareReport } from './compare';
import { workingFolder } from './goPrograms';

/** The number of random combinations of profiles and flags per test. pprof runs once for each. */
const CELLS = Number(process.env['LINECOST_RUNS'] ?? 25);
const SEED = Number(process.env['LINECOST_SEED'] ?? 1);

let folder: string;
let remove: () => Promise<void>;

before(async () => {
  ({ folder, remove } = await workingFolder());
});
after(() => remove());

/**
 * The profile with values whose sums all differ, because pprof sometimes orders equal weights at random, and without
 * mangled names, because pprof demangles them and Linecost does not.
 */
function withDistinctSums(bytes: Uint8Array, salt: number): Uint8Array {
  const profile = decodeProfile(bytes);
  const values = profile.values.map((column) =>
    column.map((value, sample) => Math.sign(value) * 3 ** ((2 * (sample + 10 * salt)) % 33)),
  );
  return encodeProfile({ ...profile, values, functions: withoutMangledNames(profile) });
}

function withoutMangledNames({ functions, strings }: Profile): Profile['functions'] {
  const isNamed = (row: number): boolean => strings.get(functions.name[row]!) !== '';
  return { ...functions, systemName: functions.systemName.map((name, row) => (isNamed(row) ? name : 0)) };
}

const choice = (...flags: string[]): fc.Arbitrary<string> => fc.constantFrom('', '', ...flags);
const flags = fc.tuple(
  choice('-functions', '-filefunctions', '-lines', '-lines', '-addresses'),
  choice('-cum'),
  choice('-mean'),
  choice('-divide_by=3', '-divide_by=0.01'),
  choice('-drop_negative'),
  choice('-trim=false', '-nodecount=4', '-nodefraction=0.2', '-edgefraction=0.3'),
  choice('-relative_percentages'),
  choice('-compact_labels'),
  choice('-sample_index=0'),
);

interface Cell {
  readonly profiles: readonly Uint8Array[];
  readonly flags: readonly string[];
  readonly how: 'alone' | 'merged' | 'base' | 'diff_base';
}

/** Writes the profiles of a cell. @returns the arguments that name them */
async function filesOf({ profiles, how }: Cell, cell: number): Promise<string[]> {
  const names = profiles.map((_, i) => `${cell}-${i}.pb`);
  const write = (bytes: Uint8Array, i: number): Promise<void> =>
    writeFile(join(folder, names[i]!), withDistinctSums(bytes, i));
  await Promise.all(profiles.map(write));
  if (how === 'alone') return [names[0]!];
  return how === 'merged' ? names : [`-${how}=${names[0]!}`, ...names.slice(1)];
}

async function checkCells(t: TestContext, report: string, cellFlags: fc.Arbitrary<readonly string[]>): Promise<void> {
  t.diagnostic(`LINECOST_SEED=${SEED} generates the same cells again`);
  const how = fc.constantFrom('alone', 'merged', 'base', 'diff_base');
  const cell = fc.record({ profiles: randomProfiles, flags: cellFlags, how });
  const cells = fc.sample(cell, { numRuns: CELLS, seed: SEED });
  await inParallel(2, [...cells.entries()], async ([i, cell]) => {
    const files = await filesOf(cell as Cell, i);
    await compareReport([report, ...cell.flags.filter((flag) => flag !== ''), ...files], folder);
  });
}

const words = (refinement: Refinement): string[] =>
  Object.entries(refinement).map(([name, value]) => `-${name}=${String(value)}`);

for (const report of ['-top', '-tree', '-dot']) {
  test(`${report} of random profiles, alone or together, equals pprof's under random flags`, (t) => checkCells(t, report, flags));
}

for (const report of ['-traces', '-tags', '-raw', '-peek=.', '-list=.', '-callgrind']) {
  const refined = fc.tuple(flags, randomRefinement);
  const refinedFlags = refined.map(([[granularity], refinement]) => [granularity, ...words(refinement)]);
  test(`${report} of random profiles under random refinements equals pprof's`, (t) => checkCells(t, report, refinedFlags));
}

test("the call trees of random profiles equal pprof's, except for the order", (t) =>
  // Without a limit on nodes, because pprof chooses between equal nodes at random.
  checkCells(t, '-dot', flags.map((all) => [...all.filter((flag) => !flag.startsWith('-nodecount')), '-call_tree'])));
