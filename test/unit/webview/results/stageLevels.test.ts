import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultCapture, ResultStep } from '../../../../src/pages/protocol/resultsPage';
import { stageLayout } from '../../../../webview/results/stageChart';
import { stageLevels } from '../../../../webview/results/stageLevels';

interface Step extends Pick<ResultStep, 'from' | 'isInTurns'> {
  readonly ratio: ResultStep['ratios'][number];
}

/** A capture with one figure of the case `k`, and the step to it. */
function stage(id: string, value: number, step?: Step): ResultCapture {
  const steps = step ? [{ key: 'k', words: '', kind: 'none', details: '', ratios: [step.ratio], ...step }] : [];
  return { id, rows: [{ key: 'k', cells: [{ text: '', value }] }], steps } as unknown as ResultCapture;
}

const inTurns = (from: string, ratio: number) => {
  return { from, isInTurns: true, ratio: { ratio, lo: ratio * 0.9, hi: ratio * 1.1 } };
};
const levelsOf = (...oldestFirst: readonly ResultCapture[]) => stageLevels([...oldestFirst].reverse(), 'k', 0);

test('the level of a stage is the product of the steps to it, also from an older stage than the last', () => {
  const levels = levelsOf(stage('a', 100), stage('b', 70, inTurns('a', 0.5)), stage('c', 99, inTurns('b', 0.5)), stage('d', 1, inTurns('a', 2)));
  assert.deepEqual(levels.map(({ level }) => level), [1, 0.5, 0.25, 2]);
  assert.deepEqual(levels.map(({ from }) => from), [undefined, 0, 1, 0]);
  assert.deepEqual(levels[2]!.interval, { lo: 0.5 * 0.45, hi: 0.5 * 0.55 });
});

test('a step that was not measured in turns makes the stages after it unsure, and one from a deleted stage is none', () => {
  const loose = { from: 'a', isInTurns: false, ratio: { ratio: 0.5 } };
  const levels = levelsOf(stage('a', 100), stage('b', 50, loose), stage('c', 25, inTurns('b', 0.5)), stage('d', 50, inTurns('deleted', 9)));
  assert.deepEqual(levels.map(({ level }) => level), [1, 0.5, 0.25, 0.5]);
  assert.deepEqual(levels.map(({ isInTurns }) => isInTurns), [true, false, false, false]);
  assert.deepEqual(levels.map(({ isStepInTurns }) => isStepInTurns), [true, false, true, false]);
});

test('the chart is logarithmic, unless a figure is 0', () => {
  const yOf = (values: readonly number[]) => {
    const stages = values.map((value, i) => stage(String(i), value));
    const { isLogarithmic, points } = stageLayout(levelsOf(...stages));
    return { isLogarithmic, ys: points.map(({ y }) => Math.round(y)) };
  };
  const logarithmic = yOf([100, 10, 1]);
  assert.equal(logarithmic.isLogarithmic, true);
  const [a, b, c] = logarithmic.ys;
  assert.equal(b! - a!, c! - b!);
  const linear = yOf([100, 50, 0]);
  assert.equal(linear.isLogarithmic, false);
  const [d, e, f] = linear.ys;
  assert.equal(e! - d!, f! - e!);
});

test('noise of a percent does not fill the chart', () => {
  const { points, height } = stageLayout(levelsOf(stage('a', 100), stage('b', 101)));
  assert.ok(Math.abs(points[0]!.y - points[1]!.y) < height / 10);
});
