import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineDetail } from '../../../../src/profile/lines/lineDetail';
import type { LineDetail, Neighbor } from '../../../../src/profile/answers/lines';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfColumns, profileOfLines, profileOfStacks } from '../../../shared/stacks';
import type { PictureFrame, PictureStack } from '../../../shared/stacks';

const EXAMPLE = profileOfColumns(`
  1              2                 3
  main@main.go:5 main@main.go:6    main@main.go:5
  a@a.go:1       a@a.go:1          a@a.go:1
  b@b.go:2       a@a.go:1
                 b@b.go:2[inlined]
`);

const neighborText = ({ function: name, file, line, value, inlined }: Neighbor) =>
  `${name}@${file}:${line} ${value}${inlined ? ' inlined' : ''}`;

function detailOf(profile = EXAMPLE, file = 'a.go', line = 1, limit = 10): LineDetail {
  const detail = lineDetail(profile, { sampleType: 0, file, line, limit });
  assert.ok(detail);
  return detail;
}

test('callers are call sites, and under recursion a sample counts once for each', () => {
  assert.deepEqual(detailOf().callers.map(neighborText), ['main@main.go:5 4', 'a@a.go:1 2', 'main@main.go:6 2']);
});

test('callees are functions, and a callee is inlined only if all its calls are', () => {
  assert.deepEqual(detailOf().callees.map(neighborText), ['b@b.go:2 3', 'a@a.go:1 2']);
  const inlined = profileOfLines('a@a.go:1;b@b.go:2[inlined] 1');
  assert.deepEqual(detailOf(inlined).callees.map(neighborText), ['b@b.go:2 1 inlined']);
});

test('a callee has the position of its heaviest line', () => {
  const profile = profileOfLines('a@a.go:1;b@b.go:2 1\n a@a.go:1;b@b.go:7 5\n a@a.go:1;b@b.go:9 2');
  assert.deepEqual(detailOf(profile).callees.map(neighborText), ['b@b.go:7 8']);
});

test('a line has flat, cum and total for every sample type', () => {
  const types = [{ type: 'objects', unit: 'count' }, { type: 'space', unit: 'bytes' }];
  const profile = profileOfLines('a@a.go:1;b@b.go:2 1/10\n a@a.go:1 0/20\n c@c.go:1 3/30', types);
  const detail = detailOf(profile);
  assert.deepEqual(detail.values, [
    { sampleType: types[0], flat: 0, cum: 1, total: 4 },
    { sampleType: types[1], flat: 20, cum: 30, total: 60 },
  ]);
  assert.deepEqual([detail.flatSamples, detail.cumSamples], [0, 1]);
});

test('the figures of a line, its callers and its callees can be means over the first sample type', () => {
  const types = [{ type: 'objects', unit: 'count' }, { type: 'space', unit: 'bytes' }, { type: 'inuse', unit: 'bytes' }];
  const profile = profileOfLines(
    'm@m.go:1;a@a.go:1 2/30/0\n m@m.go:2;a@a.go:1;b@b.go:2 4/70/9\n m@m.go:2;c@c.go:1 3/30/0',
    types,
  );
  const question = { sampleType: 1, file: 'a.go', line: 1, limit: 10 };
  const detail = lineDetail(profile, question, { mean: true })!;
  const figures = detail.values.map(({ flat, cum, total }) => [flat, cum, total]);
  assert.deepEqual(figures, [[1, 1, 1], [15, 16, 14], [0, 1, 1]]);
  assert.deepEqual([...detail.callers, ...detail.callees].map(neighborText), ['m@m.go:2 17', 'm@m.go:1 15', 'b@b.go:2 17']);
  // Means do not change the number of samples.
  assert.deepEqual([detail.sums, detail.cumSamples], [[6, 100, 9], 2]);
  const inuse = lineDetail(profile, { ...question, sampleType: 2 }, { mean: true })!;
  assert.deepEqual(inuse.callers.map(neighborText), ['m@m.go:2 2']);
});

test('a mean of divided values is truncated before the division, and sums are those before the division', () => {
  const types = [{ type: 'objects', unit: 'count' }, { type: 'space', unit: 'bytes' }];
  const profile = profileOfLines('m@m.go:1;a@a.go:1 0.5/5.25', types);
  const question = { sampleType: 1, file: 'a.go', line: 1, limit: 10 };
  const detail = lineDetail(profile, question, { mean: true, divide_by: 4 })!;
  assert.deepEqual([detail.values[1]!.cum, detail.callers[0]!.value, detail.sums], [2.5, 2.5, [2, 21]]);
});

test('drop_negative turns negative figures into 0, and a line whose cum is negative has no detail', () => {
  const types = [{ type: 'objects', unit: 'count' }, { type: 'space', unit: 'bytes' }];
  const profile = profileOfLines('m@m.go:1;a@a.go:1 -1/30', types);
  const detailUnder = (sampleType: number) =>
    lineDetail(profile, { sampleType, file: 'a.go', line: 1, limit: 10 }, { drop_negative: true });
  assert.deepEqual(detailUnder(1)!.values.map(({ flat, cum }) => [flat, cum]), [[0, 0], [30, 30]]);
  assert.equal(detailUnder(0), undefined);
});

test('a line names the functions inlined into it and the functions it is inlined into', () => {
  const profile = profileOfLines('main@main.go:9;a@a.go:1[inlined];b@b.go:2[inlined];c@c.go:3[inlined] 4');
  const detail = detailOf(profile, 'b.go', 2);
  assert.deepEqual([detail.inlinedHere, detail.inlinedInto], [['c'], ['a', 'main']]);
  assert.deepEqual(detail.callers.map(neighborText), ['a@a.go:1 4 inlined']);
});

test('neighbors past the limit, which are the lightest, are only counted', () => {
  const detail = detailOf(EXAMPLE, 'a.go', 1, 1);
  assert.deepEqual([detail.callers.length, detail.moreCallers], [1, 2]);
  assert.deepEqual([detail.callees.length, detail.moreCallees], [1, 1]);
});

test('a line or file that is in no stack has no detail', () => {
  for (const [file, line] of [['a.go', 2], ['x.go', 1], ['a.go', 0]] as const) {
    assert.equal(lineDetail(EXAMPLE, { sampleType: 0, file, line, limit: 10 }), undefined);
  }
});

const isLine = (frame: PictureFrame) => frame.file === 'a.go' && frame.line === 1;

/** The values of callers and callees, computed from the set of neighbors of each sample. */
function neighborsIn(stacks: readonly PictureStack[]): { callers: Map<string, number>; callees: Map<string, number> } {
  const callers = new Map<string, number>();
  const callees = new Map<string, number>();
  for (const { frames, values: [value = 0] } of stacks) {
    if (value === 0) continue;
    const callersOfSample = new Set<string>();
    const calleesOfSample = new Set<string>();
    frames.forEach((frame, i) => {
      const caller = frames[i - 1];
      const callee = frames[i + 1];
      if (isLine(frame) && caller) callersOfSample.add(`${caller.name}@${caller.file}:${caller.line}`);
      if (isLine(frame) && callee) calleesOfSample.add(`${callee.name}@${callee.file}`);
    });
    for (const key of callersOfSample) callers.set(key, (callers.get(key) ?? 0) + value);
    for (const key of calleesOfSample) callees.set(key, (callees.get(key) ?? 0) + value);
  }
  return { callers, callees };
}

test('callers and callees of random stacks equal those computed stack by stack', () => {
  fc.assert(fc.property(randomStacks, (stacks) => {
    const detail = lineDetail(profileOfStacks(stacks), { sampleType: 0, file: 'a.go', line: 1, limit: 1000 });
    const { callers, callees } = neighborsIn(stacks);
    const valuesBy = (keyOf: (neighbor: Neighbor) => string, neighbors: readonly Neighbor[] = []) =>
      new Map(neighbors.map((neighbor) => [keyOf(neighbor), neighbor.value]));
    const functionOf = ({ function: name, file }: Neighbor) => `${name}@${file}`;
    assert.deepEqual(valuesBy((caller) => `${functionOf(caller)}:${caller.line}`, detail?.callers), callers);
    assert.deepEqual(valuesBy(functionOf, detail?.callees), callees);
    const samplesOfLine = stacks.filter(({ frames, values }) => values[0] !== 0 && frames.some(isLine));
    assert.equal(detail?.cumSamples ?? 0, samplesOfLine.length);
    assert.equal(detail?.values[0]?.cum ?? 0, samplesOfLine.reduce((sum, { values }) => sum + values[0]!, 0));
  }), { numRuns: 500 });
});
