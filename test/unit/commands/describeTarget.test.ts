import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../../src/bench/parseOutput';
import type { GoTestBuild } from '../../../src/capture/contracts';
import { describeTarget, withResults } from '../../../src/commands/describeTarget';
import { FakeUri } from '../../shared/fakeVscode';

const BUILD: GoTestBuild = {
  importPath: 'example.com/a',
  modulePath: 'example.com/a',
  moduleDir: '/a',
  texts: new Map(),
  linesMayBeOff: false,
  goVersion: 'go1.26.8',
  goExperiment: '',
  flags: ['-tags=b'],
  git: { commit: 'abc', isDirty: true },
  isEarlierProgram: false,
};
const OUTPUT = `goos: linux
cpu: Model A
Unit ns/op assume=nothing
BenchmarkA-8 	 100	 12.5 ns/op
BenchmarkA-8 	 100	 12.7 ns/op
`;

const described = (more: Partial<GoTestBuild> = {}) => {
  const target = { uri: FakeUri.file('/a/a_test.go') as never, kind: 'benchmark', name: 'BenchmarkA' } as const;
  return describeTarget(target, { ...BUILD, ...more }, new Map(), new AbortController().signal);
};

test('a capture records Go, its flags and the commit, and a processor even without results', async () => {
  const { conditions } = await described({ goExperiment: 'greenteagc' });
  const { cpu, ...known } = conditions!;
  const git = { commit: 'abc', isDirty: true };
  assert.deepEqual(known, { goVersion: 'go1.26.8', goExperiment: 'greenteagc', flags: ['-tags=b'], git });
  assert.equal(typeof cpu, 'string');
});

test('results tell the processor and GOMAXPROCS, and are kept in the standard format', async () => {
  const { conditions, output, results } = withResults(await described(), parseBenchmarks(OUTPUT));
  assert.deepEqual([conditions!.cpu, conditions!.maxProcs, results.length], ['Model A', 8, 2]);
  assert.equal(output, `Unit ns/op assume=nothing
goos: linux
cpu: Model A
BenchmarkA-8\t100\t12.5 ns/op
BenchmarkA-8\t100\t12.7 ns/op
`);
});

test('a benchmark that ran with several numbers of processors has no single GOMAXPROCS', async () => {
  const read = parseBenchmarks('BenchmarkA 1 1 ns/op\nBenchmarkA-4 1 1 ns/op\n');
  assert.equal(withResults(await described(), read).conditions!.maxProcs, undefined);
});
