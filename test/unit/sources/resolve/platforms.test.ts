import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertFound, assertMissing, goMod, machine } from '../../../shared/fakeMachine';

const WINDOWS = {
  platform: 'win32' as const,
  workspaceFolders: ['c:\\Users\\Me\\Shop'],
  goroot: 'C:\\Program Files\\Go',
  gomodcache: 'C:\\Users\\Me\\go\\pkg\\mod',
  gopath: 'C:\\Users\\Me\\go',
  files: {
    'c:\\Users\\Me\\Shop\\go.mod': goMod('example.com/shop', 'replace example.com/dep => ..\\dep'),
    'c:\\Users\\Me\\Shop\\Internal\\Store.go': '',
    'c:\\Users\\Me\\dep\\d.go': '',
    'C:\\Program Files\\Go\\src\\runtime\\proc.go': '',
    'C:\\Users\\Me\\go\\pkg\\mod\\github.com\\!burnt!sushi\\toml@v1.0.0\\x.go': '',
    'D:\\other\\y.go': '',
  },
};

test("on Windows, paths with either slash and either drive-letter case lead to the editor's spelling", async () => {
  const { resolver } = machine(WINDOWS);
  for (const name of [
    'C:/Users/Me/Shop/Internal/Store.go',
    'c:\\Users\\Me\\Shop\\Internal\\Store.go',
    'C:/users/ME/shop/internal/store.go',
    '/app/Internal/Store.go',
    'example.com/shop/Internal/Store.go',
    'D:/ci/Internal/Store.go',
  ]) {
    const resolution = await resolver.resolve(name);
    assert.equal(resolution.kind, 'found', name);
    assert.match((resolution as { path: string }).path, /^c:\\Users\\Me\\Shop\\[Ii]nternal\\Store\.go$/, name);
    assert.ok(await resolver.matchesDocument(name, 'c:\\Users\\Me\\Shop\\Internal\\Store.go'), name);
  }
  await assertFound(resolver, 'd:/other/y.go', 'd:\\other\\y.go');
});

test('on Windows, GOROOT, the module cache and replacements are found', async () => {
  const { resolver } = machine(WINDOWS);
  await assertFound(resolver, 'runtime/proc.go', 'C:\\Program Files\\Go\\src\\runtime\\proc.go');
  await assertFound(resolver, '/usr/local/go/src/runtime/proc.go', 'C:\\Program Files\\Go\\src\\runtime\\proc.go');
  await assertFound(
    resolver,
    'github.com/BurntSushi/toml@v1.0.0/x.go',
    'C:\\Users\\Me\\go\\pkg\\mod\\github.com\\!burnt!sushi\\toml@v1.0.0\\x.go',
  );
  await assertFound(resolver, 'example.com/dep@v0.0.0/d.go', 'c:\\Users\\Me\\dep\\d.go');
});

test('on Windows, a profile cannot make this machine read another network share, or the current drive', async () => {
  const { resolver, fs } = machine(WINDOWS);
  for (const name of ['\\\\evil\\share\\x.go', '//evil/share/x.go', '//./pipe/x', '//?/C:/x.go', '/app/x.go']) {
    await assertMissing(resolver, name, /No file/);
  }
  assert.deepEqual(fs.lookups.filter((path) => /^\\\\|evil|pipe|^\\app/.test(path) && !path.startsWith('c:')), []);
});

test('on Windows, a workspace on a network share is found', async () => {
  const { resolver } = machine({
    ...WINDOWS,
    workspaceFolders: ['\\\\nas\\code\\shop'],
    files: { '\\\\nas\\code\\shop\\a\\x.go': '' },
  });
  await assertFound(resolver, '\\\\nas\\code\\shop\\a\\x.go', '\\\\nas\\code\\shop\\a\\x.go');
  await assertFound(resolver, '/app/a/x.go', '\\\\nas\\code\\shop\\a\\x.go');
});

const MAC = {
  platform: 'darwin' as const,
  workspaceFolders: ['/var/proj'],
  links: { '/var': '/private/var' },
  files: { '/private/var/proj/go.mod': goMod('example.com/m'), '/private/var/proj/Sub/x.go': '' },
};

test('on macOS, /private/var and /var are the same folder, spelled as in the workspace', async () => {
  const { resolver } = machine(MAC);
  await assertFound(resolver, '/private/var/proj/Sub/x.go', '/var/proj/Sub/x.go');
  await assertFound(resolver, '/var/proj/Sub/x.go', '/var/proj/Sub/x.go');
  await assertFound(resolver, '/app/Sub/x.go', '/var/proj/Sub/x.go');
  for (const document of ['/var/proj/Sub/x.go', '/private/var/proj/Sub/x.go', '/var/proj/sub/X.go']) {
    assert.ok(await resolver.matchesDocument('/private/var/proj/Sub/x.go', document), document);
  }
});

test('a workspace that is opened twice, once through a link, is one workspace', async () => {
  const { resolver } = machine({
    workspaceFolders: ['/home/me/link', '/data/proj'],
    links: { '/home/me/link': '/data/proj' },
    files: { '/data/proj/go.mod': goMod('example.com/m'), '/data/proj/a/x.go': '' },
  });
  await assertFound(resolver, 'example.com/m/a/x.go', '/home/me/link/a/x.go');
  await assertFound(resolver, '/app/a/x.go', '/home/me/link/a/x.go');
  assert.ok(await resolver.matchesDocument('/app/a/x.go', '/data/proj/a/x.go'));
});

test('a link to a file is found and matches the file that it points to, but a link to a folder is not', async () => {
  const { resolver } = machine({ files: { '/data/l.go': '' }, links: { '/ws/l.go': '/data/l.go', '/ws/d.go': '/data' } });
  await assertFound(resolver, '/ws/l.go', '/ws/l.go');
  assert.ok(await resolver.matchesDocument('/ws/l.go', '/data/l.go'));
  await assertMissing(resolver, '/ws/d.go', /No file/);
});

test('on Linux, names that differ in case are different files', async () => {
  const { resolver } = machine({ files: { '/ws/go.mod': goMod('example.com/M'), '/ws/a/x.go': '', '/ws/A/x.go': '' } });
  await assertFound(resolver, '/app/A/x.go', '/ws/A/x.go');
  await assertFound(resolver, 'example.com/M/a/x.go', '/ws/a/x.go');
  await assertMissing(resolver, 'example.com/M/a/X.go', /No file/);
  assert.equal(await resolver.matchesDocument('/app/A/x.go', '/ws/a/x.go'), false);
});

test('profileFilesFor returns only names that resolve to the document', async () => {
  const { resolver } = machine({
    files: { '/ws/go.mod': goMod('example.com/m'), '/ws/a/x.go': '', '/ws/b/x.go': '', '/usr/local/go/src/sort/x.go': '' },
  });
  const names = ['/app/a/x.go', '/app/b/x.go', 'example.com/m/a/x.go', 'sort/x.go', '/gone/c/x.go', '<autogenerated>'];
  assert.deepEqual(await resolver.profileFilesFor('/ws/a/x.go', names), ['/app/a/x.go', 'example.com/m/a/x.go']);
  assert.deepEqual(await resolver.profileFilesFor('/usr/local/go/src/sort/x.go', names), ['sort/x.go']);
  assert.deepEqual(await resolver.profileFilesFor('/ws/c/x.go', names), []);
});

const ELEMENTS = ['a', 'b', 'Main', 'src', 'vendor', 'errors', 'example.com', 'm', 'm@v1.0.0', 'x.go', 'errors.go'];
const anyPath = fc.array(fc.constantFrom(...ELEMENTS), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const anyFile = anyPath.map((folder) => `${folder}/x.go`);

test('resolve and profileFilesFor agree for random trees and names', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyFile, { minLength: 1, maxLength: 8 }),
      fc.tuple(fc.constantFrom('', '/', '/app/', '/ws/', 'C:/', '/usr/local/go/src/', '/home/me/go/pkg/mod/'), anyFile),
      fc.constantFrom<NodeJS.Platform[]>('linux', 'darwin'),
      async (tree, [prefix, rest], platform) => {
        const paths = tree.map((path, i) => `${['/ws', '/usr/local/go/src', '/home/me/go/pkg/mod'][i % 3]}/${path}`);
        const files = Object.fromEntries([...paths.map((path) => [path, '']), ['/ws/go.mod', goMod('example.com/m')]]);
        const { resolver } = machine({ platform, files });
        const name = prefix + rest;
        const resolution = await resolver.resolve(name);
        const matching = [];
        for (const path of paths) if ((await resolver.profileFilesFor(path, [name])).length > 0) matching.push(path);
        if (resolution.kind === 'found') assert.ok(await resolver.matchesDocument(name, resolution.path));
        else assert.deepEqual(matching, []);
        const fold = (path: string) => (platform === 'darwin' ? path.toLowerCase() : path);
        const expected = resolution.kind === 'found' ? [fold(resolution.path)] : [];
        assert.ok(matching.every((path) => expected.includes(fold(path))));
      },
    ),
    { numRuns: 300 },
  );
});
