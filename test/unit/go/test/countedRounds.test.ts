import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countingText, operationsIn } from '../../../../src/go/test/countedRounds';

const TESTING = `package testing

import (
	"fmt"
	"os"
)

type common struct {
	name string
}

func (b *B) runN(n int) {
	b.benchFunc(b)
	b.previousN = n
	b.previousDuration = b.duration
}
`;

test("Go's testing package is changed at the end of each round only, and its lines keep their numbers", () => {
  const changed = countingText(TESTING)!.split('\n');
  const differing = TESTING.trimEnd().split('\n').flatMap((line, i) => (line === changed[i] ? [] : [changed[i]]));
  assert.deepEqual(differing, ['\tb.previousN = n; linecostNote(b.name, n)']);
});

test('a testing package that is not as expected is left alone', () => {
  assert.equal(countingText(TESTING.replace('b.previousN = n', 'b.rounds = append(b.rounds, n)')), undefined);
  assert.equal(countingText(TESTING.replace('\t"os"\n', '')), undefined);
  assert.equal(countingText(TESTING + TESTING), undefined);
});

const resultOf = (subName: string, iterations: number) => ({ subName, iterations, values: [] });

test('the operations of a run are the iterations of all rounds of the one benchmark that printed results', () => {
  const rounds = '1 BenchmarkX\n100 BenchmarkX\n7231 BenchmarkX\n1 BenchmarkX\n7000 BenchmarkX\n';
  assert.equal(operationsIn(rounds, 'BenchmarkX', [resultOf('', 7231), resultOf('', 7000)]), 14333);
  assert.equal(operationsIn('1 BenchmarkX\n1 BenchmarkX/a b\n50 BenchmarkX/a b\n', 'BenchmarkX', [resultOf('a b', 50)]), 51);
});

test('the operations are unknown with several cases, without results, and if a round is missing', () => {
  assert.equal(operationsIn('1 BenchmarkX/a\n1 BenchmarkX/b\n', 'BenchmarkX', [resultOf('a', 1), resultOf('b', 1)]), undefined);
  assert.equal(operationsIn('1 BenchmarkX\n', 'BenchmarkX', []), undefined);
  assert.equal(operationsIn('1 BenchmarkX\n', 'BenchmarkX', [resultOf('', 100)]), undefined);
  assert.equal(operationsIn('', 'BenchmarkX', [resultOf('', 1)]), undefined);
});
