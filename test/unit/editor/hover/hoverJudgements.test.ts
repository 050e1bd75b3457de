import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineJudgements } from '../../../../src/editor/columns/lineJudgements';
import { type ComparedLine, judgementsText } from '../../../../src/editor/hover/hoverComparison';
import { FIRM_CHANGE, FIRM_IN_TURNS, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import { lineChanges } from '../../../shared/lineChanges';

type Figure = readonly [change: number, judgement: number];

/** The sentences for a line whose flat and cum have these changes and judgements. */
function sentences(flat: Figure, cum: Figure): string {
  const moves = [{ how: 'other', function: 'p.scan_all' }] as const;
  const changes = lineChanges([7], [flat[1]], [cum[1]]);
  const inTurns = { ...changes.cum, evidence: '10+10 runs in turns' };
  const judgements = lineJudgements([{ ...changes, cum: inTurns, moves, removed: lineChanges() }]);
  const line = { delta: { values: [{ flat: flat[0], cum: cum[0] }] }, before: undefined } as unknown as ComparedLine;
  const text = judgementsText(line, 0, { judgements, capturedLine: 7 });
  assert.doesNotMatch(text.slice(1), /[a-z]_[a-z]/, 'names are text, not Markdown');
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

test('a change within the noise has one sentence for flat and cum, with the numbers of samples', () => {
  assert.equal(sentences([3, NOISE], [3, NOISE]), '_Within the noise: 15 samples, baseline 12._\n\n');
});

test('a moved cost has the name of the other function, as text', () => {
  assert.equal(sentences([-3, MOVED], [2, FIRM_CHANGE]), '_flat moved: p.scan_all gained as much._\n\n');
});

test('flat and cum have separate sentences if their judgements differ', () => {
  assert.equal(
    sentences([3, NOISE], [5, MOVED]),
    '_flat within the noise: 15 samples, baseline 12._\n\n_cum moved: p.scan_all lost as much._\n\n',
  );
});

test('firm changes and unchanged figures have no sentence about noise or moves', () => {
  assert.equal(sentences([0, NOISE], [5, FIRM_CHANGE]), '');
});

test('a change that only runs in turns could show names them', () => {
  assert.equal(sentences([0, NOISE], [5, FIRM_IN_TURNS]), '_cum firm: 10+10 runs in turns._\n\n');
});
