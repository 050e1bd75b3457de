import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../shared/someVscode';
import type { CostPicture } from '../../../../src/editor/columns/costPicture';
import { HEAT_COLORS, heatLevel as levelIn, heatOf, signedHeatColor } from '../../../../src/editor/columns/heat';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import { manifestColor } from '../../../shared/manifestColors';
import { fileCosts } from '../../../shared/fileCosts';
import { heatBounds } from '../../../../src/profile/noise/heatBounds';

const heatLevel = (value: number, total: number) => levelIn(value, heatBounds([], { total }));

test('heat grows with the share of the total, up to half of the total', () => {
  const levels = [0, 0.004, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1].map((share) => heatLevel(share * 1000, 1000));
  assert.deepEqual(levels, [0, 0, 1, 2, 3, 4, 5, 6, 6]);
  assert.equal(levels.at(-1), HEAT_COLORS.grown.length);
});

test('the heat of a negative difference equals the heat of its absolute value', () => {
  assert.equal(heatLevel(-300, 1000), heatLevel(300, 1000));
});

test('a profile without a total has no heat', () => {
  assert.equal(heatLevel(5, 0), 0);
});

test('shrinkage and growth have different colors, and small values have none', () => {
  assert.equal(signedHeatColor(300, heatBounds([], { total: 1000 })), 'linecost.heat5Background');
  assert.equal(signedHeatColor(-300, heatBounds([], { total: 1000 })), 'linecost.shrunk5Background');
  assert.equal(signedHeatColor(-1, heatBounds([], { total: 1000 })), undefined);
});

test('in a comparison, two changes that chance may have ordered have one color, and noise does not count', () => {
  const figures = { flat: new Float64Array(3), cum: Float64Array.of(130, 90, 128), lines: Uint32Array.of(1, 2, 3) };
  const costs = { ...fileCosts([1, 2, 3]), ...figures, total: 1000, weight: 1 };
  const colors = (first: number, judgements?: CostPicture['judgements']) => {
    const picture = { costs, ...(judgements && { judgements }) } as unknown as CostPicture;
    return [first, 90].map((value) => heatOf(value, picture)?.replace(/\D/g, ''));
  };
  const judged = (judgement: number, now: number, before: number) => ({ judgement, now, before });
  const of = (judgement: number, before: number) => {
    const cum = new Map([[1, judged(judgement, 130 + before, before)], [2, judged(FIRM_CHANGE, 90 + before, before)]]);
    return { flat: new Map<number, never>(), cum };
  };
  assert.deepEqual(colors(130, of(FIRM_CHANGE, 0)), ['4', '3']);
  assert.deepEqual(colors(130, of(FIRM_CHANGE, 260)), ['4', '4']);
  assert.deepEqual(colors(130, of(NOISE, 260)), ['4', '3']);
});

test('the description of each color has its range of shares of the total', () => {
  const shares = ['0.5 to 2 %', '2 to 5 %', '5 to 10 %', '10 to 25 %', '25 to 50 %', '50 % or more'];
  for (const ids of Object.values(HEAT_COLORS)) {
    for (const [i, id] of ids.entries()) {
      const { description } = manifestColor(id);
      assert.ok(description.includes(` ${shares[i]} of the total`), description);
      const from = parseFloat(shares[i]) / 100;
      assert.deepEqual([heatLevel(from * 1000, 1000), heatLevel(from * 1000 - 1, 1000)], [i + 1, i]);
    }
  }
});

test('tints behind code are at most a quarter opaque', () => {
  for (const id of ['linecost.heat1Background', 'linecost.heat2Background', 'linecost.shrunk1Background', 'linecost.shrunk2Background']) {
    const { defaults } = manifestColor(id);
    for (const color of Object.values(defaults)) assert.ok(parseInt(color.slice(7), 16) <= 0x40, `${id}: ${color}`);
  }
});

test('in every theme, growth is more red than blue, and shrinkage is more blue than red', () => {
  for (const [side, ids] of Object.entries(HEAT_COLORS)) {
    for (const id of ids) {
      const { defaults } = manifestColor(id);
      assert.deepEqual(Object.keys(defaults).sort(), ['dark', 'highContrast', 'highContrastLight', 'light'], id);
      for (const [theme, color] of Object.entries(defaults)) {
        const [red, , blue] = color.match(/[0-9a-f]{2}/g)!.map((part) => parseInt(part, 16));
        const lead = side === 'grown' ? red - blue : blue - red;
        assert.ok(lead > 80, `${id} ${theme}: ${color}`);
      }
    }
  }
});
