import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineVerdicts } from '../../../../src/editor/columns/lineVerdicts';
import { firmTimeText, verdictsText } from '../../../../src/editor/hover/hoverVerdicts';
import type { ComparedLine } from '../../../../src/editor/hover/hoverComparison';
import { FIRM_CHANGE, MOVED, NOISE } from '../../../../src/profile/answers/changes';

type Figure = readonly [change: number, verdict: number];

/** The sentences for a line whose flat and cum have these changes and verdicts. */
function sentences(flat: Figure, cum: Figure): string {
  const columns = ([, verdict]: Figure) => ({
    verdict: Uint8Array.of(verdict),
    move: Uint32Array.of(verdict === MOVED ? 1 : 0),
    now: Float64Array.of(15),
    before: Float64Array.of(12),
  });
  const moves = [{ how: 'other', function: 'p.scan_all' }] as const;
  const figures = { flat: columns(flat), cum: columns(cum) };
  const verdicts = lineVerdicts([{ lines: Uint32Array.of(7), ...figures, moves, removed: NOISE }]);
  const line = { delta: { values: [{ flat: flat[0], cum: cum[0] }] }, before: undefined } as unknown as ComparedLine;
  const text = verdictsText(line, 0, { verdicts, capturedLine: 7 });
  assert.doesNotMatch(text.slice(1), /[a-z]_[a-z]/, 'names are text, not Markdown');
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

test('a change within the noise has one sentence for flat and cum, with the numbers of samples', () => {
  assert.equal(sentences([3, NOISE], [3, NOISE]), '_Within the noise: 15 samples, before 12._\n\n');
});

test('a moved cost has the name of the other function, as text', () => {
  assert.equal(sentences([-3, MOVED], [2, FIRM_CHANGE]), '_flat moved: p.scan_all gained as much._\n\n');
});

test('flat and cum have separate sentences if their verdicts differ', () => {
  assert.equal(
    sentences([3, NOISE], [5, MOVED]),
    '_flat within the noise: 15 samples, before 12._\n\n_cum moved: p.scan_all lost as much._\n\n',
  );
});

test('firm changes and unchanged figures have no sentence about noise or moves', () => {
  assert.equal(sentences([0, NOISE], [5, FIRM_CHANGE]), '');
});

/** The sentence on how long profiles must be to confirm a change from 50 to `now` samples, for profiles of 2 s. */
function durationText(now: number, { type = 'cpu', verdict = NOISE, varied = 0 } = {}): string {
  const samples = { now: Float64Array.of(now), before: Float64Array.of(50) };
  const columns = { verdict: Uint8Array.of(verdict), move: Uint32Array.of(0), ...samples };
  const verdicts = lineVerdicts([{ lines: Uint32Array.of(7), flat: columns, cum: columns, moves: [], removed: NOISE }]);
  const valuesOf = (cum: number) => ({ values: [{ sampleType: { type }, cum }] });
  const line = { delta: valuesOf(now - 50), before: valuesOf(50) } as unknown as ComparedLine;
  return firmTimeText(line, 0, { verdicts, capturedLine: 7 }, { seconds: 2, varied }).replaceAll('&nbsp;', ' ');
}

test('for a change of time within the noise, the hover says how long profiles must be to confirm it', () => {
  assert.equal(durationText(60), '_To confirm a change of 20 %, each profile needs about 30 s, if time varies by 2 % from run to run._\n\n');
  assert.equal(durationText(52), '_Two profiles of the same code can differ by 4 % or more, if time varies by 2 % from run to run._\n\n');
});

test('the time to profile follows from how much the runs in turns varied, if that is more than 2 %', () => {
  assert.equal(durationText(60, { varied: 0.035 }), '_To confirm a change of 20 %, each profile needs about 60 s, because the runs in turns varied by 3.5 %._\n\n');
  assert.equal(durationText(60, { varied: 0.06 }), '_Two profiles of the same code can differ by 20 % or more, because the runs in turns varied by 6 %._\n\n');
  assert.equal(durationText(60, { varied: 0.004 }), durationText(60));
});

test('a firm change and a change of allocations have no sentence about the duration', () => {
  assert.deepEqual([durationText(60, { verdict: FIRM_CHANGE }), durationText(60, { type: 'alloc_space' })], ['', '']);
});
