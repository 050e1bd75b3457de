import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineCosts } from '../../../shared/inOneStep';
import type { FileCosts } from '../../../../src/profile/answers/lines';
import { randomStacks } from '../../../shared/randomStacks';
import { type PictureStack, profileOfColumns, profileOfLines, profileOfStacks } from '../../../shared/stacks';

/** Each row as `line: flat cum samples`. */
function rows({ lines, flat, cum, samples }: FileCosts): string[] {
  return [...lines].map((line, i) => `${line}: ${flat[i]} ${cum[i]} ${samples[i]}`);
}

const EXAMPLE = `
  3              2
  main@main.go:5 main@main.go:5
  a@a.go:1       b@b.go:2
  a@a.go:2       a@a.go:1[inlined]
  a@a.go:1
`;

test('a sample adds to the flat of its innermost frame, and once to the cum of each of its lines', () => {
  const costs = lineCosts(profileOfColumns(EXAMPLE), 0);
  assert.deepEqual(rows(costs.fileCosts('a.go')), ['1: 5 5 2', '2: 0 3 1']);
  assert.deepEqual(rows(costs.fileCosts('b.go')), ['2: 0 2 1']);
  assert.deepEqual(rows(costs.fileCosts('main.go')), ['5: 0 5 2']);
});

test('a file without samples has empty columns', () => {
  const costs = lineCosts(profileOfColumns(EXAMPLE), 0).fileCosts('other.go');
  assert.deepEqual({ ...costs, lines: [...costs.lines], functions: costs.functions }, {
    file: 'other.go',
    total: 5,
    unit: 'nanoseconds',
    lines: [],
    flat: new Float64Array(0),
    cum: new Float64Array(0),
    samples: new Uint32Array(0),
    functions: [],
  });
});

test('costsOfFiles returns the costs of each file, in the order of the given files', () => {
  const costs = lineCosts(profileOfColumns(EXAMPLE), 0);
  const files = ['main.go', 'other.go', 'a.go', '', 'a.go'];
  assert.deepEqual(costs.costsOfFiles(files), files.map((file) => costs.fileCosts(file)));
  assert.deepEqual(costs.costsOfFiles(files).map((fileCosts) => rows(fileCosts).length), [1, 0, 2, 0, 2]);
});

test('the total is the sum of absolute values', () => {
  const profile = profileOfLines('main@a.go:1 5\n main@a.go:2 -3');
  const costs = lineCosts(profile, 0);
  assert.equal(costs.total, 8);
  assert.deepEqual(rows(costs.fileCosts('a.go')), ['1: 5 5 1', '2: -3 -3 1']);
});

test('each sample type has its own costs, and lines without a value are left out', () => {
  const types = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];
  const profile = profileOfLines('main@a.go:1 0/64\n main@a.go:2 2/128', types);
  assert.deepEqual(rows(lineCosts(profile, 0).fileCosts('a.go')), ['2: 2 2 1']);
  const space = lineCosts(profile, 1).fileCosts('a.go');
  assert.deepEqual(rows(space), ['1: 64 64 1', '2: 128 128 1']);
  assert.deepEqual([space.total, space.unit], [192, 'bytes']);
});

test('a line whose samples cancel out keeps its row', () => {
  const profile = profileOfLines('main@a.go:1 2\n main@a.go:1 -2');
  assert.deepEqual(rows(lineCosts(profile, 0).fileCosts('a.go')), ['1: 0 0 2']);
});

test('an unknown line has no row, but its callers have its cum', () => {
  const profile = profileOfLines('main@a.go:4;cgo@a.go:0 7');
  assert.deepEqual(rows(lineCosts(profile, 0).fileCosts('a.go')), ['4: 0 7 1']);
});

test('the range of a function spans its lines with samples of the sample type', () => {
  const types = [{ type: 'cpu', unit: 'nanoseconds' }, { type: 'samples', unit: 'count' }];
  const profile = profileOfLines(`
    main@a.go:30;f@a.go:12 1/1
    main@a.go:28;f@a.go:10;g@a.go:3[inlined] 1/1
    main@a.go:40 0/1
  `, types);
  const ranges = lineCosts(profile, 0).fileCosts('a.go').functions.map(({ name, firstLine, lastLine }) =>
    `${name} ${firstLine}-${lastLine}`);
  assert.deepEqual(ranges, ['g 3-3', 'f 10-12', 'main 28-30']);
  assert.equal(lineCosts(profile, 1).fileCosts('a.go').functions.at(-1)?.lastLine, 40);
});

test('a file name at two string indexes is one file', () => {
  const profile = profileOfLines('f@a.go:1 1\n g@b.go:2 2');
  const strings = { length: profile.strings.length, get: (i: number) => profile.strings.get(i).replace('b.go', 'a.go') };
  assert.deepEqual(rows(lineCosts({ ...profile, strings }, 0).fileCosts('a.go')), ['1: 1 1 1', '2: 2 2 1']);
});

/** The same rows as `rows`, computed stack by stack. */
function expectedRows(stacks: readonly PictureStack[], file: string): string[] {
  const byLine = new Map<number, { flat: number; cum: number; samples: number }>();
  const sumsAt = (line: number) => byLine.get(line) ?? byLine.set(line, { flat: 0, cum: 0, samples: 0 }).get(line)!;
  for (const { frames, values: [value = 0] } of stacks) {
    if (value === 0) continue;
    const lines = new Set(frames.filter((frame) => frame.file === file && frame.line > 0).map((frame) => frame.line));
    for (const line of lines) {
      sumsAt(line).cum += value;
      sumsAt(line).samples++;
    }
    const leaf = frames.at(-1);
    if (leaf?.file === file && leaf.line > 0) sumsAt(leaf.line).flat += value;
  }
  return [...byLine].sort(([a], [b]) => a - b).map(([line, { flat, cum, samples }]) => `${line}: ${flat} ${cum} ${samples}`);
}

test('line costs of random stacks equal those computed stack by stack', () => {
  fc.assert(fc.property(randomStacks, (stacks) => {
    const costs = lineCosts(profileOfStacks(stacks), 0);
    for (const file of ['a.go', 'b.go']) assert.deepEqual(rows(costs.fileCosts(file)), expectedRows(stacks, file));
    assert.equal(costs.total, stacks.reduce((sum, { values }) => sum + Math.abs(values[0]!), 0));
  }), { numRuns: 500 });
});
