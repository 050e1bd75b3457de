import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { readMachineState } from '../../../../src/go/machine/machineState';
import type { GoTestBuild } from '../../../../src/go/captureTypes';
import { describeTarget, withResults } from '../../../../src/features/profile/describeTarget';
import { FakeUri } from '../../../shared/fakeVscode';

const BUILD: GoTestBuild = {
  importPath: 'example.com/a',
  modulePath: 'example.com/a',
  moduleDir: '/a',
  otherFiles: new Map(), texts: new Map(),
  areTextsComplete: true,
  linesMayBeOff: false,
  goVersion: 'go1.26.8',
  goExperiment: '',
  environment: { GOGC: '10', GOMEMLIMIT: '', CGO_ENABLED: '1' },
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

test('a capture records the Go version, the environment, the flags, the commit and the processor, even without results', async () => {
  const { conditions } = await described({ goExperiment: 'greenteagc' });
  const { cpu, governor, ...others } = conditions!;
  const git = { commit: 'abc', isDirty: true };
  const environment = { GOGC: '10' };
  assert.deepEqual(others, { goVersion: 'go1.26.8', goExperiment: 'greenteagc', environment, flags: ['-tags=b'], git });
  assert.equal(typeof cpu, 'string');
  assert.equal(governor, (await readMachineState()).governor);
});

test('the processor and GOMAXPROCS come from the results, which are stored in the standard format', async () => {
  const { conditions, output, results } = withResults(await described(), parseBenchmarks(OUTPUT));
  assert.deepEqual([conditions!.cpu, conditions!.maxProcs, results.length], ['Model A', 8, 2]);
  assert.equal(output, `Unit ns/op assume=nothing
goos: linux
cpu: Model A
BenchmarkA-8\t100\t12.5 ns/op
BenchmarkA-8\t100\t12.7 ns/op
`);
});

test('a capture of a benchmark with several values of GOMAXPROCS records none of them', async () => {
  const several = parseBenchmarks('BenchmarkA 1 1 ns/op\nBenchmarkA-4 1 1 ns/op\n');
  assert.equal(withResults(await described(), several).conditions!.maxProcs, undefined);
});

test('a capture records the setup lines of the benchmark and of its helpers in other test files of the package', async () => {
  const texts = new Map([
    ['/a/a_test.go', 'package a\n\nfunc BenchmarkA(b *testing.B) {\n\tdata := load()\n\tbench(b, data)\n}\n'],
    ['/a/help_test.go', 'package a\n\nfunc bench(b *testing.B, data []byte) {\n\tmore := load()\n\tfor b.Loop() {\n\t\tuse(data, more)\n\t}\n}\n'],
    ['/b/help_test.go', 'package b\n\nfunc bench(b *testing.B) {\n\tload()\n\tfor b.Loop() {\n\t}\n}\n'],
  ]);
  const helper = { function: 'bench', file: 'help_test.go', lines: [[4, 4]], timed: [], repeated: [] };
  const benchmark = { function: 'BenchmarkA', file: 'a_test.go', lines: [[4, 4]], timed: [], repeated: [] };
  assert.deepEqual((await described({ texts })).setup, { ...benchmark, helpers: [helper] });
});

test('a benchmark without setup lines may have a helper with setup lines', async () => {
  const text = 'package a\n\nfunc BenchmarkA(b *testing.B) {\n\tbench(b)\n}\n\nfunc bench(b *testing.B) {\n\tload()\n\tfor range b.N {\n\t}\n}\n';
  const helper = { function: 'bench', file: 'a_test.go', lines: [[8, 8]], timed: [[8, 8]], repeated: [] };
  const { setup } = await described({ texts: new Map([['/a/a_test.go', text]]) });
  assert.deepEqual(setup, { function: 'BenchmarkA', file: 'a_test.go', lines: [], helpers: [helper] });
});
