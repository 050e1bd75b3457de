import assert from 'node:assert/strict';
import test from 'node:test';
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

test('in percent, values are shares of the total', () => {
  assert.deepEqual(callTexts(CALLS, BLOCK, FORMAT, true).map(({ value, share }) => [value, share]), [['12.50%', '25.00%']]);
  assert.deepEqual(blockFigures(BLOCK, FORMAT, true), [['flat %', '25.00%'], ['cum %', '50.00%']]);
});
