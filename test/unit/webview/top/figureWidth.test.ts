import assert from 'node:assert/strict';
import test from 'node:test';
import type { TableFormat } from '../../../../src/profile/answers/table';
import { FigureWidth } from '../../../../webview/top/rowElement';
import { widthOf } from '../../../../webview/text/widthOf';
import type { FunctionRow } from '../../../../webview/top/topRows';

const UNITS = { unit: 'nanoseconds/op', outputUnit: 'nanoseconds/op', isUnitChosen: false };
const FORMAT: TableFormat = { ...UNITS, total: 5000, divideBy: 1, granularity: 'functions' };
const rowOf = (cum: number) => ({ kind: 'function', flat: 0, sum: 0, cum, name: 'f' }) as FunctionRow;

test('the columns are as wide as the widest figure, and only a wider figure changes the style', () => {
  const set: string[] = [];
  const style = { setProperty: (variable: string, value: string) => set.push(`${variable} ${value}`) };
  const grid = { style, classList: { toggle: () => true }, querySelectorAll: () => [] };
  const width = new FigureWidth(grid as unknown as HTMLElement);
  const changesBy = (cum: number, total: number, isSigned = false) => {
    const format = { ...FORMAT, total, isSigned };
    width.begin(format);
    width.fit(rowOf(cum), { format });
    const changes = set.splice(0).map((change) => change.split(' ') as [string, string]);
    return Object.values(Object.fromEntries(changes)).map(Number);
  };
  assert.deepEqual(changesBy(4096, 5000), [8.7, 6, 5.6]);
  assert.deepEqual(changesBy(4096, 5000), []);
  assert.deepEqual(changesBy(7, 5000), []);
  assert.deepEqual(changesBy(4096, 5000, true), [11.7, 9, 8.6], 'a sign and a shape');
  assert.deepEqual(changesBy(7, 6000), [6.2, 3.5, 5.6], 'another profile');
});

test('a figure of digits only is as wide as its digits', () => {
  assert.equal(widthOf('12345678901'), 11);
  assert.equal(widthOf('0.01'), 3.5);
  assert.ok(widthOf('12MB') > 4.5);
});
