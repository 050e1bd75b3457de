import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineJudgements } from '../../../../src/editor/columns/lineJudgements';
import type { ComparedLine } from '../../../../src/editor/hover/hoverComparison';
import { firmChangeTimeText } from '../../../../src/editor/hover/hoverProposedTime';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import { lineChanges } from '../../../shared/lineChanges';

/** The sentence on how long profiles must be to confirm a change from 50 to `now` samples, for profiles of 2 s. */
function durationText(now: number, { type = 'cpu', judgement = NOISE, varied = 0 } = {}): string {
  const changes = lineChanges([7], [judgement], [judgement], [now, 50]);
  const judgements = lineJudgements([{ ...changes, moves: [], removed: lineChanges() }]);
  const valuesOf = (cum: number) => ({ values: [{ sampleType: { type }, cum }] });
  const line = { delta: valuesOf(now - 50), before: valuesOf(50) } as unknown as ComparedLine;
  return firmChangeTimeText(line, 0, { judgements, capturedLine: 7 }, { seconds: 2, varied }).replaceAll('&nbsp;', ' ');
}

test('for a change of time within the noise, the hover says how long profiles must be to confirm it', () => {
  assert.equal(durationText(60), '_To confirm a change of 20\u202f%, each profile needs about 30 s, if time varies by 2.0\u202f% from run to run._\n\n');
  assert.equal(durationText(52), '_Two profiles of the same code can differ by 4.0\u202f% or more, if time varies by 2.0\u202f% from run to run._\n\n');
});

test('the time to profile follows from how much the runs in turns varied, if that is more than 2 %', () => {
  assert.equal(durationText(60, { varied: 0.035 }), '_To confirm a change of 20\u202f%, each profile needs about 60 s, because the runs in turns varied by 3.5\u202f%._\n\n');
  assert.equal(durationText(60, { varied: 0.06 }), '_Two profiles of the same code can differ by 20\u202f% or more, because the runs in turns varied by 6.0\u202f%._\n\n');
  assert.equal(durationText(60, { varied: 0.004 }), durationText(60));
});

test('a firm change and a change of allocations have no sentence about the duration', () => {
  assert.deepEqual([durationText(60, { judgement: FIRM_CHANGE }), durationText(60, { type: 'alloc_space' })], ['', '']);
});
