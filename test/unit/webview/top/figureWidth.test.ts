import assert from 'node:assert/strict';
import test from 'node:test';
import type { TableFormat } from '../../../../src/profile/answers/table';
import { FigureWidth } from '../../../../webview/top/figureWidth';
import type { FunctionRow } from '../../../../webview/top/topRows';

const UNITS = { unit: 'nanoseconds/op', outputUnit: 'nanoseconds/op', isUnitChosen: false };
const FORMAT: TableFormat = { ...UNITS, total: 5000, divideBy: 1, granularity: 'functions' };
const rowOf = (cum: number) => ({ kind: 'function', flat: 0, sum: 0, cum, name: 'f' }) as FunctionRow;

test('the columns are as wide as the longest figure, and only a longer figure changes the style', () => {
  const set: string[] = [];
  const style = { setProperty: (variable: string, value: string) => set.push(`${variable} ${value}`) };
  const width = new FigureWidth({ style, classList: { toggle: () => true } } as unknown as HTMLElement);
  const changesBy = (cum: number, total: number, isSigned = false) => {
    const format = { ...FORMAT, total, isSigned };
    width.begin(format);
    width.fit(rowOf(cum), { format });
    return set.splice(0).slice(-2);
  };
  assert.deepEqual(changesBy(4096, 5000), ['--figure-characters 10', '--short-figure-characters 7']);
  assert.deepEqual(changesBy(4096, 5000), []);
  assert.deepEqual(changesBy(40, 5000), []);
  assert.deepEqual(changesBy(4096, 5000, true), ['--figure-characters 13', '--short-figure-characters 10']);
  assert.deepEqual(changesBy(40, 6000), ['--figure-characters 8', '--short-figure-characters 5'], 'another profile');
});
