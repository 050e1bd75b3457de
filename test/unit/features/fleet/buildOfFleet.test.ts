import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Capture } from '../../../../src/captures/loadedCapture';
import type { Sources } from '../../../../src/documents/sources';
import type { FleetBuild, MeasuredFleet } from '../../../../src/fleet/measuredFleet';
import { fakeOutput } from '../../../shared/fakeOutput';
import { CPU_TYPE, FakeStore } from '../../../shared/fakeStore';
import { fakeVscode } from '../../../shared/fakeVscode';
import { GitRepository } from '../../../shared/gitRepository';
import { profileFromText } from '../../../shared/profileFromText';
import { storeEngine } from '../../../shared/storeEngine';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const user = fakeVscode('/w');
withVscode(user.module);
const { signal } = new AbortController();
const engine = storeEngine();
const QUERY = { type: CPU_TYPE.id, filters: [], range: { from: 0, to: 1 } };

function fleetOf(build: FleetBuild | undefined): MeasuredFleet {
  const asked = { type: CPU_TYPE, service: 'checkout', filters: [], range: { kind: 'last', ms: 3_600_000 } } as const;
  const fleet: MeasuredFleet = { source: 'p', name: 'production', kind: 'pyroscope', asked, query: QUERY };
  return build ? { ...fleet, build } : fleet;
}

async function loaded(folder: string) {
  user.setFolders(folder);
  user.messages.length = 0;
  return import('../../../../src/features/fleet/buildOfFleet');
}

test('labels with one value say of which build the answer is, several values only how many builds', async () => {
  const { buildOf } = await loaded('/w');
  const store = new FakeStore();
  const ask = (labels: Record<string, readonly string[]>) => {
    store.labels = labels;
    return buildOf(QUERY, store, 'version', signal);
  };
  assert.deepEqual(
    await ask({ service_git_ref: ['1a2b3c4'], service_root_path: ['svc'], service_repository: ['https://x/y'], version: ['1.4'] }),
    { commit: '1a2b3c4', version: '1.4', rootPath: 'svc', repository: 'https://x/y' },
  );
  assert.deepEqual(await ask({ version: ['1.4', '1.5', '1.6'] }), { count: 3 });
  assert.equal(await ask({ region: ['eu'] }), undefined);
  assert.deepEqual(await ask({ 'vcs.ref.head.revision': ['1a2b3c4'] }), { commit: '1a2b3c4' });
  store.failure = new Error('down');
  assert.equal(await ask({}), undefined, 'the profile is shown all the same');
});

test('a capture has the texts that were deployed and their commit, and says how many files differ', async (t) => {
  const repository = new GitRepository(t);
  const file = join(repository.top, 'svc', 'main.go');
  repository.write('svc/go.mod', 'module example.com/svc\n\ngo 1.24\n');
  repository.write('svc/main.go', 'package main\n\nfunc main() {}\n');
  const commit = repository.commit('deployed');
  repository.write('svc/main.go', 'package main\n\n// Later.\nfunc main() {}\n');
  const { codeOf, tellBuild } = await loaded(repository.top);
  const sources = { workspaceFilesOf: async () => new Map([['/build/svc/main.go', file]]) } as unknown as Sources;
  const code = await codeOf(fleetOf({ commit, rootPath: 'svc' }), [], { sources, engine }, signal);
  assert.deepEqual(code.sources, new Map([[file, 'package main\n\nfunc main() {}\n']]));
  assert.deepEqual([code.conditions?.git?.commit, code.fleet?.build?.differing], [commit, 1]);
  assert.deepEqual(code.module, { modulePath: 'example.com/svc', moduleDir: join(repository.top, 'svc') });
  tellBuild({ title: 't', ...code } as unknown as Capture, fakeOutput());
  await until(() => user.messages.length > 0);
  assert.equal(user.messages[0].text, `1 file differs here from ${commit.slice(0, 7)}, which was deployed. Costs stand where its lines are now.`);
});

test('a build that this clone does not have is said, with a way to get it, and nothing is fetched', async (t) => {
  const repository = new GitRepository(t);
  repository.write('main.go', 'package main\n');
  repository.commit('only');
  const { codeOf, tellBuild } = await loaded(repository.top);
  const sources = { workspaceFilesOf: async () => new Map([['main.go', join(repository.top, 'main.go')]]) } as unknown as Sources;
  const code = await codeOf(fleetOf({ commit: '0123456789abcdef' }), [], { sources, engine }, signal);
  assert.deepEqual([code.sources.size, code.conditions], [0, undefined]);
  tellBuild({ title: 't', ...code } as unknown as Capture, fakeOutput());
  await until(() => user.messages.length > 0);
  assert.match(user.messages[0].text, /^checkout was built from 0123456789abcdef, which is no commit of this clone: lines may be off\./);
});

test('files that the commit lacks are known, and a build with changes says that lines may be off', async (t) => {
  const repository = new GitRepository(t);
  repository.write('main.go', 'package main\n');
  const commit = repository.commit('deployed');
  repository.write('new.go', 'package main\n');
  repository.git('add', '--all');
  const { codeOf, buildSentence } = await loaded(repository.top);
  const paths = ['main.go', 'new.go'].map((name): [string, string] => [name, join(repository.top, name)]);
  const sources = { workspaceFilesOf: async () => new Map(paths) };
  const code = await codeOf(fleetOf({ commit: `${commit.slice(0, 9)}-dirty` }), [], { sources, engine }, signal);
  assert.deepEqual(code.fleet?.build?.missing, [join(repository.top, 'new.go')]);
  assert.equal(buildSentence(code as Capture), `checkout was built with changes that are not in ${commit.slice(0, 7)}: lines may be off.`);
});

test('the version of the module in the names of files finds the commit, if no label names the build', async (t) => {
  const repository = new GitRepository(t);
  repository.write('go.mod', 'module example.com/svc\n');
  repository.write('main.go', 'package main\n');
  const commit = repository.commit('deployed');
  repository.git('tag', 'v1.4.2');
  repository.write('main.go', 'package main\n\nfunc main() {}\n');
  const { codeOf } = await loaded(repository.top);
  const { moduleVersion } = await import('../../../../src/features/fleet/buildInProfile');
  const file = join(repository.top, 'main.go');
  const summary = await engine.ask('load', { source: { kind: 'bytes', bytes: profileFromText({ types: 'cpu/nanoseconds', stacks: '1 | main.main main.go:1' }) } });
  const profiles = [{ summary, label: 'cpu' }];
  const named = (...versions: string[]) => new Map(versions.map((version) => [`/root/go/pkg/mod/example.com/svc@${version}/main.go`, file]));
  const codeWith = (files: ReadonlyMap<string, string>, build?: FleetBuild) => {
    return codeOf(fleetOf(build), profiles, { sources: { workspaceFilesOf: async () => files }, engine }, signal);
  };
  const code = await codeWith(named('v1.4.2'));
  assert.deepEqual([code.conditions?.git?.commit, code.fleet?.build?.version, code.sources.size], [commit, 'v1.4.2', 1]);
  const pseudo = await codeWith(named(`v0.0.0-20260102150405-${commit.slice(0, 12)}`));
  assert.equal(pseudo.conditions?.git?.commit, commit);
  assert.equal((await codeWith(named('v1.4.2'), { count: 2 })).conditions, undefined, 'several builds are no build');
  assert.equal((await codeWith(named('v1.4.2'), { version: '1234' })).conditions?.git?.commit, commit, 'a build number says nothing');
  assert.equal(moduleVersion(named('v1.4.2', 'v1.5.0')), undefined);
});

test('a git that cannot search is said, and not that the clone lacks the commit', async (t) => {
  const repository = new GitRepository(t);
  const { codeOf, buildSentence } = await loaded(repository.top);
  const sources = { workspaceFilesOf: async (): Promise<never> => { throw new Error('git was not found'); } };
  const code = await codeOf(fleetOf({ version: 'v1' }), [], { sources, engine }, signal);
  assert.equal(buildSentence(code as Capture), 'checkout was built from v1, for which git could not search: lines may be off.');
});

test('a root path outside of the workspace, or without a go.mod, names no module', async (t) => {
  const repository = new GitRepository(t);
  mkdirSync(join(repository.root, 'other'));
  writeFileSync(join(repository.root, 'other', 'go.mod'), 'module evil\n');
  await loaded(repository.top);
  const { moduleAt } = await import('../../../../src/features/fleet/findDeployed');
  for (const path of ['../other', 'missing', undefined]) assert.equal(await moduleAt(path), undefined);
});

test('a pipe that a profile names as its program is not waited for', { timeout: 20_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-pipe-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'service');
  execFileSync('mkfifo', [file]);
  const { buildInProfile } = await import('../../../../src/features/fleet/buildInProfile');
  const engine = { ask: async () => ({ file, buildId: '0123456789abcdef' }) } as never;
  const profiles = [{ summary: { id: 1 }, label: 'cpu' }] as never;
  assert.equal(await buildInProfile(profiles, new Map(), engine, new AbortController().signal), undefined);
});
