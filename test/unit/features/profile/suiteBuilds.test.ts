import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Programs } from '../../../../src/captures/disk/programs';
import type { GoTestRequest } from '../../../../src/go/captureTypes';
import { SuiteBuilds } from '../../../../src/features/profile/suiteBuilds';

const { signal } = new AbortController();

/** A suite of packages that all have the source `source`. `calls` has the builds, and `close` for each release. */
function scene(context: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'builds-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const calls: string[] = [];
  const source = { version: 1 };
  let failure: Error | undefined;
  const testOf = (request: GoTestRequest, version: number): object => ({
    next: async (other: GoTestRequest) => (source.version === version ? testOf(other, version) : undefined),
    target: request.target.name,
  });
  const builder = {
    build: async (request: GoTestRequest) => {
      calls.push(`build ${request.target.name}`);
      if (failure) request.onNoProgram?.(failure);
      else if (request.programFile) writeFileSync(request.programFile, `program ${source.version}`);
      return testOf(request, source.version) as never;
    },
    release: async () => void calls.push('close'),
  };
  let drafts = 0;
  const programs = async () => ({ draft: async () => join(root, `draft-${++drafts}`) }) as unknown as Programs;
  const builds = new SuiteBuilds(programs, builder);
  const build = async (name: string, more: Partial<GoTestRequest> & { readonly env?: Record<string, string> } = {}) => {
    const go = { goBinary: 'go', env: more.env ?? {}, buildFlags: [], testArgs: [] };
    const target = { kind: 'benchmark', name } as const;
    const request = { packageDir: '/p', target, kinds: [], timeoutSeconds: 1, go, programFile: join(root, name), ...more };
    const built = (await builds.build(request, () => undefined, signal)) as unknown as { readonly target: string };
    assert.equal(built.target, name);
    await builds.release();
  };
  const failWith = (error: Error) => (failure = error);
  return { root, calls, source, builds, build, failWith };
}

test('the benchmarks of a package share one build, and each has its program', async (context) => {
  const { root, calls, builds, build } = scene(context);
  for (const name of ['A', 'B', 'C']) await build(name);
  assert.deepEqual(calls, ['build A']);
  const files = ['A', 'B', 'C'].map((name) => statSync(join(root, name)).ino);
  assert.equal(new Set(files).size, 1, 'links to one file');
  await builds.close();
  assert.deepEqual(calls, ['build A', 'close']);
  assert.deepEqual(readdirSync(root).sort(), ['A', 'B', 'C'], 'no draft is left');
});

test('another package, other Go settings or a changed source need another build', async (context) => {
  const { root, calls, source, build } = scene(context);
  await build('A');
  await build('B', { packageDir: '/q' });
  await build('C', { packageDir: '/q', env: { GOFLAGS: '-race' } });
  source.version = 2;
  await build('D', { packageDir: '/q', env: { GOFLAGS: '-race' } });
  assert.deepEqual(calls, ['build A', 'close', 'build B', 'close', 'build C', 'close', 'build D']);
  assert.equal(readFileSync(join(root, 'D'), 'utf8'), 'program 2');
});

test('after a close, the program is built again', async (context) => {
  const { calls, builds, build } = scene(context);
  await build('A');
  await builds.close();
  await build('B');
  assert.deepEqual(calls, ['build A', 'close', 'build B']);
});

test('a benchmark runs even if its program cannot be stored', async (context) => {
  const { root, calls, build } = scene(context);
  await build('A', { programFile: undefined });
  await build('B');
  assert.deepEqual([calls, existsSync(join(root, 'B'))], [['build A'], false]);
});

test('if the program of a build cannot be stored, each of its benchmarks gets the reason', async (context) => {
  const { calls, build, failWith } = scene(context);
  const full = new Error('The disk is full.');
  failWith(full);
  const reasons: unknown[] = [];
  for (const name of ['A', 'B']) await build(name, { onNoProgram: (error) => reasons.push(error) });
  assert.deepEqual([calls, reasons], [['build A'], [full, full]]);
});
