import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../shared/someVscode';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { latestVerdicts } from '../../../../src/captures/latestVerdicts';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { groupByName } from '../../../../src/bench/resultsByCase';
import { resultsAtCalls } from '../../../../src/editor/lenses/resultsAtCalls';
import { verdictAtCall } from '../../../../src/editor/lenses/verdictLenses';
import { LITERALS, LOOP } from './benchmarkSources';

/** Four results for each name, from `time` to `time + 3` ns/op. */
const timed = (time: number, ...names: readonly string[]) => [0, 1, 2, 3].flatMap((extra) =>
  parseBenchmarks(names.map((name) => `BenchmarkX${name} \t 10\t ${time + extra} ns/op`).join('\n')).results);

/** A capture that Measure Again made: 100 ns/op before, 50 ns/op now. */
function measured(id: string, names: readonly string[], overrides: Partial<CaptureRecord['turns']> = {}): CaptureRecord {
  const turns = { base: { id: 'old', capturedAt: 0 }, before: timed(100, ...names), wanted: 4, notes: [], ...overrides };
  return { id, title: 'BenchmarkX', capturedAt: 0, profiles: [], results: timed(50, ...names), turns };
}

/** `line: title` of the verdict at each call, with `→ id` if its capture measured nothing else. */
function verdictsAt(source: string, shown: CaptureRecord['results'], ...captures: readonly CaptureRecord[]): string[] {
  const lines = source.split('\n');
  return resultsAtCalls(groupByName(shown), lines, { from: 1, to: lines.length }).flatMap((call) => {
    const verdict = verdictAtCall(call, latestVerdicts(captures));
    return verdict ? [`${call.line}: ${verdict.title}${verdict.alone === undefined ? '' : ` → ${verdict.alone}`}`] : [];
  });
}

const FASTER = '▼ 49.3\u202f% faster';

test('each case has its own verdict at its call', () => {
  const names = ['/short_text-8', '/long-8'];
  const both = measured('b', names);
  assert.deepEqual(verdictsAt(LITERALS, both.results, both), [`2: ${FASTER}`, `3: ${FASTER}`]);
  const alone = measured('c', ['/long-8'], { base: { id: 'old', capturedAt: 0, revision: 'v1' } });
  assert.deepEqual(verdictsAt(LITERALS, [...timed(50, '/short_text-8'), ...alone.results], alone, both), [
    `2: ${FASTER}`, `3: against v1: ${FASTER} → c`,
  ]);
});

test('the verdict on one case with a computed name has its name, and a verdict on several cases counts them', () => {
  const capture = measured('b', ['/size=1-8']);
  assert.deepEqual(verdictsAt(LOOP, capture.results, capture), ['3: ▼ size=1: 49.3\u202f% faster → b']);
  const ofThree = measured('b', ['/size=1-8', '/size=2-8', '/size=3-8']);
  assert.deepEqual(verdictsAt(LOOP, ofThree.results, ofThree), ['3: 3 faster, of 3 cases']);
  const twoCaptures = [measured('d', ['/size=2-8']), capture];
  const results = twoCaptures.flatMap((each) => each.results);
  assert.deepEqual(verdictsAt(LOOP, results, ...twoCaptures), ['3: 2 faster, of 2 cases'], 'the lines of no single capture show both');
  const shown = [...ofThree.results, ...timed(9, '/size=4-8')];
  assert.deepEqual(verdictsAt(LOOP, shown, ofThree), ['3: 3 faster, of 3 compared cases of 4']);
});

test('a case that ran with several values of GOMAXPROCS counts once for each value', () => {
  const capture = measured('b', ['/long-2', '/long-4']);
  assert.deepEqual(verdictsAt(LITERALS, capture.results, capture), ['3: 2 faster, of 2 cases']);
});

test('a verdict on results other than the shown ones is left out', () => {
  const capture = measured('b', ['/long-8']);
  assert.deepEqual(verdictsAt(LITERALS, timed(49, '/long-8'), capture), []);
  const later = { ...capture, id: 'c', results: timed(60, '/long-8'), turns: undefined };
  assert.deepEqual(verdictsAt(LITERALS, later.results, later, capture), []);
});

test('a partial verdict on a case is marked as partial', () => {
  const capture = measured('b', ['/long-8'], { wanted: 10, stopped: 'cancelled' });
  assert.deepEqual(verdictsAt(LITERALS, capture.results, capture), ['3: partial (4+4 of 10+10), 49.3\u202f% faster → b']);
});
