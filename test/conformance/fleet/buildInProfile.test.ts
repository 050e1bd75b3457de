import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fakeVscode } from '../../shared/fakeVscode';
import { GitRepository } from '../../shared/gitRepository';
import { storeEngine } from '../../shared/storeEngine';
import { withVscode } from '../../shared/withVscode';
import { mustRun } from '../oracle';

const user = fakeVscode('/w');
withVscode(user.module);
const { signal } = new AbortController();
const MAIN = `package main

import (
	"os"
	"runtime/pprof"
)

func main() {
	file, _ := os.Create(os.Args[1])
	_ = pprof.WriteHeapProfile(file)
	_ = file.Close()
}
`;

test('a profile that no label names the build of is matched by the program with its build id', { skip: process.platform !== 'linux' }, async (t) => {
  const repository = new GitRepository(t);
  user.setFolders(repository.top);
  repository.write('go.mod', 'module example.com/svc\n\ngo 1.24\n');
  repository.write('main.go', MAIN);
  const commit = repository.commit('deployed');
  const [program, profile] = ['svc', 'heap.pb.gz'].map((name) => join(repository.root, name)) as [string, string];
  const build = ['build', '-buildvcs=true', '-o', program, '.'];
  await mustRun('go', build, { cwd: repository.top });
  await mustRun(program, [profile], { cwd: repository.root });
  const { buildInProfile } = await import('../../../src/features/fleet/buildInProfile');
  const engine = storeEngine();
  const summary = await engine.ask('load', { source: { kind: 'file', path: profile } });
  const found = () => buildInProfile([{ summary, label: 'heap' }], new Map(), engine, signal);
  assert.deepEqual(await found(), { commit, isDirty: false });
  repository.write('main.go', `${MAIN}\n// Later.\n`);
  await mustRun('go', build, { cwd: repository.top });
  assert.equal(await found(), undefined, 'the program is of another build now');
  await mustRun(program, [profile], { cwd: repository.root });
  const next = await engine.ask('load', { source: { kind: 'file', path: profile } });
  const foundNext = () => buildInProfile([{ summary: next, label: 'heap' }], new Map(), engine, signal);
  assert.deepEqual(await foundNext(), { commit, isDirty: true });
  renameSync(program, join(repository.temp, 'svc'));
  assert.equal(await foundNext(), undefined);
  process.env['PPROF_BINARY_PATH'] = repository.temp;
  t.after(() => delete process.env['PPROF_BINARY_PATH']);
  assert.deepEqual(await foundNext(), { commit, isDirty: true }, 'where pprof looks for programs');
});
