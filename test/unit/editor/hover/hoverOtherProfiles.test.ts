import assert from 'node:assert/strict';
import test from 'node:test';
import { HoverOtherProfiles, otherMisfits, otherNoise, otherProfileRows } from '../../../../src/editor/hover/hoverOtherProfiles';
import { GAP } from '../../../../src/editor/hover/markdown';
import type { Derivation } from '../../../../src/engine/queries';
import type { LineDetail } from '../../../../src/profile/answers/lines';
import type { LoadedProfile } from '../../../../src/captures/loadedCapture';
import type { Active } from '../../../../src/captures/session';

const profile = (label: string, id: number, sampleCount = 5) =>
  ({ label, summary: { id, sampleCount } }) as unknown as LoadedProfile;
const CPU = profile('cpu', 1);
const MEMORY = profile('memory', 2);
const MUTEX = profile('mutex', 3);

function active(shown: LoadedProfile, profiles: readonly LoadedProfile[], overrides: Partial<Active> = {}): Active {
  return { capture: { profiles }, profile: shown, refinement: {}, ...overrides } as Active;
}

function detail(...values: [type: string, unit: string, flat: number, cum: number, total: number][]): LineDetail {
  return {
    values: values.map(([type, unit, flat, cum, total]) => ({ sampleType: { type, unit }, flat, cum, total })),
  } as unknown as LineDetail;
}

const cells = (rows: readonly string[]) =>
  rows.map((row) => row.split('|').slice(1, -1).map((cell) => plain(cell).trim()));
const plain = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

test('without a refinement, the other profiles are queried as they are, except profiles without samples', () => {
  const others = new HoverOtherProfiles({ derive: () => assert.fail(), unload: () => assert.fail() });
  const queried = others.of(active(CPU, [CPU, MEMORY, profile('block', 9, 0)]));
  assert.deepEqual(queried, [{ profile: MEMORY, id: 2 }]);
});

test('a profile of a moment, or of a part of the time, is not beside that of the whole: its rows have the same names', () => {
  const others = new HoverOtherProfiles({ derive: () => assert.fail(), unload: () => assert.fail() });
  const [heap, moment, recent, scheduler] = ['heap', 'heap, 55.0 s', 'cpu, last 10 s', 'network, sync'].map((label, i) => profile(label, 10 + i));
  const all = [CPU, heap!, moment!, recent!, scheduler!];
  const labelsBeside = (shown: LoadedProfile) => others.of(active(shown, all)).map(({ profile: { label } }) => label);
  assert.deepEqual(labelsBeside(moment!), ['cpu', 'network, sync']);
  assert.deepEqual(labelsBeside(CPU), ['heap', 'network, sync']);
});

test('the other profiles are derived once with the active refinement, and unloaded when the refinement changes', () => {
  const derived: Derivation[] = [];
  const unloaded: number[] = [];
  const derive = (derivation: Derivation) => 99 + derived.push(derivation);
  const others = new HoverOtherProfiles({ derive, unload: (id) => void unloaded.push(id) });
  const shown = active(MEMORY, [CPU, MEMORY], { refinement: { focus: 'main' } });
  assert.deepEqual([others.of(shown), others.of(shown)].flat().map(({ id }) => id), [100, 100]);
  assert.deepEqual(derived, [{ profile: 1, refinement: { focus: 'main' } }]);
  others.of(active(MEMORY, [CPU, MEMORY]));
  assert.deepEqual(unloaded, [100]);
});

test('each sample type with costs on the line has a row, with its own unit and share; its cells do not touch', () => {
  const memory = detail(['alloc_objects', 'count', 0, 0, 9], ['alloc_space', 'bytes', 1024, 2048, 4096]);
  const rows = otherProfileRows(active(CPU, [CPU, MEMORY]), [{ profile: MEMORY, detail: memory }]);
  assert.deepEqual(cells(rows), [
    ['alloc_space', `${GAP}flat`, '1\u202fKiB', `${GAP}25\u202f%`, `${GAP}cum`, '2\u202fKiB', `${GAP}50\u202f%`],
  ]);
});

test('a profile that does not fit its run has no rows in the hover of another, but a sentence says why', () => {
  const misfit = { text: 'BenchmarkA sets runtime.MemProfileRate (a_test.go:9).' };
  const others = [{ profile: { ...MEMORY, misfit }, detail: detail(['alloc_space', 'bytes', 1024, 2048, 4096]) }];
  assert.deepEqual(otherProfileRows(active(CPU, [CPU, MEMORY]), others), []);
  assert.equal(plain(otherMisfits([...others, ...others])).replaceAll('\\', ''), `_${misfit.text}_\n\n`);
  assert.equal(otherMisfits([{ ...others[0]!, profile: MEMORY }]), '');
});

test('in a comparison, the other profiles show their costs now and before, and the change', () => {
  const shown = active(CPU, [CPU, MEMORY], { baseline: {} as Active['baseline'] });
  const now = detail(['alloc_space', 'bytes', 0, 2048, 4096], ['alloc_objects', 'count', 0, 0, 9]);
  const before = detail(['alloc_space', 'bytes', 1024, 1024, 4096], ['alloc_objects', 'count', 0, 0, 9]);
  const rows = otherProfileRows(shown, [{ profile: MEMORY, detail: now, before }]);
  assert.deepEqual(cells(rows).map((row) => row.map((cell) => cell.replace(GAP, '').replace('&nbsp;', ' '))), [
    ['alloc_space flat', '.', '1\u202fKiB', '▼ −1\u202fKiB', '−100\u202f%'],
    ['alloc_space cum', '2\u202fKiB', '1\u202fKiB', '▲ +1\u202fKiB', '2.0×'],
  ]);
});

test('in a comparison, changes in other profiles that their samples do not show have the mark of noise', () => {
  const shown = active(CPU, [CPU, MEMORY], { baseline: {} as Active['baseline'] });
  const sampled = (cum: number, count: number, basis = 'samples') => {
    const [value] = detail(['alloc_space', 'bytes', 0, cum, 4096]).values;
    const certainty = { count, isFew: count < 5 };
    const noise = { basis, flat: { count: 0, isFew: true }, cum: certainty };
    return { values: [{ ...value, noise }] } as unknown as LineDetail;
  };
  const othersOf = (now: LineDetail, before: LineDetail, operations?: { now: number; before: number }) => {
    return [{ profile: MEMORY, detail: now, before, ...(operations && { operations }) }];
  };
  const rowsOf = (...costs: Parameters<typeof othersOf>) => otherProfileRows(shown, othersOf(...costs));
  const change = (rows: readonly string[]) => cells(rows)[0]![3]!.replace(GAP, '').replace('&nbsp;', ' ');
  const few = [sampled(2048, 2), sampled(3072, 3)] as const;
  assert.equal(change(rowsOf(...few)), '~ −1\u202fKiB');
  assert.equal(plain(otherNoise(shown, othersOf(...few))), '_~: no more than chance explains_\n\n');
  const many = [sampled(2048, 200), sampled(3072, 300)] as const;
  assert.equal(change(rowsOf(...many)), '▼ −1\u202fKiB');
  assert.equal(otherNoise(shown, othersOf(...many)), '');
  assert.equal(change(rowsOf(sampled(2048, 2, 'everything'), sampled(3072, 3, 'everything'))), '▼ −1\u202fKiB');
  const longer = { now: 1000, before: 100_000 };
  assert.equal(change(rowsOf(sampled(3072, 30), sampled(0, 0), { now: 1000, before: 1000 })), '▲ +3\u202fKiB');
  assert.equal(change(rowsOf(sampled(0, 0), sampled(3072, 30), longer)), '~ −3\u202fKiB', 'the short run would have a third of a sample');
});

test('in a comparison, a CPU profile with fewer samples a second needs a longer time for the same certainty', () => {
  const shown = active(MEMORY, [CPU, MEMORY], { baseline: {} as Active['baseline'] });
  const sampled = (count: number, weight: number) => {
    const [value] = detail(['cpu', 'nanoseconds', 0, count * weight, 1e9]).values;
    const noise = { basis: 'samples', flat: { count: 0, isFew: true }, cum: { count, isFew: count < 5 } };
    return { values: [{ ...value, noise, weight }] } as unknown as LineDetail;
  };
  const isNoise = (now: LineDetail, before: LineDetail) => otherNoise(shown, [{ profile: CPU, detail: now, before }]) !== '';
  const before = sampled(14, 4e6);
  assert.equal(isNoise(sampled(0, 4e6), before), false);
  assert.equal(isNoise(sampled(0, 1e7), before), true, '5.6 samples would be expected');
});

test('in a comparison, a profile that the baseline does not have shows only its current costs', () => {
  const shown = active(CPU, [CPU, MEMORY], { baseline: {} as Active['baseline'] });
  const rows = otherProfileRows(shown, [{ profile: MEMORY, detail: detail(['alloc_space', 'bytes', 0, 2048, 4096]) }]);
  assert.deepEqual(cells(rows), [['alloc_space cum', '2\u202fKiB', '', '', '']]);
});

test('the other profiles are compared per operation with those of the baseline', () => {
  const derived: Derivation[] = [];
  const derive = (derivation: Derivation) => 99 + derived.push(derivation);
  const of = (id: number, label: string, iterations: readonly number[]) => {
    const summary = { id, sampleCount: 5, sampleTypes: [], totals: [id * 100] };
    return { label, iterations, summary } as unknown as LoadedProfile;
  };
  const captureOf = (id: string, ...profiles: LoadedProfile[]) =>
    ({ id, subject: 'x', target: { file: '/w/a_test.go', name: 'BenchmarkA' }, loop: 'b.Loop', profiles, sources: new Map() });
  const [cpu, memory] = [of(1, 'cpu', [10]), of(2, 'memory', [20])];
  const [oldCpu, oldMemory] = [of(3, 'cpu', [30]), of(4, 'memory', [40])];
  const baseline = { capture: captureOf('old', oldCpu, oldMemory), movedFiles: () => [], profile: oldCpu, moved: [], operations: { now: 10, before: 30 } };
  const shown = active(cpu, [], { capture: captureOf('now', cpu, memory), baseline } as unknown as Partial<Active>);
  const others = new HoverOtherProfiles({ derive, unload: () => undefined });
  const [other] = others.of(shown);
  assert.deepEqual([derived[other!.id - 100], derived[other!.before! - 100]], [
    { profile: 2, refinement: {}, operations: 20 }, { profile: 4, moved: [], refinement: {}, operations: 40 },
  ]);
  assert.equal(other!.ratios, undefined);
  const normalized = { ...shown, baseline: { ...shown.baseline!, normalize: true } };
  assert.deepEqual(others.of(normalized)[0]!.ratios, [(400 / 40) / (200 / 20)]);
  const without = { ...shown, baseline: { ...shown.baseline!, capture: captureOf('old', oldCpu) } } as unknown as Active;
  const [mutex] = others.of({ ...without, capture: captureOf('now', cpu, { ...memory, label: 'mutex', summary: { ...memory.summary, sampleTypes: [{ type: 'delay', unit: 'ns' }] } }) } as unknown as Active);
  assert.equal(mutex!.whyNot, 'otherKind');
});

test('in a normalized comparison, the costs of the other profiles are scaled to the total of the baseline', () => {
  const shown = active(CPU, [CPU, MEMORY], { baseline: { normalize: true } as Active['baseline'] });
  const costs = { profile: MEMORY, detail: detail(['alloc_space', 'bytes', 0, 4096, 8192]), before: detail(['alloc_space', 'bytes', 0, 1024, 4096]) };
  const rows = otherProfileRows(shown, [{ ...costs, ratios: [0.5] }]);
  const texts = cells(rows)[0]!.map((cell) => cell.replaceAll('&nbsp;', ' ').trim());
  assert.deepEqual(texts, ['alloc_space cum', '2\u202fKiB', '1\u202fKiB', '▲ +1\u202fKiB', '2.0×']);
});

test('a profile that is not compared says why', () => {
  const costs = { profile: MEMORY, detail: detail(['alloc_space', 'bytes', 0, 2048, 4096]) };
  const why = (whyNot: 'otherKind' | 'operations' | 'refused') => plain(otherMisfits([{ ...costs, whyNot }])).trim();
  assert.deepEqual([why('otherKind'), why('operations'), why('refused')], [
    '_The memory profile is not compared: the baseline has none._',
    '_The memory profile is not compared: its operations are not known._',
    '_The memory profile is not compared._',
  ]);
});

test('a delay is named with the kind of its profile', () => {
  const rows = otherProfileRows(active(CPU, [CPU, MUTEX]), [{ profile: MUTEX, detail: detail(['delay', 'nanoseconds', 0, 5, 5]) }]);
  assert.match(rows[0]!, /mutex · delay/);
});
