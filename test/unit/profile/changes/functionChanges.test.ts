import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import { moveLines } from '../../../../src/profile/refine/moveLines';
import type { Profile } from '../../../../src/profile/model';
import { cpuProfile, differenceOf, differenceOfTotals } from '../../../shared/differences';
import { loadedReports } from '../../../shared/loadedReports';

const never = new AbortController().signal;
const MS = 1e6;

const BEFORE = cpuProfile([
  'm/p.serve@a.go:2;m/p.response@a.go:8 300', 'm/p.serve@a.go:3;m/p.(*T).Write@a.go:20 100', 'm/p.same@a.go:12 200',
].join('\n'));
const NOW = cpuProfile([
  'm/p.serve@a.go:2;m/p.(*Pool).Get@pool.go:8 10', 'm/p.serve@a.go:4;m/p.serve.func1@a.go:4;m/p.serve@a.go:3 90',
  'm/p.serve.func1@a.go:5 50', 'm/p.same@a.go:12 205', 'm/p.(*T).Write@a.go:20 2',
].join('\n'));
const NAMES = ['serve', 'response', '(*T).Write', 'same', 'none'];

function changes(profile: Profile, names: readonly string[] = NAMES) {
  return loadedReports(profile).functionChanges({ sampleType: 1, files: ['a.go'], names }, never);
}

test('a function is judged as a whole: each stack counts once, with its literals, wherever its lines are', async () => {
  const found = (await changes(differenceOf(NOW, BEFORE)))!;
  const perOperation = (samples: number) => (samples * 10 * MS) / 1000;
  assert.deepEqual(found.map(({ now, before }) => [now, before]), [
    [150, 400], [0, 300], [2, 100], [205, 200], [0, 0],
  ].map((samples) => samples.map(perOperation)));
  assert.deepEqual(found.map(({ judged }) => judged?.judgement), [FIRM_CHANGE, FIRM_CHANGE, FIRM_CHANGE, NOISE, NOISE]);
  assert.deepEqual([found[0]?.judged?.now, found[0]?.judged?.before].map(Math.round as never), [150, 400]);
});

test('which lines are compared does not change what a function costs', async () => {
  const file = { file: 'a.go', moves: [{ from: 8, to: 3, count: 1 }] };
  const differences = [moveLines(BEFORE, [file]), BEFORE].map((before) => changes(differenceOf(NOW, before)));
  const [moved, plain] = await Promise.all(differences);
  assert.deepEqual(moved, plain);
});

test('a comparison of totals has the costs of functions without judgements, and a profile alone has none', async () => {
  assert.deepEqual((await changes(differenceOfTotals(NOW, BEFORE)))![0], { now: 1500 * MS, before: 4000 * MS });
  assert.equal(await changes(NOW), undefined);
});

test('a literal of a method is not one of the function with the name of the method', async () => {
  const literal = cpuProfile('m/p.(*T).Write.func1@a.go:5 50\nm/p.Write@a.go:9 1');
  const found = (await changes(differenceOfTotals(literal, BEFORE), ['Write', '(*T).Write']))!;
  assert.deepEqual(found.map(({ now }) => now), [10 * MS, 500 * MS]);
});
