import assert from 'node:assert/strict';
import test from 'node:test';
import { FIRM_CHANGE, FIRM_IN_TURNS, NOISE } from '../../../../src/profile/answers/changes';
import type { PathCalls, PeekBlock, TableFormat } from '../../../../src/profile/answers/table';
import { blockFigures, callTexts, peekFormat, remarksText } from '../../../../webview/peek/peekText';

const FORMAT: TableFormat = {
  total: 400e6, unit: 'nanoseconds', outputUnit: 'ms', divideBy: 1, granularity: 'functions', isUnitChosen: false,
};
const BLOCK = { flat: 100e6, cum: 200e6 } as PeekBlock;
const CALLS = { name: ['a.F'], function: ['a.F'], value: Float64Array.of(50e6), inlined: Uint8Array.of(0) } as unknown as PathCalls;

const figures = (inPercent?: boolean) => blockFigures(BLOCK, FORMAT, inPercent).map(({ name, text }) => [name, text]);

test('a call has its value and its share of the function', () => {
  assert.deepEqual(callTexts(CALLS, BLOCK, FORMAT).map(({ value, share }) => [value, share]), [['50\u202fms', '25\u202f%']]);
  assert.deepEqual(figures(), [
    ['flat', '100\u202fms'], ['flat %', '25\u202f%'], ['cum', '200\u202fms'], ['cum %', '50\u202f%'],
  ]);
});

test('in a difference, a share of the function has the sign of its value', () => {
  const shares = [50e6, -50e6].map((value) => {
    return callTexts({ ...CALLS, value: Float64Array.of(value) }, BLOCK, { ...FORMAT, isSigned: true })[0];
  });
  assert.deepEqual(shares.map(({ value, share }) => [value, share]), [['+50\u202fms', '+25\u202f%'], ['−50\u202fms', '−25\u202f%']]);
});

const NOISY = { judgement: Uint8Array.of(NOISE), move: Uint32Array.of(0) };

function remarkOf(judgement: number, evidence?: string) {
  const cum = { ...NOISY, judgement: Uint8Array.of(judgement), ...(evidence && { evidence }) };
  return callTexts({ ...CALLS, changes: { flat: NOISY, cum, moves: [] } }, BLOCK, FORMAT)[0].remark;
}

test('beside the change of a share, a call has no share of the function, which would read as another change', () => {
  const ofTotal = { ...FORMAT, unit: '%', total: 100, isSigned: true };
  const calls = { ...CALLS, value: Float64Array.of(56.57) };
  const [{ value, share }] = callTexts(calls, { flat: -86.17, cum: -38.31 } as PeekBlock, ofTotal, true);
  assert.deepEqual([value, share], ['+56.6\u202f%', '']);
});

test('in a comparison, a call has a remark if its change is not firm', () => {
  assert.deepEqual(remarkOf(NOISE), { sign: '~', text: 'within the noise', isFirm: false });
  assert.deepEqual(remarkOf(FIRM_CHANGE), { sign: '', text: '', isFirm: true });
  assert.equal(callTexts(CALLS, BLOCK, FORMAT)[0].remark, undefined);
});

test('a change that is firm because both programs ran in turns counts as firm, and its remark has the evidence', () => {
  const evidence = '10+10 runs in turns, p < 0.001';
  assert.deepEqual(remarkOf(FIRM_IN_TURNS, evidence), { sign: '', text: `firm: ${evidence}`, isFirm: true });
});

test('in percent, values are shares of the total', () => {
  assert.deepEqual(callTexts(CALLS, BLOCK, FORMAT, true).map(({ value, share }) => [value, share]), [['12.5\u202f%', '25\u202f%']]);
  assert.deepEqual(figures(true), [['flat %', '25\u202f%'], ['cum %', '50\u202f%']]);
});

test('the figures of a comparison are changes with a sign, also if all of them are increases', () => {
  const calls = { value: Float64Array.of(50e6) };
  const block = { ...BLOCK, callers: calls, callees: calls } as unknown as PeekBlock;
  const peek = { ...FORMAT, blocks: [block], moreBlocks: 0 };
  const format = peekFormat(peek, true);
  assert.deepEqual(blockFigures(block, format).map(({ text }) => text), ['+100\u202fms', '+25\u202f%', '+200\u202fms', '+50\u202f%']);
  const plain = peekFormat(peek, false);
  assert.deepEqual(blockFigures(block, plain).map(({ text }) => text), ['100\u202fms', '25\u202f%', '200\u202fms', '50\u202f%']);
});

test('what holds for flat and cum is said once', () => {
  assert.equal(remarksText('mostly chance', 'mostly chance'), 'flat and cum mostly chance');
  assert.equal(remarksText('mostly chance', ''), 'flat mostly chance');
  assert.equal(remarksText('', 'within the noise'), 'cum within the noise');
  assert.equal(remarksText('', ''), '');
});
