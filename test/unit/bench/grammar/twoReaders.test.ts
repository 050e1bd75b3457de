import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BenchmarkReader } from '../../../../src/bench/benchstat/reader';
import { UnitMetadata } from '../../../../src/bench/benchstat/unitMetadata';
import { utf8Bytes } from '../../../../src/profile/common/utf8';
import { parseBenchmarks } from '../../../shared/inOneStep';

/** `name value unit… [key: value…]` of each result of a text, by the reader of benchstat and by that of `go test`. */
function readTwice(text: string): readonly [benchstat: string[], goTest: string[]] {
  const benchstat: string[] = [];
  const reader = new BenchmarkReader(new UnitMetadata(), {
    take: ({ name, config, values, units }) => {
      const keys: [string, string][] = [];
      config.forEach((key, value) => void keys.push([key, value]));
      benchstat.push(row(`Benchmark${name.full}`, values, units.map(({ written }) => written), keys));
    },
    warn: () => undefined,
  });
  reader.read(utf8Bytes(text), 'x.txt', 'x.txt');
  const goTest = parseBenchmarks(text).results.map(({ name, values, config }) =>
    row(name, values.map(({ value }) => value), values.map(({ unit }) => unit), Object.entries(config)));
  return [benchstat, goTest];
}

function row(
  name: string, values: readonly number[], units: readonly string[], config: readonly (readonly [string, string])[],
): string {
  const figures = values.map((value, i) => `${value} ${units[i]}`);
  return [name, ...figures, ...config.map(([key, value]) => `[${key}: ${value}]`)].join(' ');
}

test('numbers, units and names are read alike from what go test printed and from files for benchstat', () => {
  const numbers = ['5', '.5', '5.', '-2.5', '1e+09', '1_000', '0x1p-2', 'NaN', '+Inf', '-infinity', '123456789012345678'];
  const text = numbers.map((number, i) => `BenchmarkA/n=${i}-8 \t 1 ${number} widgets/op\u00a07\u2003x\r\n`).join('');
  const [benchstat, goTest] = readTwice(text);
  assert.equal(benchstat.length, numbers.length);
  assert.deepEqual(goTest, benchstat);
});

test('what is not a number, or out of range, is a result in neither', () => {
  const bad = ['x', '.', '1__0', '+nan', '0x1', '1e999', '1\ufeff'];
  assert.deepEqual(readTwice(bad.map((number) => `BenchmarkA 1 ${number} x\n`).join('')), [[], []]);
});

test('keys and their values are read alike', () => {
  const keys = ['pkg: a b ', 'ärger: \t1', 'a.b-c:', 'a.b-c: 2', 'key:novalue', 'has space: x', 'Big: x', 'aB: x', 'goos:', 'x:y: z'];
  const [benchstat, goTest] = readTwice(`goos: linux\n${keys.map((key) => `${key}\nBenchmarkA 1 5 x\n`).join('')}`);
  assert.equal(benchstat.at(-1), 'BenchmarkA 5 x [a.b-c: 2] [pkg: a b ] [ärger: 1]');
  const sorted = (rows: readonly string[]) => rows.map((text) => text.split(/ (?=\[)/).sort());
  assert.deepEqual(sorted(goTest), sorted(benchstat));
});
