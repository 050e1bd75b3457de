import assert from 'node:assert/strict';
import test from 'node:test';
import type { FlameRequest } from '../../../../src/pages/protocol/profilePage';
import { figuresOf, increaseAndDecrease, isChangeKnown, netLook, netSign, netText, remarkOf } from '../../../../webview/flame/frameFigures';
import { accessibleName } from '../../../../webview/flame/frameLabels';
import { NOISE } from '../../../../src/profile/answers/changes';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';
import { cpuProfile, differenceOf, differenceOfTotals } from '../../../shared/differences';
import { signOf } from '../../../../src/profile/text/screen/change';
import { signedLabels } from '../../../../webview/text/figureTexts';

const VIEW: FlameRequest = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 2000, search: '' };

function frameOf(picture: string, name: string, view: Partial<FlameRequest> = {}) {
  const window = answer(drawnProfile(picture), 1, { ...VIEW, ...view });
  const row = [...window.name].findIndex((index) => window.names[index] === name);
  return { window, row, figures: Object.fromEntries(figuresOf(window, row)) };
}

const SHOP = 'all 0\n  main 10\n    work 30\n      parse 40\n    log 20';

test('a frame has flat and cum, and their shares of the total and of its caller', () => {
  assert.deepEqual(frameOf(SHOP, 'work').figures, {
    flat: '30\u202fns', 'flat %': '30\u202f%', cum: '70\u202fns', 'cum %': '70\u202f%', 'of caller': '70\u202f%',
  });
  assert.equal(frameOf(SHOP, 'all').figures['of caller'], '');
});

test('an increase between two moments has a plus, although no figure is negative', () => {
  const { window, row } = frameOf(SHOP, 'work');
  const increases = { ...window, increases: true };
  assert.deepEqual(Object.fromEntries(figuresOf(increases, row)), {
    flat: '+30\u202fns', 'flat %': '+30\u202f%', cum: '+70\u202fns', 'cum %': '+70\u202f%', 'of caller': '70\u202f%',
  });
  assert.equal(accessibleName(increases, row), 'work, cum +70\u202fns, +70\u202f%, flat +30\u202fns');
});

test('a caller has no flat, and a share of its callee', () => {
  const { figures } = frameOf(SHOP, 'work', { from: 'parse', callers: true });
  assert.deepEqual(figures, { flat: '', 'flat %': '', cum: '40\u202fns', 'cum %': '40\u202f%', 'of callee': '100\u202f%' });
});

test('a frame of fewer than five samples says how many it rests on, and that it is mostly chance', () => {
  const remark = (name: string) => {
    const { window, row } = frameOf('all 0\n  main 5\n    work 3\n    log 1', name);
    return remarkOf(window, row);
  };
  assert.deepEqual(['main', 'work', 'log'].map(remark), [
    '', 'rests on 3 samples: mostly chance', 'rests on 1 sample: mostly chance',
  ]);
});

test('a frame of few samples is announced as mostly chance', () => {
  const { window, row } = frameOf('all 0\n  main 5\n    work 3', 'work');
  assert.equal(accessibleName(window, row), 'work, cum 3\u202fns, 40\u202f%, flat 3\u202fns, rests on 3 samples: mostly chance');
});

test('in a comparison, a frame has its judgement only', () => {
  const { window, row } = frameOf('all 0\n  main 5\n    work 3', 'work');
  const rows = window.id.length;
  const changes = { judgement: new Uint8Array(rows).fill(NOISE), move: new Uint32Array(rows), moves: [] };
  assert.equal(remarkOf({ ...window, changes }, row), 'within the noise');
});

test('in a comparison without judgements, a change of few samples looks like one within the noise', () => {
  const difference = differenceOfTotals(cpuProfile('main;f 1002\nmain;g 20'), cpuProfile('main;f 1000\nmain;g 30'));
  const window = answer(difference, 1, { ...VIEW, minWidth: 0 });
  const rowOf = (name: string) => [...window.name].findIndex((index) => window.names[index] === name);
  const looks = ['f', 'g'].map((name) => [netLook(window, rowOf(name)), netSign(window, rowOf(name)), remarkOf(window, rowOf(name))]);
  assert.deepEqual(looks, [['noise', '~', 'change of too few samples: mostly chance'], ['shrunk', '−', '']]);
});

test('in a comparison, a frame has its cost now and before, and the change', () => {
  const stacks = (same: number, faster: number) => cpuProfile(`main@a.go:1;same@a.go:5 ${same}\nmain@a.go:1;faster@a.go:9 ${faster}`);
  const window = answer(differenceOf(stacks(50, 20), stacks(50, 30)), 1, VIEW);
  const figures = (name: string) =>
    Object.fromEntries(figuresOf(window, [...window.name].findIndex((index) => window.names[index] === name)));
  assert.deepEqual(figures('faster'), {
    flat: '−100\u202fµs/op', now: '200\u202fµs/op', baseline: '300\u202fµs/op', change: '−100\u202fµs/op', 'of baseline': '−33\u202f%',
  });
  const { now, baseline, change } = figures('same');
  assert.deepEqual([now, baseline, change], ['500\u202fµs/op', '500\u202fµs/op', '0']);
});

test('in a comparison, both figures of a frame are announced with a sign', () => {
  const named = (name: string) => {
    const { window, row } = frameOf(DIFFERENCE, name);
    return accessibleName(window, row);
  };
  assert.equal(named('work'), 'work, +8\u202fns, +20\u202f% of all changes');
  assert.equal(named('log'), 'log, −20\u202fns, −56\u202f% of all changes');
});

const DIFFERENCE = 'all 0\n  main 0\n    work -4\n      parse 12\n    log -20\n    same 0';

test('a difference has increase, decrease and net, with signs', () => {
  assert.deepEqual(frameOf(DIFFERENCE, 'work').figures, {
    flat: '−4\u202fns', increase: '+12\u202fns', decrease: '−4\u202fns', net: '+8\u202fns', 'of all changes': '+20\u202f%',
  });
  assert.deepEqual(frameOf(DIFFERENCE, 'log').figures, {
    flat: '−20\u202fns', increase: '0', decrease: '−20\u202fns', net: '−20\u202fns', 'of all changes': '−56\u202f%',
  });
});

test('the figures of a difference per operation have one unit', () => {
  const { window, row } = frameOf(DIFFERENCE, 'work');
  const scaled = [window.flat, window.cum, window.size].map((values) => values.map((value) => 1e4 * value));
  const [flat, cum, size] = scaled;
  const perOperation = { ...window, flat, cum, size, unit: 'nanoseconds/op' };
  const figures = Object.fromEntries(figuresOf(perOperation, row));
  assert.deepEqual(figures, {
    flat: '−40.0\u202fµs/op', increase: '+120\u202fµs/op', decrease: '−40.0\u202fµs/op', net: '+80.0\u202fµs/op', 'of all changes': figures['of all changes'],
  });
  assert.equal(netText(perOperation, row), '+80.0\u202fµs/op', 'above the graph');
});

test('where shares are compared, the total has no change to be said', () => {
  const { window, row } = frameOf(DIFFERENCE, 'work');
  const same = { ...window, compared: true, cum: window.cum.map((value, i) => (i === 0 ? 1e-13 : value)) };
  assert.equal(isChangeKnown({ ...same, unit: '%' }, 0), false);
  assert.equal(isChangeKnown({ ...same, unit: '%' }, row), true);
  assert.equal(isChangeKnown(same, 0), true, 'the totals of equal work may be equal, which is an answer');
});

test('increase plus decrease is the width, and increase minus decrease is the net', () => {
  const { window, row } = frameOf(DIFFERENCE, 'main');
  assert.deepEqual(increaseAndDecrease(window, row), { increase: 12, decrease: 24 });
  assert.deepEqual([window.size[row], window.cum[row]], [36, -12]);
});

test('signs are readable without colors', () => {
  const signed = signedLabels([1536, -1536, 1, 0], { unit: 'bytes', total: 2048 });
  assert.deepEqual(signed, ['+1.50\u202fKiB', '−1.50\u202fKiB', '+1\u202fB', '0']);
  assert.deepEqual([signOf(3), signOf(-3), signOf(0)], ['+', '−', '±']);
});
