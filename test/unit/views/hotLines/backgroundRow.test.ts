import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backgroundRow, backgroundTexts } from '../../../../src/views/hotLines/backgroundRow';
import type { Active } from '../../../../src/captures/session';
import type { FoundPath } from '../../../../src/documents/sources';
import { FakeEngine } from '../../../shared/fakeEngine';

const CPU = { summary: { id: 1, sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }] } };
const MEMORY = { summary: { id: 2, sampleTypes: [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }] } };
const LINES = [
  { file: 'p/p.go', line: 7, function: 'p.grow', charged: 60, flat: 60, cum: 60 },
  { file: 'p/p.go', line: 9, function: 'p.f', charged: 0, flat: 0, cum: 60 },
];

/** The row of an active profile, beside others of the same capture. */
function rowOf(cost: number, profiles: readonly object[], overrides: Partial<Active> = {}) {
  const engine = new FakeEngine();
  engine.answers.backgroundWork = () => ({ cost, total: 400e6 });
  engine.answers.files = () => ['p/p.go', 'go/mallocgc.go'];
  let listed: readonly string[] | undefined;
  engine.answers.hotLines = ({ profile, sampleType, files }) => {
    assert.deepEqual([profile, sampleType], [2, 1]);
    listed = files;
    return { total: 100, lines: LINES, samplesInFiles: 2, samplesElsewhere: 0 };
  };
  const active = { queryId: 5, sampleType: 0, profile: CPU, capture: { profiles }, form: 'total', ...overrides } as never;
  const pathsOf = async (_: Active, files: readonly string[]) =>
    new Map(files.map((file) => [file, { isInWorkspace: file.startsWith('p/') } as FoundPath]));
  return { row: backgroundRow(engine.asEngine(), active, { pathsOf }), listed: () => listed };
}

test('the row says how much of the profile the background is, and which lines of the workspace allocate most', async () => {
  const { row, listed } = rowOf(152e6, [CPU, MEMORY]);
  const { lead, label, description, tooltip } = backgroundTexts((await row)!);
  assert.match(`${lead} ${label}`, /^38\s% GC in the background$/);
  assert.match(description, /^152\sms$/);
  assert.match(tooltip, /\nLikely causes, the lines that allocate most:\np\.go:7 \(60\s% of the allocated bytes\) {2}p\.grow\nClick to open/);
  assert.doesNotMatch(tooltip, /p\.go:9/);
  assert.deepEqual(listed(), ['p/p.go']);
});

test('a share of fewer than five samples has the sign of mostly chance, as lines have', async () => {
  const profile = { summary: { ...CPU.summary, weights: [10e6], totals: [400e6] } } as never;
  const textsOf = async (cost: number) => backgroundTexts((await rowOf(cost, [CPU], { profile, refinement: {} }).row)!);
  const few = await textsOf(40e6);
  assert.match(few.lead, /^~ 10\s%$/);
  assert.match(few.tooltip, /\n~ rests on too few samples: mostly chance$/);
  assert.match((await textsOf(50e6)).lead, /^10\s%$/);
});

test('without a memory profile, no cause is named, and a change is one of the baseline', async () => {
  const { row } = rowOf(152e6, [CPU], { baseline: { capture: {}, moved: [] } as never });
  const { lead, description, tooltip } = backgroundTexts((await row)!);
  assert.match(lead, /^▲ \+152\sms$/);
  assert.match(description, /^\+38\s% of the baseline$/);
  assert.doesNotMatch(tooltip, /causes/);
});

test('a small part of the profile is not a row', async () => {
  assert.equal(await rowOf(3e6, [CPU]).row, undefined);
  assert.equal(await rowOf(0, [CPU]).row, undefined);
});
