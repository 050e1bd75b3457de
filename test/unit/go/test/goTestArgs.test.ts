import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GoTestRequest, ProfileKind, TestKind } from '../../../../src/go/captureTypes';
import { buildArgs, chosenFlags, commandLine, directArgs, goTestFiles, measureArgs, namePattern } from '../../../../src/go/test/goTestArgs';

const FILES = goTestFiles('/t', 'linux');

function requestOf(more: Partial<GoTestRequest> & { readonly kind?: TestKind; readonly testArgs?: string[] } = {}) {
  const { kind = 'benchmark', testArgs = [], ...others } = more;
  const go = { goBinary: 'go', env: {}, buildFlags: ['-tags=a'], testArgs };
  const target = { kind, name: kind === 'benchmark' ? 'BenchmarkX' : 'TestX' };
  return { packageDir: '/p', target, kinds: ['cpu'], timeoutSeconds: 60, go, ...others } as const;
}

const argsText = (request: GoTestRequest, kind: ProfileKind = 'cpu') =>
  measureArgs(request, FILES, [kind], ['-fullpath']).join(' ');

test('builds the test binary with the build flags', () => {
  assert.equal(buildArgs(requestOf(), FILES).join(' '), 'test -c -o /t/package.test -tags=a');
});

test('a race build that GOFLAGS asks for is among the chosen flags, before those of the settings, which override it', () => {
  const go = { goBinary: 'go', env: {}, buildFlags: ['-race=false'], testArgs: [] };
  assert.deepEqual(chosenFlags(requestOf({ go }), "-buildvcs=false --race '-ldflags=-s -w'"), ['-race', '-race=false']);
  assert.deepEqual(chosenFlags(requestOf({ go: { ...go, buildFlags: ['-tags=a'] }, count: 2 }), ''), ['-tags=a', '-count=2']);
});

test('runs exactly one benchmark and no tests', () => {
  assert.equal(
    argsText(requestOf()),
    'test -tags=a -run=^$ -bench=^BenchmarkX$ -benchmem -timeout=60s -fullpath -cpuprofile=/t/cpu.pprof -o /t/package.test',
  );
});

test('runs a benchmark without a profile with the same other flags', () => {
  assert.equal(
    measureArgs(requestOf({ benchtime: '2s' }), FILES, [], []).join(' '),
    'test -tags=a -run=^$ -bench=^BenchmarkX$ -benchmem -benchtime=2s -timeout=60s -o /t/package.test',
  );
});

test('runs a test by name, with -v, and not from the cache', () => {
  assert.match(argsText(requestOf({ kind: 'test' })), /^test -tags=a -run=\^TestX\$ -v -count=1 -timeout=60s /);
});

test('passes the flags of each profile kind, with its rate', () => {
  assert.match(argsText(requestOf({ memProfileRate: 1 }), 'memory'), /-memprofile=\/t\/memory\.pprof -memprofilerate=1 -o/);
  assert.match(argsText(requestOf(), 'memory'), /-memprofile=\/t\/memory\.pprof -o/);
  assert.match(argsText(requestOf(), 'mutex'), /-mutexprofile=\/t\/mutex\.pprof -mutexprofilefraction=1 -o/);
  assert.match(argsText(requestOf(), 'block'), /-blockprofile=\/t\/block\.pprof -blockprofilerate=1 -o/);
  assert.match(argsText(requestOf(), 'trace'), / -trace=\/t\/trace\.pprof -o/);
});

test('lets the request override the settings', () => {
  const testArgs = ['-benchtime=9s', '-count=9', '-short', '-custom', '-args', 'x'];
  const overridden = argsText(requestOf({ testArgs, benchtime: '5x', count: 2 }));
  assert.match(overridden, / -benchmem -benchtime=5x -count=2 .* -o \/t\/package\.test -short -custom -args x$/);
  assert.match(argsText(requestOf({ testArgs })), / -o \/t\/package\.test -benchtime=9s -count=9 -short -custom -args x$/);
});

test('passes a test binary the same flags as go test does', () => {
  const testArgs = ['-short', '-cpu=2', '-custom', '7', '-args', '-short'];
  assert.equal(
    directArgs(requestOf({ testArgs }), FILES, ['cpu'], ['-fullpath']).join(' '),
    '-test.paniconexit0 -test.run=^$ -test.bench=^BenchmarkX$ -test.benchmem -test.timeout=60s -test.fullpath ' +
      '-test.cpuprofile=/t/cpu.pprof -test.short -test.cpu=2 -custom 7 -short',
  );
});

test('matches each part of a benchmark name exactly', () => {
  assert.equal(namePattern('BenchmarkX/a.b(c)/d'), '^BenchmarkX$/^a\\.b\\(c\\)$/^d$');
});

test('quotes command lines so that they can be pasted into a shell', () => {
  const words = ['go', 'test', '-run=^$', '-bench=^B$/^s=1$', '-ldflags=-s -w', "it's", '$HOME', 'a*', 'C:\\x'];
  assert.equal(commandLine(words), `go test -run=^$ '-bench=^B$/^s=1$' '-ldflags=-s -w' 'it'\\''s' '$HOME' 'a*' 'C:\\x'`);
});
