import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { finish } from '../../../src/profile/common/guard';
import { loopsOfCapture as readLoopsOfCapture } from '../../../src/captures/loopsOfCapture';

const loopsOfCapture = (capture: Parameters<typeof readLoopsOfCapture>[0]) => finish(readLoopsOfCapture(capture));

const inFolder = (name: string) => path.join(path.sep, 'w', 'p', name);
const BENCHMARK = 'func BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n';
const HELPER = 'func helper(b *testing.B) {\n\n\tfor range b.N {\n\t}\n}\n';

test('the loops of a benchmark are those in the test files of its package', () => {
  const sources = new Map([
    [inFolder('x_test.go'), BENCHMARK],
    [inFolder('helper_test.go'), HELPER],
    [inFolder('code.go'), BENCHMARK],
    [path.join(path.sep, 'w', 'other', 'x_test.go'), BENCHMARK],
  ]);
  assert.deepEqual(loopsOfCapture({ target: { file: inFolder('x_test.go'), name: 'BenchmarkX' }, sources }), [
    { file: 'x_test.go', functions: ['BenchmarkX'], lines: [[2, 2]] },
    { file: 'helper_test.go', functions: ['helper'], lines: [[3, 3]] },
  ]);
});

test('without its source text, a benchmark is identified by its name', () => {
  assert.deepEqual(loopsOfCapture({ target: { file: inFolder('x_test.go'), name: 'BenchmarkX' }, sources: new Map() }), [
    { file: 'x_test.go', functions: ['BenchmarkX'], lines: [] },
  ]);
});

test('a test, a service and a profile file have no loops', () => {
  const sources = new Map([[inFolder('x_test.go'), BENCHMARK]]);
  assert.deepEqual(loopsOfCapture({ target: { file: inFolder('x_test.go'), name: 'TestX' }, sources }), []);
  assert.deepEqual(loopsOfCapture({ sources }), []);
});
