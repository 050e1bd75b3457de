import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETUP_TEXTS } from '../../../../src/profile/lines/setupLine';
import { unlikeGoTest } from '../../../../src/profile/text/unlikeGoTest';
import { wallText } from '../../../../src/profile/text/wallText';
import { weightiest } from '../../../../src/editor/hover/hoverDoubts';
import { escapeMarkdown } from '../../../../src/editor/hover/markdown';
import { withVscode } from '../../../shared/withVscode';
import { fakeVscode } from '../../../shared/fakeVscode';

withVscode(fakeVscode('/w').module);

const LINK = /( \[How sure is this\?\]\([^)]*\))\n\n$/;

/** The sentence that the hover shows, and whether there is a link to all. */
function shown(...paragraphs: readonly string[]): [string, boolean] {
  const text = weightiest(paragraphs, [], 'a.go:7');
  const plain = text.replace(LINK, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return [plain.trim(), LINK.test(text)];
}

const remark = (sentence: string) => `_${escapeMarkdown(sentence)}_\n\n`;

test('of a long doubt, the hover shows the start that fits a row, and a link to the whole', () => {
  const slower = 'An operation took 3.1× as long in the cpu run (1.50 µs) as when timed (490 ns): the machine was busy, or other. More.';
  assert.deepEqual(shown(remark(slower)), ['_An operation took 3.1× as long in the cpu run (1.50 µs) as when timed (490 ns)._', true]);
  const misfit = 'BenchmarkDecodeLargeMessages stops the cpu profile itself, so most of the run is not in it (x_test.go:12).';
  assert.deepEqual(shown(remark(misfit)), ['_BenchmarkDecodeLargeMessages stops the cpu profile itself._', true]);
  const conditions = `Measured under other conditions: Go 1.26.8 (baseline: 1.25.1); GOGC off (baseline: ${'9'.repeat(20)}).`;
  assert.deepEqual(shown(remark(conditions)), ['_Measured under other conditions: Go 1.26.8 (baseline: 1.25.1)._', true], 'not within parentheses');
  assert.match(weightiest([remark(slower)], [], 'a.go:7'), /the%20machine%20was%20busy.*"An operation took 3&#46;1× as long/);
});

test('a short doubt stays whole, with its own link and without one to itself; a long one keeps its own link', () => {
  assert.deepEqual(shown(remark('Setup: not timed.')), ['_Setup: not timed._', false]);
  const fix = '[Switch the sample type](command:linecost.switchSampleType)';
  assert.deepEqual(shown(`The number of samples is not a cost per operation. ${fix}`), [`The number of samples is not a cost per operation. ${fix}`, false]);
  const long = `_Totals._ Runs with different processor counts (-cpu) share this profile: profile with a single -cpu value. ${fix}`;
  assert.deepEqual(shown(long), [`_Totals._ Runs with different processor counts (-cpu) share this profile. ${fix}`, true]);
  const code = `_Edited after the capture. It was:_ ${escapeMarkdown('x := compute(first, second, third, fourth, fifth)')}`;
  assert.deepEqual(shown(code), ['_Edited after the capture._', true]);
});

test('the sentences on kinds of profiles and on setup fit a row', () => {
  const sampleTypes = ['wall', 'wall_all'].map((type) => ({ type, unit: 'nanoseconds' }));
  const wall = (index: number) => wallText({ sampleTypes, totals: [1, 1] }, index);
  const perOperation = (type: string, unit: string) => unlikeGoTest({ type, unit });
  const all = [
    ...Object.values(SETUP_TEXTS), wall(0), wall(1),
    perOperation('cpu', 'nanoseconds/op'), perOperation('wall', 'nanoseconds/op'), perOperation('alloc_objects', 'count/op'),
  ];
  for (const sentence of all) {
    assert.ok(sentence !== undefined);
    assert.ok(shown(remark(sentence))[0].length <= 82, sentence);
  }
});
