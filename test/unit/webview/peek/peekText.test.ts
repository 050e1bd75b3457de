import assert from 'node:assert/strict';
import test from 'node:test';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import type { PathCalls, PeekBlock, TableFormat } from '../../../../src/profile/answers/table';
import { blockFigures, callTexts } from '../../../../webview/peek/peekText';

const FORMAT: TableFormat = {
  total: 400e6, unit: 'nanoseconds', outputUnit: 'ms', divideBy: 1, granularity: 'functions', isUnitChosen: false,
};
const BLOCK = { flat: 100e6, cum: 200e6 } as PeekBlock;
const CALLS = { name: ['a.F'], function: ['a.F'], value: Float64Array.of(50e6), inlined: Uint8Array.of(0) } as unknown as PathCalls;

test('a call has its value and its share of the function', () => {
  assert.deepEqual(callTexts(CALLS, BLOCK, FORMAT).map(({ value, share }) => [value, share]), [['50ms', '25.00%']]);
  assert.deepEqual(blockFigures(BLOCK, FORMAT), [
    ['flat', '100ms'], ['flat %', '25.00%'], ['cum', '200ms'], ['cum %', '50.00%'],
  ]);
});

test('in a comparison, a call has a remark if its change is not firm', () => {
  const noise = { verdict: Uint8Array.of(NOISE), move: Uint32Array.of(0) };
  const remarks = (calls: PathCalls) => callTexts(calls, BLOCK, FORMAT).map(({ remark, sign }) => [sign, remark]);
  assert.deepEqual(remarks({ ...CALLS, changes: { flat: noise, cum: noise, moves: [] } }), [['~', 'within the noise']]);
  const firm = { ...noise, verdict: Uint8Array.of(FIRM_CHANGE) };
  assert.deepEqual([remarks({ ...CALLS, changes: { flat: noise, cum: firm, moves: [] } }), remarks(CALLS)], [[['', '']], [['', '']]]);
});

test('in percent, values are shares of the total', () => {
  assert.deepEqual(callTexts(CALLS, BLOCK, FORMAT, true).map(({ value, share }) => [value, share]), [['12.50%', '25.00%']]);
  assert.deepEqual(blockFigures(BLOCK, FORMAT, true), [['flat %', '25.00%'], ['cum %', '50.00%']]);
});
