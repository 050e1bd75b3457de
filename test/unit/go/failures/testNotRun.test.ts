import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { missingTest } from '../../../../src/go/failures/testNotRun';

/** The message for BenchmarkA in a file that Go leaves out of the build. */
async function messageFor(context: TestContext, constraint: string, goflags: string, ...buildFlags: string[]) {
  const packageDir = mkdtempSync(join(tmpdir(), 'linecost-left-out-'));
  context.after(() => rmSync(packageDir, { recursive: true, force: true }));
  writeFileSync(join(packageDir, 'a_test.go'), `//go:build ${constraint}\n\npackage a\n\nfunc BenchmarkA(b *testing.B) {}\n`);
  const settings = {
    version: 'go1.26.8', goflags, experiment: '', tmpdir: '', cache: '', goroot: '', goos: 'linux', goarch: 'amd64', cgo: true, build: {},
  };
  const go = { goBinary: 'go', env: {}, buildFlags, testArgs: [] };
  const target = { kind: 'benchmark', name: 'BenchmarkA' } as const;
  const goPackage = { name: 'a', importPath: 'a', modulePath: 'a', moduleDir: packageDir, testFiles: [], externalTestFiles: [], ignoredFiles: ['a_test.go'] };
  const { message } = await missingTest({ packageDir, target, kinds: [], timeoutSeconds: 1, go }, settings, goPackage, '');
  return message.replace('BenchmarkA is left out of the build by //go:build ', '');
}

test('a flag or tag in GOFLAGS that leaves a file out of the build is named with its place', async (context) => {
  const of = (...args: [constraint: string, goflags: string, ...buildFlags: string[]]) => messageFor(context, ...args);
  assert.equal(await of('!race', '-race'), '!race: remove -race from GOFLAGS.');
  assert.equal(await of('!msan', "'-ldflags=-s -w' --msan=true"), '!msan: remove -msan from GOFLAGS.');
  assert.equal(await of('!slow', '-tags=slow,other'), '!slow: remove slow from -tags in GOFLAGS.');
  assert.equal(await of('slow', '-tags=other'), 'slow: add slow to -tags in GOFLAGS.');
  const both = 'remove -race from the setting linecost.go.testFlags, and remove -race from GOFLAGS';
  assert.equal(await of('!race', '-race', '-race'), `!race: ${both}.`);
});

test('flags of the settings win over GOFLAGS', async (context) => {
  const of = (...args: [constraint: string, goflags: string, ...buildFlags: string[]]) => messageFor(context, ...args);
  const setting = 'the setting linecost.go.buildTags';
  assert.equal(await of('slow', '-tags=slow', '-tags=other'), `slow: add slow to ${setting}.`);
  assert.equal(await of('!other', '-tags=slow', '-tags=other'), `!other: remove other from ${setting}.`);
  assert.equal(await of('race', '-race', '-race=false'), 'race: add -race to the setting linecost.go.testFlags.');
});
