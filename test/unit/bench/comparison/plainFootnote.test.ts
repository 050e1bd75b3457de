import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainFootnote } from '../../../../src/bench/comparison/tableFigures';

test('every footnote of benchstat is put into plain words, and other text is unchanged', () => {
  const notes = [
    'need >= 6 samples for confidence interval at level 0.95', 'need >= 4 samples to detect a difference at alpha level 0.05',
    'need > 9 samples to detect a difference at alpha level 1e-06', 'all samples are equal', 'benchmarks vary in .fullname',
    'exact distribution expected, but values range from 1 to 2',
    'benchmark set differs from baseline; geomeans may not be comparable',
    'summaries must be >0 to compute geomean', 'ratios must be >0 to compute geomean',
  ];
  for (const note of notes) {
    const words = plainFootnote(note);
    assert.notEqual(words, note);
    assert.doesNotMatch(words, /undefined|NaN/);
  }
  assert.match(plainFootnote(notes[0]!), /95\u202f% .* at least 6 runs/);
  assert.match(plainFootnote(notes[2]!), /0\.0001\u202f% .* more than 9 times/);
  assert.equal(plainFootnote('anything else'), 'anything else');
});
