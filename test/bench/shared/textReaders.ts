import { readResultsOf } from '../../../src/bench/goTestResults';
import { benchmarkLoops, loopStyle } from '../../../src/go/code/benchmarkLoops';
import { benchmarkSetup } from '../../../src/go/code/benchmarkSetup';
import { whyExcluded } from '../../../src/go/code/buildConstraint';
import { compileFailure } from '../../../src/go/failures/compileFailure';
import { parseEnvFile } from '../../../src/go/tool/variables';
import { findTestFunctions } from '../../../src/go/code/findTests';
import { skippedTest } from '../../../src/go/failures/testNotRun';
import { readDumps } from '../../../src/goroutines/readText';
import { parseIndex } from '../../../src/live/pprofIndex';
import { runFailure } from '../../../src/go/failures/runFailure';
import { runCalls } from '../../../src/go/code/runCalls';
import { readRuntimeLog } from '../../../src/runtimeLog/readRuntimeLog';
import type { Steps } from '../../../src/profile/common/guard';
import { parseModFile, parseVendorModules } from '../../../src/sources/workspace/modFiles';
import { ObjdumpReader } from '../../../src/sources/program/objdumpReader';

/** A reader of untrusted text. */
export interface TextReader {
  readonly name: string;
  /** Beginnings that make the reader parse the rest of a line or text. */
  readonly beginnings: readonly string[];
  readonly read: (text: string) => Steps<unknown>;
}

const PLACES = { packageDir: '/w', modulePath: 'm', moduleDir: '/w', goroot: '/go' };
const CONTEXT = { name: 'BenchmarkX', kind: 'benchmark', timeoutSeconds: 60, places: PLACES } as const;
const RUN = { exitCode: 1, signal: null, timedOut: false, stderr: '' };
const TARGET = { goos: 'linux', goarch: 'amd64', cgo: true, goMinor: 26, tags: [] };
const PIECE = 1 << 14;

export const TEXT_READERS: readonly TextReader[] = [
  {
    name: 'output of a benchmark',
    beginnings: ['BenchmarkX-2   \t', 'Unit ', 'key: ', 'done\t'],
    read: (text) => readResultsOf(text, 'BenchmarkX', { count: 1 }),
  },
  {
    name: 'output of a failing run',
    beginnings: ['panic: ', 'panic: goos: ', 'goroutine 1 [running]:\n\t', '--- FAIL: BenchmarkX\n    a.go:1: ', 'FAIL ', 'invalid value '],
    read: (stdout) => runFailure({ ...RUN, stdout }, CONTEXT),
  },
  {
    name: 'output of a run that hangs',
    beginnings: ['goroutine 1 ', 'goroutine 1 [running]:\n'],
    read: (stdout) => runFailure({ ...RUN, stdout, timedOut: true }, CONTEXT),
  },
  {
    name: 'output of a failing build',
    beginnings: ['# m\na.go:', 'vet: ', 'package m\n\t', 'go: '],
    read: (text) => compileFailure('BenchmarkX', text, PLACES),
  },
  {
    name: 'output of a skipped test',
    beginnings: ['--- SKIP: BenchmarkX ', '    a.go:1: '],
    read: (stdout) => skippedTest('BenchmarkX', { ...RUN, stdout }, PLACES),
  },
  {
    name: 'output with goroutines',
    beginnings: ['goroutine 1 [', 'goroutine 1 [a labels:{', 'goroutine profile: total 1\n', '{"log":"', 'WARNING: DATA RACE\n'],
    read: (text) => readDumps(new TextEncoder().encode(text)),
  },
  {
    name: 'output with collections',
    beginnings: ['gc 1 @1s 1%: ', 'gc 1 @1s 1% (', 'SCHED 1ms: ', 'SCHED 1ms: a=1 [ 1 '],
    read: (text) => readRuntimeLog(new TextEncoder().encode(text)),
  },
  { name: 'go tool objdump', beginnings: ['TEXT a(SB)\n  a.go:1\t0x1\t90\t'], read: readObjdump },
  { name: 'go.mod', beginnings: ['module "', 'replace a => `'], read: atOnce(parseModFile) },
  { name: 'modules.txt', beginnings: ['# '], read: atOnce(parseVendorModules) },
  { name: 'environment file', beginnings: ['A=', 'export A="'], read: atOnce((text) => parseEnvFile(text, {})) },
  { name: 'build constraint', beginnings: ['//go:build '], read: atOnce((text) => whyExcluded('a_test.go', text, TARGET)) },
  {
    name: 'a test file’s functions',
    beginnings: ['func BenchmarkX(b *testing.B) {', 'func ExampleX() {\n// ', 'func BenchmarkX('],
    read: atOnce(findTestFunctions),
  },
  { name: 'a benchmark’s setup', beginnings: ['func BenchmarkX(b *testing.B) {'], read: (text) => benchmarkSetup([{ file: '', text }], 'BenchmarkX') },
  { name: 'a benchmark’s loops', beginnings: ['func BenchmarkX(b *testing.B) {'], read: benchmarkLoops },
  { name: 'a benchmark’s style', beginnings: ['func BenchmarkX(b *testing.B) {'], read: (text) => loopStyle(text, 'BenchmarkX') },
  { name: 'a benchmark’s cases', beginnings: ['b.Run('], read: atOnce(runCalls) },
  {
    name: 'index page',
    beginnings: ['<a href="heap">', '<a href=', '<li>heap:'],
    read: atOnce((text) => parseIndex(text, new URL('http://localhost/debug/pprof/'))),
  },
];

function atOnce(read: (text: string) => unknown): TextReader['read'] {
  return function* (text) {
    return read(text);
  };
}

function* readObjdump(text: string): Steps<number> {
  let instructions = 0;
  const reader = new ObjdumpReader((routine) => (instructions += routine.instructions.length));
  for (let at = 0; at < text.length; at += PIECE) {
    reader.push(text.slice(at, at + PIECE));
    yield;
  }
  reader.end();
  return instructions;
}
