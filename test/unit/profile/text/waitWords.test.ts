import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stacklessText } from '../../../../src/profile/text/waitWords';
import { plainSpaces } from '../../../shared/plainSpaces';

test('the share without a stack has no more digits than its samples carry, and two at most', () => {
  const textOf = (samples: number, total: number, weight?: number) => {
    return plainSpaces(stacklessText(samples, total, weight) ?? '');
  };
  assert.deepEqual([textOf(5, 8, 1), textOf(25, 40, 1), textOf(2500, 4000, 1), textOf(5, 8)], [
    '60 % without a stack', '63 % without a stack', '63 % without a stack', '63 % without a stack',
  ]);
  assert.deepEqual([stacklessText(0, 8), stacklessText(undefined, 8), stacklessText(1, 0)].filter(Boolean), []);
});
