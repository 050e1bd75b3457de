import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { test } from 'node:test';
import type { SourceFileSystem } from '../../../../src/sources/disk/fileSystem';
import { SourceResolver } from '../../../../src/sources/resolve/sourceResolver';
import { fakeFileSystem } from '../../../shared/fakeFileSystem';
import { assertAmbiguous, assertFound, assertMissing, goMod, machine } from '../../../shared/fakeMachine';

const emptyFiles = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, '']));

test('in nested modules, the longest module path and the longest common suffix win', async () => {
  const { resolver } = machine({
    files: {
      '/ws/go.mod': goMod('example.com/m'),
      '/ws/tools/go.mod': goMod('example.com/m/tools'),
      '/ws/svc/a/go.mod': goMod('example.com/a'),
      ...emptyFiles('/ws/gen/main.go', '/ws/tools/gen/main.go', '/ws/svc/a/gen/main.go'),
    },
  });
  await assertFound(resolver, 'example.com/m/tools/gen/main.go', '/ws/tools/gen/main.go');
  await assertFound(resolver, 'example.com/m/gen/main.go', '/ws/gen/main.go');
  await assertFound(resolver, '/ci/tools/gen/main.go', '/ws/tools/gen/main.go');
  await assertFound(resolver, '/ci/svc/a/gen/main.go', '/ws/svc/a/gen/main.go');
});

test('a module in a folder that differs from its path is found by its module path', async () => {
  const { resolver } = machine({
    files: {
      '/ws/go.mod': goMod('example.com/m'),
      '/ws/moved/go.mod': goMod('example.com/m/sub'),
      ...emptyFiles('/ws/moved/x.go', '/ws/sub/x.go'),
    },
  });
  await assertFound(resolver, 'example.com/m/sub/x.go', '/ws/moved/x.go');
});

test('go.work leads to modules outside of the workspace folder', async () => {
  const files = {
    '/code/go.work': 'go 1.24\n\nuse (\n\t./app\n\t../lib // beside\n)\n\nreplace example.com/r => ./r\n',
    '/code/app/go.mod': goMod('example.com/app'),
    '/lib/go.mod': goMod('example.com/lib'),
    ...emptyFiles('/code/app/main.go', '/lib/deep/l.go', '/code/r/r.go'),
  };
  const inWorkspace = machine({ files, workspaceFolders: ['/code/app'] });
  const fromGoEnv = machine({ files, workspaceFolders: ['/elsewhere'], gowork: '/code/go.work' });
  for (const { resolver } of [inWorkspace, fromGoEnv]) {
    await assertFound(resolver, 'example.com/lib/deep/l.go', '/lib/deep/l.go');
    await assertFound(resolver, 'example.com/r@v0.0.0/r.go', '/code/r/r.go');
    await assertFound(resolver, '/ci/checkout/deep/l.go', '/lib/deep/l.go');
  }
});

test('from a workspace folder inside a module, the whole module is found', async () => {
  const { resolver } = machine({
    workspaceFolders: ['/proj/internal/store'],
    files: {
      '/proj/go.mod': goMod('example.com/m', 'require example.com/d v1.0.0'),
      '/proj/vendor/modules.txt': '# example.com/d v1.0.0',
      ...emptyFiles('/proj/internal/store/x.go', '/proj/api/x.go', '/proj/vendor/example.com/d/d.go'),
    },
  });
  await assertFound(resolver, '/app/internal/store/x.go', '/proj/internal/store/x.go');
  await assertFound(resolver, 'example.com/m/api/x.go', '/proj/api/x.go');
  await assertFound(resolver, '/app/api/x.go', '/proj/api/x.go');
  await assertMissing(resolver, '/app/elsewhere/x.go', /No file/);
  await assertAmbiguous(resolver, 'example.com/fork/m/internal/store/x.go', ['/proj/internal/store/x.go']);
  await assertFound(resolver, 'example.com/d@v1.0.0/d.go', '/proj/vendor/example.com/d/d.go');
});

test('the workspace folder that matches is used, and a nested folder is walked only once', async () => {
  const { resolver, fs } = machine({
    workspaceFolders: ['/b/nested', '/a', '/b'],
    files: {
      '/a/go.mod': goMod('example.com/a'),
      '/b/go.mod': goMod('example.com/b'),
      ...emptyFiles('/a/x/x.go', '/b/y/y.go', '/b/nested/z.go', '/b/nested/deep/q.go'),
    },
  });
  await assertFound(resolver, '/app/y/y.go', '/b/y/y.go');
  await assertFound(resolver, 'example.com/a/x/x.go', '/a/x/x.go');
  await assertFound(resolver, '/app/nested/z.go', '/b/nested/z.go');
  assert.equal(fs.lookups.filter((path) => path === '/b/nested/deep').length, 1);
});

test('without a go.mod, a file is found by its path in the workspace folder or in GOPATH', async () => {
  const files = emptyFiles('/ws/cmd/tool/main.go', '/ws/cmd/other/main.go', '/home/me/go/src/example.com/old/o.go');
  const { resolver } = machine({ files });
  await assertFound(resolver, '/build/cmd/tool/main.go', '/ws/cmd/tool/main.go');
  await assertFound(resolver, 'example.com/old/o.go', '/home/me/go/src/example.com/old/o.go');
  await assertFound(resolver, '/ci/go/src/example.com/old/o.go', '/home/me/go/src/example.com/old/o.go');
});

test('vendored packages of a GOPATH project, and a user package called vendor, are found', async () => {
  const { resolver } = machine({ files: emptyFiles('/ws/vendor/example.com/d/d.go', '/ws/internal/vendor/x.go', '/ws/d.go') });
  await assertFound(resolver, '/app/vendor/example.com/d/d.go', '/ws/vendor/example.com/d/d.go');
  await assertFound(resolver, '/app/internal/vendor/x.go', '/ws/internal/vendor/x.go');
});

test('hidden folders, node_modules, and a cache inside the workspace are not searched', async () => {
  const { resolver, fs } = machine({
    gomodcache: '/ws/mod',
    files: {
      '/ws/go.mod': goMod('example.com/m'),
      ...emptyFiles('/ws/.git/x/x.go', '/ws/node_modules/x/x.go', '/ws/mod/example.com/d@v1.0.0/x/x.go', '/ws/a/a.go'),
    },
  });
  await assertMissing(resolver, '/app/x/x.go', /No file/);
  assert.deepEqual(fs.lookups.filter((path) => /\.git|node_modules|\/mod\b/.test(path)), []);
});

test('in a workspace too large to walk, roots and modules are searched, and triedPlaces says so', async () => {
  const deep = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`/ws/d${i}/e/f.go`, '']));
  const { resolver } = machine({
    limits: { folders: 20, files: 1000 },
    files: {
      '/ws/go.mod': goMod('example.com/m'),
      '/ws/d0/go.mod': goMod('example.com/d0'),
      ...deep,
      ...emptyFiles('/ws/zz/e/g.go', '/ws/d0/far/off/h.go'),
    },
  });
  await assertFound(resolver, '/app/far/off/h.go', '/ws/d0/far/off/h.go');
  await assertFound(resolver, '/app/zz/e/g.go', '/ws/zz/e/g.go');
  await assertFound(resolver, 'example.com/m/zz/e/g.go', '/ws/zz/e/g.go');
  const { triedPlaces } = await assertMissing(resolver, '/app/none.go', /No file/);
  assert.deepEqual(triedPlaces, ['/app/none.go', 'workspace /ws (only its first folders, because it has too many)']);
});

/** A resolver on a disk with these files, and a function that sets which other files are on the disk. */
function changingDisk(files: Record<string, string>, workspaceFolders = ['/ws']) {
  let disk = fakeFileSystem('linux', { files });
  const fs: SourceFileSystem = {
    kind: (path) => disk.kind(path),
    list: (path) => disk.list(path),
    read: (path) => disk.read(path),
    realpath: (path) => disk.realpath(path),
  };
  const options = { workspaceFolders, goroot: '', gomodcache: '', gopath: '', platform: 'linux' as const };
  const setAdded = (more: Record<string, string>) => (disk = fakeFileSystem('linux', { files: { ...files, ...more } }));
  return { resolver: SourceResolver.create({ ...options, fs }), setAdded };
}

test('files added after the first search are found after invalidate', async () => {
  const { resolver, setAdded } = changingDisk({ '/ws/go.mod': goMod('example.com/m') });
  const forProfile = resolver.forProfile({ files: [] });
  for (const each of [resolver, forProfile]) await assertMissing(each, '/app/new/n.go', /No file/);
  setAdded({ '/ws/new/n.go': '' });
  await assertMissing(forProfile, '/app/new/n.go', /No file/);
  resolver.invalidate();
  for (const each of [resolver, forProfile]) await assertFound(each, '/app/new/n.go', '/ws/new/n.go');
});

test('a new profile does not lead to files that were deleted since the previous profile', async () => {
  const { resolver, setAdded } = changingDisk({ '/ws/go.mod': goMod('example.com/m') });
  setAdded({ '/ws/old/x.go': '' });
  await assertFound(resolver.forProfile({}), '/app/old/x.go', '/ws/old/x.go');
  setAdded({});
  await assertMissing(resolver.forProfile({}), '/app/old/x.go', /No file/);
});

test('a new profile finds files added since the previous profile, and walks the workspace only if needed', async () => {
  const { resolver, setAdded } = changingDisk({ '/ws/go.mod': goMod('example.com/m'), '/ws/a/a.go': '' });
  const first = resolver.forProfile({});
  await assertFound(first, '/ws/a/a.go', '/ws/a/a.go');
  await assertFound(first, '/app/a/a.go', '/ws/a/a.go');
  const newDisk = setAdded({ '/ws/a/b.go': '', '/ws/new/n.go': '', '/ws/new/m.go': '' });
  const second = resolver.forProfile({});
  await assertFound(second, '/ws/a/b.go', '/ws/a/b.go');
  await assertFound(second, 'example.com/m/new/n.go', '/ws/new/n.go');
  assert.ok(!newDisk.lookups.includes('/ws'), newDisk.lookups.join(' '));
  const names = ['/app/new/n.go', '/app/new/m.go', '/app/none.go'];
  const kinds = await Promise.all(names.map(async (name) => (await second.resolve(name)).kind));
  assert.deepEqual(kinds, ['found', 'found', 'missing']);
  // One walk reads the folder twice (links and entries), although three names were not found at first.
  assert.equal(newDisk.lookups.filter((path) => path === '/ws').length, 2);
});

const TWINS = {
  files: {
    '/ws/a/go.mod': goMod('example.com/twin'),
    '/ws/b/go.mod': goMod('example.com/twin'),
    ...emptyFiles('/ws/a/main.go', '/ws/a/only/in/a.go', '/ws/b/main.go', '/ws/b/other/b.go', '/ws/b/more/b2.go'),
  },
};

test('two equal matches are both offered to the user', async () => {
  const { resolver } = machine(TWINS);
  await assertAmbiguous(resolver, '/app/main.go', ['/ws/a/main.go', '/ws/b/main.go']);
  await assertAmbiguous(resolver, 'example.com/twin/main.go', ['/ws/a/main.go', '/ws/b/main.go']);
});

test("the profile's module, else its other files, decide between two equal matches", async () => {
  const module = { modulePath: 'example.com/twin', moduleDir: '/ws/a' };
  const hinted = machine({ ...TWINS, context: { module } }).resolver;
  await assertFound(hinted, 'example.com/twin/main.go', '/ws/a/main.go');
  await assertFound(hinted, '/app/main.go', '/ws/a/main.go');
  const files = ['/app/main.go', '/app/other/b.go', '/usr/local/go/src/runtime/proc.go'];
  await assertFound(machine({ ...TWINS, context: { files } }).resolver, '/app/main.go', '/ws/b/main.go');
});

test("files of a capture's module are found outside the workspace", async () => {
  const { resolver } = machine({
    workspaceFolders: [],
    context: { module: { modulePath: 'example.com/m', moduleDir: '/out/m' } },
    files: { '/out/m/go.mod': goMod('example.com/m', 'replace example.com/d => ../d'), ...emptyFiles('/out/m/x.go', '/out/d/d.go') },
  });
  await assertFound(resolver, 'example.com/m/x.go', '/out/m/x.go');
  await assertFound(resolver, 'example.com/d@v0.0.0/d.go', '/out/d/d.go');
  const context = { module: { modulePath: 'example.com/m', moduleDir: '/out/m' } };
  const noGoMod = machine({ workspaceFolders: [], context, files: { '/out/m/x.go': '' } }).resolver;
  await assertFound(noGoMod, 'example.com/m/x.go', '/out/m/x.go');
});

test("the user's choice of a file is remembered for its folder, until another choice replaces it", async () => {
  const { resolver, memory } = machine(TWINS);
  await resolver.remember('/app/main.go', '/ws/b/main.go');
  await assertFound(resolver, '/app/main.go', '/ws/b/main.go');
  const again = machine({ ...TWINS, memory }).resolver;
  await assertFound(again, '/app/main.go', '/ws/b/main.go');
  await assertAmbiguous(again, '/other/main.go', ['/ws/a/main.go', '/ws/b/main.go']);
  await again.remember('/app/main.go', '/ws/a/main.go');
  await assertFound(again, '/app/main.go', '/ws/a/main.go');
  assert.deepEqual(memory.get('sourcePrefixes'), [{ from: '/app', to: '/ws/a' }]);
});

test('after the user locates a file outside the workspace, files beside it are found', async () => {
  const files = emptyFiles('/elsewhere/proj/a/x.go', '/elsewhere/proj/b/y.go', '/ws/z.go', '/elsewhere/renamed.go');
  const { resolver } = machine({ files });
  await assertMissing(resolver, '/app/a/x.go', /No file on this machine matches \/app\/a\/x\.go\./);
  await resolver.remember('/app/a/x.go', '/elsewhere/proj/a/x.go');
  await assertFound(resolver, '/app/b/y.go', '/elsewhere/proj/b/y.go');
  await assertFound(resolver, '/app/z.go', '/ws/z.go');
  await assertMissing(resolver, '/appXb/y.go', /No file/);
  await resolver.remember('example.com/d@v1.0.0/old.go', '/elsewhere/renamed.go');
  await assertFound(resolver, 'example.com/d@v1.0.0/old.go', '/elsewhere/renamed.go');
  await assertMissing(resolver, 'example.com/d@v1.0.0/other.go', /not in the module cache/);
});

test('sourceFolders has the folders in which the user located files, but never the home folder', async () => {
  const { resolver } = machine({ files: emptyFiles('/elsewhere/proj/a/x.go', `${homedir()}/y.go`) });
  await resolver.remember('/app/a/x.go', '/elsewhere/proj/a/x.go');
  await resolver.remember('/srv/y.go', `${homedir()}/y.go`);
  const folders = await resolver.sourceFolders();
  assert.ok(folders.includes('/elsewhere/proj'), folders.join());
  for (const folder of [homedir(), '/', '/elsewhere']) assert.ok(!folders.includes(folder), folders.join());
});

test('if two choices of the user match, the choice for the longer prefix applies', async () => {
  const files = emptyFiles('/elsewhere/proj/sub/x.go', '/elsewhere/other/x.go', '/elsewhere/other/y.go');
  const { resolver } = machine({ files });
  await resolver.remember('/app/sub/y.go', '/elsewhere/other/y.go');
  await resolver.remember('/app/sub/x.go', '/elsewhere/proj/sub/x.go');
  await assertFound(resolver, '/app/sub/x.go', '/elsewhere/other/x.go');
});

test('the choice for a path does not apply to a profile whose module or other files match another folder better', async () => {
  const { memory } = machine({ files: {} });
  await machine({ ...TWINS, memory }).resolver.remember('/app/main.go', '/ws/a/main.go');
  const files = ['/app/main.go', '/app/other/b.go', '/app/more/b2.go'];
  await assertFound(machine({ ...TWINS, memory, context: { files } }).resolver, '/app/main.go', '/ws/b/main.go');
  const module = { modulePath: 'example.com/twin', moduleDir: '/ws/b' };
  await assertFound(machine({ ...TWINS, memory, context: { module } }).resolver, '/app/main.go', '/ws/b/main.go');
});

test('invalid stored choices are ignored', async () => {
  for (const value of [null, 'x', [1, null, { from: 1 }, { to: '/x' }]]) {
    const memory = { get: () => value, set: () => undefined };
    await assertFound(machine({ files: emptyFiles('/ws/x.go'), memory }).resolver, '/app/x.go', '/ws/x.go');
  }
});
