import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAmbiguous, assertFound, assertMissing, goMod, machine } from '../../../shared/fakeMachine';

const PROJECT = {
  '/ws/go.mod': goMod('example.com/Team/Shop', 'require github.com/BurntSushi/toml v1.4.0\n'),
  '/ws/main.go': '',
  '/ws/server.go': '',
  '/ws/errors/errors.go': '',
  '/ws/internal/store/store.go': '',
  '/ws/pkg/Caps/Caps.go': '',
};
const TOML = '/home/me/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0';
const CACHE = { [`${TOML}/decode.go`]: '', [`${TOML}/internal/tz.go`]: '' };

test('an absolute path of this machine is used as is, without walking the workspace', async () => {
  const { resolver, fs } = machine({ files: { ...PROJECT, '/elsewhere/x.go': '' } });
  await assertFound(resolver, '/ws/internal/store/store.go', '/ws/internal/store/store.go');
  await assertFound(resolver, '/elsewhere/x.go', '/elsewhere/x.go');
  assert.ok(!fs.lookups.includes('/ws/pkg'), fs.lookups.join(' '));
});

test('files in a profile from a container or another machine are found by their path in the module', async () => {
  const { resolver } = machine({ files: PROJECT });
  for (const root of ['/app', '/home/ci/build/1234', 'C:/Users/You/Shop', 'D:\\work', '/Users/you/go/shop', '']) {
    await assertFound(resolver, `${root}/internal/store/store.go`, '/ws/internal/store/store.go');
    await assertFound(resolver, `${root}/main.go`, '/ws/main.go');
  }
  await assertFound(resolver, 'C:\\Users\\You\\Shop\\pkg\\Caps\\Caps.go', '/ws/pkg/Caps/Caps.go');
});

test('under -trimpath a file is found by its module path, even with capitals', async () => {
  const { resolver } = machine({ files: PROJECT });
  await assertFound(resolver, 'example.com/Team/Shop/main.go', '/ws/main.go');
  await assertFound(resolver, 'example.com/Team/Shop/pkg/Caps/Caps.go', '/ws/pkg/Caps/Caps.go');
  await assertFound(resolver, 'example.com/Team/Shop@v0.3.0/pkg/Caps/Caps.go', '/ws/pkg/Caps/Caps.go');
  await assertFound(resolver, './main.go', '/ws/main.go');
  await assertMissing(resolver, 'example.com/Team/Shop/gone.go', /No file on this machine matches example.com/);
});

test("files of the standard library come from this machine's GOROOT, even if the profile names another", async () => {
  const { resolver } = machine({ files: PROJECT });
  for (const prefix of ['', '/opt/go1.21/src/', 'C:/Program Files/Go/src/', 'external/go_sdk/src/', 'GOROOT/src/']) {
    await assertFound(resolver, `${prefix}runtime/proc.go`, '/usr/local/go/src/runtime/proc.go');
  }
  const guts = 'vendor/golang.org/x/net/http/httpguts/guts.go';
  await assertFound(resolver, guts, `/usr/local/go/src/${guts}`);
  await assertFound(resolver, `/sdk/go1.22/src/${guts}`, `/usr/local/go/src/${guts}`);
});

test("a file of the standard library and a user's file with the same short path are told apart", async () => {
  const { resolver } = machine({ files: PROJECT });
  for (const prefix of ['', '/opt/go1.21/src/']) {
    await assertFound(resolver, `${prefix}errors/errors.go`, '/usr/local/go/src/errors/errors.go');
    await assertFound(resolver, `${prefix}net/http/server.go`, '/usr/local/go/src/net/http/server.go');
  }
  await assertFound(resolver, '/app/errors/errors.go', '/ws/errors/errors.go');
  const missing = await assertMissing(resolver, '/opt/go1.21/src/runtime/main.go', /Go's own runtime\/main.go is not in/);
  await assertMissing(resolver, '/opt/go1.21/src/internal/store/store.go', /the profile may come from another Go version/);
  assert.deepEqual(missing.triedPlaces, ['/opt/go1.21/src/runtime/main.go', 'workspace /ws', 'GOROOT /usr/local/go']);
});

test("the profile's runtime files show whether a src folder is GOROOT's or the user's", async () => {
  const files = ['/home/ci/src/errors/errors.go'];
  const ofUser = machine({ files: PROJECT, context: { files: [...files, '/usr/lib/go/src/runtime/proc.go'] } });
  await assertFound(ofUser.resolver, files[0], '/ws/errors/errors.go');
  const ofGo = machine({ files: PROJECT, context: { files: [...files, '/home/ci/src/runtime/proc.go'] } });
  await assertFound(ofGo.resolver, files[0], '/usr/local/go/src/errors/errors.go');
});

test('without GOROOT, the message says that Go was not found', async () => {
  const { resolver } = machine({ files: PROJECT, goroot: '' });
  await assertMissing(resolver, 'runtime/proc.go', /because Go was not found on this machine/);
});

test('a file of a downloaded toolchain is looked up in that toolchain, then in GOROOT', async () => {
  const name = '/ci/mod/golang.org/toolchain@v0.0.1-go1.25.0.linux-amd64/src/runtime/proc.go';
  const local = '/home/me/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.25.0.linux-amd64/src/runtime/proc.go';
  await assertFound(machine({ files: { ...PROJECT, [local]: '' } }).resolver, name, local);
  await assertFound(machine({ files: PROJECT }).resolver, name, '/usr/local/go/src/runtime/proc.go');
});

test('a dependency is found in the module cache by its version, with its path escaped or not', async () => {
  const { resolver } = machine({ files: { ...PROJECT, ...CACHE } });
  for (const name of [
    'github.com/BurntSushi/toml@v1.4.0/internal/tz.go',
    'github.com/!burnt!sushi/toml@v1.4.0/internal/tz.go',
    '/home/ci/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0/internal/tz.go',
    'C:/Users/ci/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0/internal/tz.go',
    '/modcache/github.com/!burnt!sushi/toml@v1.4.0/internal/tz.go',
  ]) {
    await assertFound(resolver, name, `${TOML}/internal/tz.go`);
  }
});

test('a version with capitals, and the longer of two module paths, are found in the module cache', async () => {
  const cache = '/home/me/go/pkg/mod/example.com';
  const { resolver } = machine({
    files: {
      '/ws/go.mod': goMod('example.com/m', 'require example.com/d v1.0.0\nrequire example.com/d/sub v1.0.0-RC1'),
      [`${cache}/d@v1.0.0/sub/x.go`]: '',
      [`${cache}/d/sub@v1.0.0-!r!c1/x.go`]: '',
    },
  });
  await assertFound(resolver, 'example.com/d/sub@v1.0.0-RC1/x.go', `${cache}/d/sub@v1.0.0-!r!c1/x.go`);
  await assertFound(resolver, 'example.com/d/sub/x.go', `${cache}/d/sub@v1.0.0-!r!c1/x.go`);
});

test('without a version, the version in go.mod is used, else the only version in the cache', async () => {
  const otherVersion = '/home/me/go/pkg/mod/github.com/!burnt!sushi/toml@v1.3.0/decode.go';
  const lone = '/home/me/go/pkg/mod/example.com/lone@v0.1.0/x.go';
  const two = ['a', 'b'].map((suffix) => `/home/me/go/pkg/mod/example.com/two@v0.1.0-${suffix}/x.go`);
  const cached = Object.fromEntries([otherVersion, lone, ...two].map((path) => [path, '']));
  const { resolver } = machine({ files: { ...PROJECT, ...CACHE, ...cached } });
  await assertFound(resolver, 'github.com/BurntSushi/toml/decode.go', `${TOML}/decode.go`);
  await assertFound(resolver, '/app/vendor/github.com/BurntSushi/toml/decode.go', `${TOML}/decode.go`);
  await assertFound(resolver, '/go/src/github.com/BurntSushi/toml/decode.go', `${TOML}/decode.go`);
  await assertFound(resolver, 'example.com/lone/x.go', lone);
  await assertAmbiguous(resolver, 'example.com/two/x.go', two);
});

test('a version that is not in the cache is missing, not replaced by another version', async () => {
  const { resolver } = machine({ files: { ...PROJECT, ...CACHE } });
  const missing = await assertMissing(
    resolver,
    '/home/ci/go/pkg/mod/github.com/!burnt!sushi/toml@v1.2.0/decode.go',
    /^github\.com\/BurntSushi\/toml v1\.2\.0 is not in the module cache, which has v1\.4\.0: run go mod download github\.com\/BurntSushi\/toml@v1\.2\.0\.$/,
  );
  assert.deepEqual(missing.triedPlaces.slice(1), [
    'workspace /ws',
    'module cache /home/me/go/pkg/mod',
    'vendor folders',
  ]);
});

test('a module of the workspace replaces a version that is not in the cache', async () => {
  const inCache = '/home/me/go/pkg/mod/example.com/!team/!shop@v0.2.0/main.go';
  const { resolver } = machine({ files: { ...PROJECT, [inCache]: '' } });
  await assertFound(resolver, 'example.com/Team/Shop@v0.2.0/main.go', inCache);
  await assertFound(resolver, 'example.com/Team/Shop@v0.1.0/main.go', '/ws/main.go');
});

test('a replaced module is found in the folder or module that replaces it', async () => {
  const replaces = `replace (
    example.com/dep => ../dep
    example.com/one v1.0.0 => ../one
    example.com/old v1.0.0 => example.com/New v1.1.0 // a fork
  )`;
  const { resolver } = machine({
    files: {
      '/ws/go.mod': goMod('example.com/app', replaces),
      '/dep/go.mod': goMod('example.com/renamed'),
      '/dep/sub/d.go': '',
      '/home/me/go/pkg/mod/example.com/dep@v0.0.0/sub/d.go': '',
      '/one/o.go': '',
      '/home/me/go/pkg/mod/example.com/!new@v1.1.0/n.go': '',
    },
  });
  await assertFound(resolver, 'example.com/dep@v0.0.0/sub/d.go', '/dep/sub/d.go');
  await assertFound(resolver, '/home/ci/src/dep/sub/d.go', '/dep/sub/d.go');
  await assertFound(resolver, 'example.com/one@v1.0.0/o.go', '/one/o.go');
  await assertMissing(resolver, 'example.com/one@v1.0.1/o.go', /v1\.0\.1 is not in the module cache/);
  await assertFound(resolver, 'example.com/old@v1.0.0/n.go', '/home/me/go/pkg/mod/example.com/!new@v1.1.0/n.go');
});

test('vendored files are found with and without the vendor folder in the name, if the version is the same', async () => {
  const vendored = '/ws/vendor/github.com/BurntSushi/toml/decode.go';
  const { resolver } = machine({
    files: { ...PROJECT, [vendored]: '', '/ws/vendor/modules.txt': '# github.com/BurntSushi/toml v1.4.0\n## explicit' },
  });
  for (const name of [
    '/app/vendor/github.com/BurntSushi/toml/decode.go',
    'example.com/Team/Shop/vendor/github.com/BurntSushi/toml/decode.go',
    'github.com/BurntSushi/toml@v1.4.0/decode.go',
    '/home/ci/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0/decode.go',
    'github.com/BurntSushi/toml/decode.go',
  ]) {
    await assertFound(resolver, name, vendored);
  }
  await assertMissing(resolver, 'github.com/BurntSushi/toml@v1.3.0/decode.go', /v1\.3\.0 is not in the module cache/);
});

test('the vendor folder whose path matches the name is used, and a replaced module is found in its replacement', async () => {
  const files = ['a', 'b'].flatMap((svc) => [
    [`/ws/${svc}/go.mod`, goMod(`example.com/${svc}`, 'replace example.com/dep => ../../dep')],
    [`/ws/${svc}/vendor/modules.txt`, '# example.com/dep v0.0.0 => ../../dep'],
    [`/ws/${svc}/vendor/example.com/dep/d.go`, ''],
  ]);
  const { resolver } = machine({ files: { ...Object.fromEntries(files), '/dep/go.mod': '', '/dep/d.go': '' } });
  await assertFound(resolver, '/ci/b/vendor/example.com/dep/d.go', '/ws/b/vendor/example.com/dep/d.go');
  await assertFound(resolver, 'example.com/dep@v0.0.0/d.go', '/dep/d.go');
  const both = ['/ws/a/vendor/example.com/dep/d.go', '/ws/b/vendor/example.com/dep/d.go'];
  await assertAmbiguous(resolver, '/ci/vendor/example.com/dep/d.go', both);
});

test("a dependency's file is not mistaken for a user's file with the same base name", async () => {
  const { resolver } = machine({ files: PROJECT });
  await assertMissing(resolver, '/go/src/github.com/other/lib/server.go', /No file/);
  await assertMissing(resolver, '/app/vendor/github.com/other/lib/server.go', /No file/);
  await assertMissing(resolver, 'github.com/other/lib/server.go', /No file/);
  await assertMissing(resolver, '/go/pkg/mod/github.com/other/lib@v1.0.0/server.go', /not in the module cache/);
});

test('generated code has no source', async () => {
  const { resolver } = machine({ files: { ...PROJECT, '/ws/_testmain.go': '' } });
  for (const name of ['<autogenerated>', '_testmain.go', '_cgo_gotypes.go', '/tmp/go-build7/b001/_testmain.go']) {
    const reason = 'Go generated this code: it has no source file.';
    assert.deepEqual(await resolver.resolve(name), { kind: 'generated', reason }, name);
  }
  for (const name of ['', '<unknown>', '??']) assert.equal((await resolver.resolve(name)).kind, 'generated');
});

test('files with Bazel names are found in the workspace, and files of external repositories in modules', async () => {
  const { resolver } = machine({
    files: { ...PROJECT, ...CACHE, '/ws/bazel-ws/external/other/x.c': '', '/ws/bazel-out/k8/bin/pkg/gen.go': '' },
  });
  await assertFound(resolver, '/proc/self/cwd/internal/store/store.go', '/ws/internal/store/store.go');
  await assertFound(resolver, 'internal/store/store.go', '/ws/internal/store/store.go');
  await assertFound(resolver, '/b/sandbox/9/execroot/_main/internal/store/store.go', '/ws/internal/store/store.go');
  await assertFound(resolver, 'bazel-out/k8/bin/pkg/gen.go', '/ws/bazel-out/k8/bin/pkg/gen.go');
  for (const repository of ['com_github_burntsushi_toml', 'gazelle++go_deps+com_github_burntsushi_toml']) {
    await assertFound(resolver, `external/${repository}/decode.go`, `${TOML}/decode.go`);
  }
  await assertFound(resolver, 'external/other/x.c', '/ws/bazel-ws/external/other/x.c');
});

test('a partial match is offered to the user, but not used', async () => {
  const { resolver } = machine({ files: PROJECT });
  await assertAmbiguous(resolver, '/app/lib/store/store.go', ['/ws/internal/store/store.go']);
  await assertAmbiguous(resolver, 'example.com/fork/Shop/pkg/Caps/Caps.go', ['/ws/pkg/Caps/Caps.go']);
});

test("a partial match is used if it is the only one, and the profile's other files match below the same folder", async () => {
  const paths = ['main.go', 'api/api.go', 'api/v1/types.go', 'store/store.go'];
  const files = Object.fromEntries(paths.map((path) => [`/ws/shop/${path}`, '']));
  const having = (names: readonly string[], more = {}) => {
    return machine({ files: { ...files, ...more }, context: { files: names } }).resolver;
  };
  const names = paths.map((path) => `/app/${path}`);
  await assertFound(having(names), '/app/api/api.go', '/ws/shop/api/api.go');
  await assertFound(having(names.slice(-1)), '/app/store/store.go', '/ws/shop/store/store.go');
  const others = ['/app/a.go', '/app/b/b.go', '/app/c/c.go'];
  await assertAmbiguous(having([...names.slice(-1), ...others]), '/app/store/store.go', ['/ws/shop/store/store.go']);
  const twin = { '/ws/stall/store/store.go': '' };
  const both = ['/ws/shop/store/store.go', '/ws/stall/store/store.go'];
  await assertAmbiguous(having(names.slice(-1), twin), '/app/store/store.go', both);
  await assertFound(having(names, twin), '/app/store/store.go', both[0]);
});

test('a GOPATH project is found in a clone whose folder has another name, but not its dependencies', async () => {
  const clone = Object.fromEntries(['main.go', 'util.go', 'store/store.go'].map((path) => [`/ws/${path}`, '']));
  for (const src of ['/go/src/', '/home/ci/work/src/', '']) {
    const names = ['main.go', 'util.go', 'store/store.go'].map((path) => `${src}github.com/old/app/${path}`);
    const other = `${src}github.com/other/lib/util.go`;
    const { resolver } = machine({ files: clone, context: { files: [...names, other, '/usr/local/go/src/runtime/proc.go'] } });
    await assertFound(resolver, names[0], '/ws/main.go');
    await assertFound(resolver, names[1], '/ws/util.go');
    await assertFound(resolver, names[2], '/ws/store/store.go');
    await assertMissing(resolver, other, /No file/);
  }
});

test('files of any ending that the profile names are found, also if the workspace was walked before', async () => {
  const names = ['/build/src/lib.cairo', '/app/core/Main.rs', 'web/views.py', 'file:///srv/src/page.ts', '/x/r/sum.gno', '/x/Makefile'];
  const here = ['src/lib.cairo', 'core/Main.rs', 'web/views.py', 'src/page.ts', 'r/sum.gno', 'Makefile'];
  const files = Object.fromEntries(['x.go', ...here].map((path) => [`/ws/${path}`, '']));
  const { resolver } = machine({ files });
  await assertFound(resolver, '/app/x.go', '/ws/x.go');
  const ofProfile = resolver.forProfile({ files: names });
  for (const [at, name] of names.entries()) await assertFound(ofProfile, name, `/ws/${here[at]}`);
});

test("a file of another language's package manager is not mistaken for a user's file with the same path", async () => {
  const names = [
    '/root/.cargo/registry/src/index.crates.io-6f17/serde-1.0/src/lib.rs',
    '/rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/core/src/lib.rs',
    '/usr/lib/python3.11/json/decoder.py',
    '/app/venv/lib/python3.11/site-packages/json/decoder.py',
    'node_modules/pkg/src/index.js',
  ];
  const files = Object.fromEntries(['src/lib.rs', 'json/decoder.py', 'src/index.js'].map((path) => [`/ws/${path}`, '']));
  const { resolver } = machine({ files, context: { files: names } });
  for (const name of names) await assertMissing(resolver, name, /No file/);
  await assertFound(resolver, '/app/src/lib.rs', '/ws/src/lib.rs');
});

test('the resolver never throws, and never looks outside the known folders', async () => {
  const { resolver, fs } = machine({ files: PROJECT });
  for (const name of ['../../../etc/passwd', '/../..', '\\\\evil\\share\\x.go', 'a@v1.0.0', '@v1.0.0/x', '%00', '\u202e/x.go']) {
    assert.ok((await resolver.resolve(name)).kind, name);
  }
  assert.deepEqual(fs.lookups.filter((path) => path.startsWith('/etc') || path.includes('..')), []);
});

test('the disk is read by folder, not by file, and not again for the same names', async () => {
  const many = Array.from({ length: 2000 }, (_, i) => `/pkg${i % 50}/deep/file${i}.go`);
  const files = Object.fromEntries(many.map((path) => [`/ws${path}`, '']));
  const { resolver, fs } = machine({ files: { '/ws/go.mod': goMod('example.com/m'), ...files } });
  await resolver.resolve('/app/none.go');
  const resolveAll = () => Promise.all(many.map((path) => resolver.resolve(`/app${path}`)));
  const lookupsBefore = fs.lookups.length;
  assert.ok((await resolveAll()).every(({ kind }) => kind === 'found'));
  assert.ok(fs.lookups.length - lookupsBefore <= 200, `${fs.lookups.length - lookupsBefore} calls`);
  const lookupsAfter = fs.lookups.length;
  await resolveAll();
  assert.equal(fs.lookups.length, lookupsAfter);
});
