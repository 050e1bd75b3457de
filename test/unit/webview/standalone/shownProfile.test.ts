import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { derivedProfile } from '../../../../src/engine/derivedProfile';
import type { LoadedReports } from '../../../../src/engine/loadedReports';
import type { Derivation } from '../../../../src/engine/queries';
import { reportAnswers } from '../../../../src/engine/reportAnswers';
import { GRANULARITIES, type Refinement } from '../../../../src/profile/answers/refinement';
import { ProfileError, RefinementError } from '../../../../src/profile/errors';
import { readSnapshot, snapshotPieces } from '../../../../src/profile/export/snapshot';
import type { Profile } from '../../../../src/profile/model';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { appliedAtExport, leftToApply } from '../../../../src/pages/protocol/exportedPage';
import { ShownProfile } from '../../../../webview/standalone/shownProfile';
import { samplingOf } from '../../../../src/profile/noise/sampling';
import { heapProfile } from '../../../shared/heapProfile';
import { loadedReports } from '../../../shared/loadedReports';
import { randomProfiles, randomRefinement } from '../../../shared/randomProfiles';

const neverAborted = new AbortController().signal;
const VIEW = { root: 0, restFrom: 0, width: 5000, minWidth: 0, maxFrames: 500, search: 'main' };
const ROWS = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 100, find: '' } as const;

/**
 * The answers to the questions of each tab, without the numbers of nodes, which are not shown, and their files, which
 * may be those of functions without samples.
 */
async function answersOf(reports: LoadedReports, options: Refinement): Promise<unknown> {
  const type = { profile: 1, sampleType: 0 };
  const table = await reportAnswers.table(reports, { ...ROWS, ...type, options }, neverAborted);
  const answers = await Promise.all([
    table,
    reportAnswers.flame(reports, { ...VIEW, ...type }, neverAborted),
    reportAnswers.peek(reports, { name: table.name[0] ?? '', limit: 10, ...type, options }, neverAborted),
    reportAnswers.labels(reports, { search: '', limit: 100, ...type }, neverAborted),
    reports.lines.summary().totals,
  ]);
  return JSON.parse(JSON.stringify(answers, (name, value: unknown) => (name === 'node' || name === 'file' ? undefined : value)));
}

async function made(of: Derivation, profiles: readonly Profile[]) {
  return derivedProfile(of, async (id) => profiles[id]!, neverAborted);
}

function exported(profile: Profile): Profile {
  return readSnapshot(new Uint8Array(Buffer.concat([...snapshotPieces(profile)])));
}

async function assertSameFigures(of: Derivation, profiles: readonly Profile[]): Promise<void> {
  const { refinement } = of;
  const { profile } = await made(of, profiles);
  const inPanel = await answersOf(loadedReports(profile, refinement), refinement);
  const applied = { ...appliedAtExport(refinement), mean: refinement.mean, unit: refinement.unit };
  const whole = exported((await made({ ...of, refinement: applied }, profiles)).profile);
  const options = leftToApply(refinement);
  assert.deepEqual(await answersOf(ShownProfile.of(1, whole, options).reports, options), inPanel);
}

const reportOptions = fc.record({
  granularity: fc.constantFrom(...GRANULARITIES),
  relative_percentages: fc.boolean(),
  mean: fc.boolean(),
  divide_by: fc.constantFrom(2, 3),
  drop_negative: fc.boolean(),
  showcolumns: fc.boolean(),
}, { requiredKeys: [] });

const operations = fc.option(fc.constantFrom(1, 7, 1000), { nil: undefined });

test('an exported page shows the figures of the panel, however the profile is refined, divided or compared', async () => {
  const derivation = fc.record({
    refinement: fc.tuple(randomRefinement, reportOptions).map(([filters, options]) => ({ ...filters, ...options })),
    operations,
    base: fc.option(fc.record({ mode: fc.constantFrom('base', 'diff_base'), normalize: fc.boolean() }), { nil: undefined }),
  });
  await fc.assert(fc.asyncProperty(randomProfiles, derivation, async (bytes, { base, ...rest }) => {
    const compared = base && { ...base, profile: 1, ...(rest.operations && { operations: rest.operations + 1 }) };
    const of = { ...rest, profile: 0, ...(compared && { base: compared }) } as Derivation;
    try {
      await assertSameFigures(of, bytes.map((each) => decodeProfile(each)));
    } catch (error) {
      if (!(error instanceof RefinementError || error instanceof ProfileError)) throw error;
    }
  }), { numRuns: 300 });
});

test('the verdicts of a comparison are those of the panel', async () => {
  const stack = 'main.main@m.go:1;main.work@w.go:3';
  const rows = (samples: number) => [{ stack, size: 64, samples }, { stack: 'main.main@m.go:1', size: 4096, samples: 900 }];
  const profiles = [heapProfile(rows(4000)), heapProfile(rows(1000))];
  const base = { profile: 1, mode: 'diff_base', normalize: false, operations: 1000 } as const;
  await assertSameFigures({ profile: 0, operations: 1000, base, refinement: {} }, profiles);
  const { profile } = await made({ profile: 0, operations: 1000, base, refinement: { focus: 'work' } }, profiles);
  assert.ok(profile.difference);
  await assertSameFigures({ profile: 0, operations: 1000, base, refinement: { focus: 'work' } }, profiles);
});

test('a snapshot of a refined comparison of totals has the sample counts of its own samples, and no others', async () => {
  const rows = (samples: number) => Array.from({ length: 40 }, (_, i) => ({ stack: `main.f${i}@m.go:1`, size: 64, samples }));
  const base = { profile: 1, mode: 'diff_base', normalize: false } as const;
  const { profile } = await made({ profile: 0, base, refinement: { focus: 'f7$' } }, [heapProfile(rows(3)), heapProfile(rows(2))]);
  const copy = exported(profile);
  const counts = Array.from({ length: copy.sampleCount }, (_, i) => samplingOf(copy, 1)?.count(i));
  assert.deepEqual(counts, [3, -2]);
  assert.deepEqual([copy.difference?.now.sampleCount, copy.difference?.before.sampleCount], [1, 1]);
});

test('a snapshot has no names that a refinement hides', async () => {
  const profiles = [heapProfile([
    { stack: 'main.main@m.go:1;secret.work@secret.go:3', size: 64, samples: 3 },
    { stack: 'main.main@m.go:1;open.work@open.go:3', size: 64, samples: 3 },
  ])];
  const base = { profile: 0, mode: 'diff_base', normalize: false, operations: 2 } as const;
  const ofTotals = { profile: 0, mode: 'diff_base', normalize: false } as const;
  for (const of of [{ profile: 0 }, { profile: 0, operations: 1, base }, { profile: 0, base: ofTotals }]) {
    const { profile } = await made({ ...of, refinement: { ignore: 'secret' } }, profiles);
    const text = Buffer.concat([...snapshotPieces(profile)]).toString('latin1');
    assert.match(text, /open\.work/);
    assert.doesNotMatch(text, /secret/);
  }
});
