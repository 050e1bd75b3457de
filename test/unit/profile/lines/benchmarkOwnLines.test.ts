import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includedFiles } from '../../../../src/profile/lines/chargedLines';
import { chargedLines } from '../../../shared/inOneStep';
import { framesOf } from '../../../../src/profile/lines/frames';
import { loopRows } from '../../../../src/profile/lines/hotLines';
import type { LoopLines } from '../../../../src/profile/answers/lines';
import { profileOfLines } from '../../../shared/stacks';

const LOOPS: readonly LoopLines[] = [{ file: 'x_test.go', functions: ['BenchmarkX', 'helper'], lines: [[5, 6]] }];

/** The lines that loopRows leaves out. */
function leftOut(picture: string, files: readonly string[]): string[] {
  const profile = profileOfLines(picture);
  const frames = framesOf(profile);
  const { samples } = chargedLines(profile, 0, includedFiles(profile, files));
  const rows = loopRows(frames, LOOPS, samples);
  return frames.functions.files.flatMap((file, id) => {
    const [from, to] = [frames.sourceLines.offsets[id]!, frames.sourceLines.offsets[id + 1]!];
    return [...frames.sourceLines.line.subarray(from, to)].flatMap((line, i) => (rows[from + i] ? [`${file}:${line}`] : []));
  });
}

test('the header of the loop and lines that only call included files are left out', () => {
  const picture = `
    p.BenchmarkX@/w/x_test.go:5;testing.(*B).Loop@/go/testing/benchmark.go:400[inlined] 1
    p.BenchmarkX@/w/x_test.go:7;p.Parse@/w/parse.go:3 8
    p.BenchmarkX@/w/x_test.go:8;encoding/json.Marshal@/go/json/encode.go:160 4
    p.BenchmarkX@/w/x_test.go:9 2
  `;
  assert.deepEqual(leftOut(picture, ['/w/x_test.go', '/w/parse.go']), ['/w/x_test.go:5', '/w/x_test.go:7']);
  const all = ['/w/x_test.go', '/w/parse.go', '/go/json/encode.go', '/go/testing/benchmark.go'];
  assert.deepEqual(leftOut(picture, all), ['/w/x_test.go:5', '/w/x_test.go:7', '/w/x_test.go:8']);
});

test('function literals and helpers of the benchmark are left out, but not methods and other functions', () => {
  const picture = `
    p.BenchmarkX.func1@x_test.go:20;p.f@own.go:1 1
    p.helper@x_test.go:30;p.f@own.go:1 1
    p.(*suite).helper@x_test.go:40;p.f@own.go:1 1
    p.BenchmarkXY@x_test.go:50;p.f@own.go:1 1
    p.BenchmarkX@other_test.go:60;p.f@own.go:1 1
  `;
  assert.deepEqual(leftOut(picture, ['x_test.go', 'other_test.go', 'own.go']), ['x_test.go:20', 'x_test.go:30']);
});

test('a line that is charged is not left out', () => {
  const picture = 'p.BenchmarkX@x_test.go:7;p.f@own.go:1 9\n p.BenchmarkX@x_test.go:7 1';
  assert.deepEqual(leftOut(picture, ['x_test.go', 'own.go']), []);
});
