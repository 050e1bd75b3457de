import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fadedText, noiseRows, samplesText } from '../../../../src/editor/hover/hoverNoise';
import { packedText } from '../../../../src/profile/text/unlikeGoTest';
import { heapProfile } from '../../../shared/heapProfile';
import { profileOfLines } from '../../../shared/stacks';
import { detailOf, cpu, plain } from './lineOfProfile';
const cells = (rows: readonly string[]) => rows.map((row) => row.split('|').slice(1, -1).map((cell) => plain(cell).trim()));

test('the hover has the number of samples of the line, and says if they are too few', () => {
  assert.equal(samplesText(detailOf(cpu(31)), 1), '31 samples');
  assert.equal(samplesText(detailOf(cpu(1)), 1), '1 sample, too few to trust');
  assert.equal(samplesText(detailOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 5278 }])), 1), '5\u202f278 samples');
});

test('instead of samples, the hover counts allocations, events or stacks in other kinds of profiles', () => {
  const exact = detailOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 3 }], 1));
  assert.equal(samplesText(exact, 1), 'every allocation is counted');
  const types = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];
  assert.equal(samplesText(detailOf(profileOfLines('a@a.go:1 8/99', types)), 1), '8 events');
  assert.equal(samplesText(detailOf(profileOfLines('a@a.go:1 7'), 1, 0), 0), '1 stack');
});

test('the cpu row is followed by the intervals of its values and shares', () => {
  const { values } = detailOf(cpu(3, 28));
  assert.deepEqual(noiseRows(values, 0), []);
  const row = ['_95\u202f% between_', 'flat', '10–85\u202fms', '1.0–8.5\u202f%', 'cum', '230–410\u202fms', '23–41\u202f%'];
  assert.deepEqual(cells(noiseRows(values, 1)), [row]);
});

test('times of a wall profile have no intervals, because a goroutine that waits is in one sample after the other', () => {
  const types = ['samples/count', 'wall/nanoseconds', 'wall_all/nanoseconds'].map((name) => {
    const [type = '', unit = ''] = name.split('/');
    return { type, unit };
  });
  const detail = detailOf(profileOfLines('a@a.go:1 3/300/300\nb@b.go:1 97/9700/9700', types));
  assert.deepEqual([0, 1, 2].map((type) => noiseRows(detail.values, type)), [[], [], []]);
  assert.equal(samplesText(detail, 1), '3 samples, too few to trust');
});

test('an interval has no spaces at which it would wrap, and no character that is not seen', () => {
  const { values } = detailOf(cpu(3, 28));
  const [, name, ...rest] = noiseRows(values, 1)[0].split('|').map((cell) => cell.trim());
  assert.equal(name, '_95\u202f% between_');
  assert.doesNotMatch(rest.join(''), / |&e[nm]sp;|&NoBreak;|[\u200b\u2060]/);
});

test('a percentage that rounds to ten has two digits', () => {
  const types = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
  const { values } = detailOf(profileOfLines('a@a.go:1 14/140000000\nc@c.go:1 72/720000000', types));
  assert.equal(cells(noiseRows(values, 1))[0].at(-1), '10–25\u202f%');
});

test('heap rows are followed by the intervals of their values, except for memory in use', () => {
  const profile = heapProfile([
    { stack: 'a@a.go:1', size: 1024, samples: 100 },
    { stack: 'a@a.go:1;b@b.go:1', size: 1024, samples: 300 },
  ]);
  const { values } = detailOf(profile);
  const [objects, space, inUse] = [0, 1, 3].map((type) => cells(noiseRows(values, type)));
  assert.deepEqual(objects, [['_95\u202f% between_', 'flat', '42–62\u202fk', '', 'cum', '190–230\u202fk', '']]);
  assert.deepEqual(space, [['_95\u202f% between_', 'flat', '41–61\u202fMiB', '', 'cum', '180–220\u202fMiB', '']]);
  assert.deepEqual(inUse, []);
});

test('a figure is exact if all of its allocations were recorded', () => {
  const { values } = detailOf(heapProfile([{ stack: 'a@a.go:1', size: 1e9, samples: 1 }]));
  assert.deepEqual(cells(noiseRows(values, 1))[0], ['_95\u202f% between_', 'flat', 'exact', '', 'cum', 'exact', '']);
});

test('the hover says which figures are faded, and why', () => {
  assert.match(fadedText(detailOf(cpu(4)), 1, 'figures'), /^_Faded: figures of fewer than five samples /);
  assert.match(fadedText(detailOf(cpu(4)), 1, 'changes'), /^_Faded: changes of fewer than five samples /);
  assert.match(fadedText(detailOf(cpu(4, 20)), 1, 'figures'), /^_flat rests on fewer than five samples/);
  assert.equal(fadedText(detailOf(cpu(0, 20)), 1, 'figures'), '');
  assert.equal(fadedText(detailOf(cpu(5)), 1, 'figures'), '');
});

test('the hover of allocations says if the profile may count blocks that hold several small values', () => {
  const ofSize = (size: number, rate?: number) => detailOf(heapProfile([{ stack: 'a@a.go:1', size, samples: 40 }], rate));
  assert.match(packedText(ofSize(16, 1), 1), /^_go test may count more allocations: if Go packs several small values into a block of 16 bytes, allocs\/op counts/);
  assert.notEqual(packedText(ofSize(16), 0), '');
  assert.equal(packedText(ofSize(16), 3), '', 'memory in use is not a cost of an operation');
  for (const size of [8, 24, 32]) assert.equal(packedText(ofSize(size, 1), 1), '', `${size} bytes`);
  assert.equal(packedText(detailOf(cpu(31)), 1), '');
});
