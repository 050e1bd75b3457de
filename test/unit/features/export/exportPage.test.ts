import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportParams } from '../../../../src/engine/queries';
import type { ExportedPage } from '../../../../src/pages/protocol/exportedPage';
import type { Active } from '../../../../src/captures/session';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { plainSpaces } from '../../../shared/plainSpaces';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w').module;
withVscode(vscode);

const SHOWN = 7;
const SUMMARY = { ...summaryOf(1, 'cpu/nanoseconds'), unmatched: [] };

function active(more: Partial<Active>, capture: Partial<Active['capture']> = {}): Active {
  const profile = { summary: summaryOf(1, 'cpu/nanoseconds'), label: 'cpu' };
  const shownCapture = { id: '/home/me/run', title: 'BenchmarkSum', capturedAt: 0, profiles: [profile], ...capture };
  return { capture: shownCapture, profile, sampleType: 0, queryId: SHOWN, refinement: {}, ...more } as Active;
}

async function pageOf(source: Active): Promise<ExportedPage> {
  const { exportedPage } = await import('../../../../src/features/export/exportPage');
  return exportedPage(source, SUMMARY);
}

test('the page says when, where and how its profile was measured', async () => {
  const conditions = { goVersion: 'go1.26.8', git: { commit: '1a2b3c4d5e', branch: 'main', isDirty: true } };
  const capturedAt = Date.UTC(2026, 10, 23, 14, 5);
  const before = { id: 'before', results: [], title: 'BenchmarkSum', capturedAt: capturedAt - 600_000 };
  const { profile } = active({});
  const baseline = { capture: before, profile, normalize: true, results: { now: [], before: [] } };
  const { facts } = await pageOf(active({
    baseline: baseline as unknown as Active['baseline'], refinement: { focus: 'sum', unit: 'ms' },
  }, { capturedAt, conditions }));
  assert.deepEqual(facts, [
    'Measured 2026-11-23 14:05 UTC',
    'go1.26.8, at 1a2b3c4 (main), with uncommitted changes',
    'Baseline: BenchmarkSum, measured 2026-11-23 13:55 UTC',
    'Normalized to the baseline’s total',
    'Refined: focus: sum',
    'Exported from Linecost',
  ]);
});

test('the page of a comparison has its sentence under each sample type', async () => {
  const summary = { ...summaryOf(1, 'samples/count,cpu/nanoseconds'), totals: [10, 100] };
  const profile = { summary, label: 'cpu' };
  const before = { id: 'before', results: [], title: 'BenchmarkSum', capturedAt: 0 };
  const earlier = { ...profile, summary: { ...summary, totals: [8, 80] } };
  const baseline = { capture: before, profile: earlier, normalize: true, results: { now: [], before: [] } };
  const { comparisons } = await pageOf(active({ profile, baseline: baseline as unknown as Active['baseline'] }));
  const shown = comparisons?.map(({ head, unit, normalize }) => [plainSpaces(head), unit, normalize]);
  const scaled = 'scaled to the same total · ';
  assert.deepEqual(shown, [[`${scaled}samples 8 → 10`, 'count', false], [`${scaled}CPU 80 → 100 ns`, 'nanoseconds', false]]);
  assert.equal((await pageOf(active({}))).comparisons, undefined);
});

test('the page has no id and no other profile of this machine', async () => {
  const page = await pageOf(active({}));
  const { id, captured, capture, siblings } = page.profile;
  assert.deepEqual({ id, captured, capture, siblings: siblings.length }, { id: 1, captured: 1, capture: 'exported', siblings: 1 });
  assert.doesNotMatch(JSON.stringify(page), /home/);
});

/** The exported profile, or the request that derives it, and the options that the page applies. */
async function exported(source: Active): Promise<unknown[]> {
  const { withPage } = await import('../../../../src/features/export/exportPage');
  const engine = new FakeEngine();
  engine.answers.summary = () => SUMMARY;
  let params: Omit<ExportParams, 'path'> | undefined;
  let derived: unknown;
  const { Uri } = vscode as { readonly Uri: { file(path: string): never } };
  await withPage({ engine: engine as never, extensionUri: Uri.file('/ext') }, source, async (given) => {
    params = given;
    derived = engine.derived.get(given.profile);
  });
  assert.equal(engine.derived.size, 0);
  assert.equal(params?.format, 'html');
  const { refinement } = JSON.parse(params.page!.content) as ExportedPage;
  return [derived ?? params.profile, refinement];
}

test('filters are applied before the export; the page applies the options that its reader may change', async () => {
  assert.deepEqual(await exported(active({ queryId: 1 })), [1, {}]);
  const refinement = { focus: 'main', mean: true, unit: 'ms', granularity: 'lines', divide_by: 2 } as const;
  assert.deepEqual(await exported(active({ refinement })), [
    { profile: 1, refinement: { focus: 'main', mean: true, unit: 'ms' } },
    { mean: true, unit: 'ms', granularity: 'lines', divide_by: 2 },
  ]);
});

test('costs per operation are exported as shown', async () => {
  const [derived] = await exported(active({ operations: 100 }));
  assert.deepEqual(derived, { profile: 1, operations: 100, refinement: { mean: undefined, unit: undefined } });
});
