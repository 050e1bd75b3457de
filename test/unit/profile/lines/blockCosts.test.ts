import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blockCosts } from '../../../../src/profile/lines/blockCosts';
import { lineDetail } from '../../../../src/profile/lines/lineDetail';
import { framesOf } from '../../../../src/profile/lines/frames';
import { cpuProfile, differenceOfTotals } from '../../../shared/differences';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks } from '../../../shared/stacks';

const RECURSIVE = profileOfLines(`
  main@main.go:5;walk@a.go:2;walk@a.go:3;walk@a.go:2 4
  main@main.go:5;walk@a.go:3;leaf@b.go:9 2
  main@main.go:6;other@a.go:20 8
`);

test('a sample counts once in a block, however many of its frames are in it', () => {
  const question = { sampleType: 0, files: ['a.go'], blocks: [[1, 4], [18, 30]] } as const;
  assert.deepEqual(blockCosts(RECURSIVE, question), [{ flat: 4, cum: 6 }, { flat: 8, cum: 8 }]);
});

test('a block inside another block has its own costs', () => {
  const question = { sampleType: 0, files: ['a.go'], blocks: [[1, 20], [3, 3]] } as const;
  assert.deepEqual(blockCosts(RECURSIVE, question), [{ flat: 12, cum: 14 }, { flat: 0, cum: 6 }]);
});

test('a figure of a block that rests on few samples is marked', () => {
  const types = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
  const profile = profileOfLines('a@a.go:1;a@a.go:2 3/30\n a@a.go:2;b@b.go:1 40/400\n a@a.go:9 4/40', types);
  const question = { sampleType: 1, files: ['a.go'], blocks: [[1, 2], [9, 9]] } as const;
  assert.deepEqual(blockCosts(profile, question), [
    { flat: 30, cum: 430, few: { flat: true, cum: false } },
    { flat: 40, cum: 40, few: { flat: true, cum: true } },
  ]);
});

test('in a comparison of totals, a change of a block that rests on few samples is marked', () => {
  const difference = differenceOfTotals(cpuProfile('a@a.go:1 1002\na@a.go:9 20'), cpuProfile('a@a.go:1 1000\na@a.go:9 30'));
  const costs = blockCosts(difference, { sampleType: 0, files: ['a.go'], blocks: [[1, 1], [9, 9]] });
  assert.deepEqual(costs.map(({ cum, few }) => [cum, few]), [
    [2, { flat: true, cum: true }],
    [-10, { flat: false, cum: false }],
  ]);
});

test('a block counts only lines of its own file, and a file that is not in the profile costs nothing', () => {
  const blocks = [[1, 4]] as const;
  assert.deepEqual(blockCosts(RECURSIVE, { sampleType: 0, files: ['c.go'], blocks }), [{ flat: 0, cum: 0 }]);
  assert.deepEqual(blockCosts(RECURSIVE, { sampleType: 0, files: ['b.go'], blocks: [[9, 9]] }), [{ flat: 2, cum: 2 }]);
});

test('figures of a block can be means, and drop_negative turns negative figures into 0', () => {
  const types = [{ type: 'objects', unit: 'count' }, { type: 'space', unit: 'bytes' }];
  const profile = profileOfLines('m@m.go:1;a@a.go:1 2/30\n m@m.go:2;a@a.go:2 4/-70', types);
  const question = { sampleType: 1, files: ['a.go'], blocks: [[1, 1], [2, 2]] } as const;
  const means = blockCosts(profile, question, { mean: true });
  assert.deepEqual(means, [{ flat: 15, cum: 15 }, { flat: -17, cum: -17 }]);
  const withoutNegative = blockCosts(profile, question, { drop_negative: true });
  assert.deepEqual(withoutNegative, [{ flat: 30, cum: 30 }, { flat: 0, cum: 0 }]);
});

test('a block of one line has the costs of that line', () => {
  fc.assert(fc.property(randomStacks, (stacks) => {
    const profile = profileOfStacks(stacks);
    const { functions: { files }, sourceLines: { offsets, line: lines } } = framesOf(profile);
    files.forEach((file, i) => {
      for (const line of lines.subarray(offsets[i], offsets[i + 1])) {
        const [block] = blockCosts(profile, { sampleType: 0, files: [file], blocks: [[line, line]] });
        const { values: [{ flat, cum }] } = lineDetail(profile, { sampleType: 0, file, line, limit: 0 })!;
        assert.deepEqual(block, { flat, cum });
      }
    });
  }));
});
