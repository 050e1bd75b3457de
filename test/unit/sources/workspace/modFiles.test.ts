import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGoEnv, readGoEnv } from '../../../../src/sources/resolve/goEnv';
import { parseModFile, parseVendorModules } from '../../../../src/sources/workspace/modFiles';

test('a go.mod with blocks, single lines, comments and quotes is read', () => {
  const { modulePath, requires, replaces } = parseModFile(`// The module of the shop.
module "example.com/Shop" // with a capital

go 1.24
toolchain go1.24.1
require example.com/a v1.0.0
require ( // dependencies
\texample.com/b v0.2.0 // indirect
\t"example.com/c" v0.0.0-20200101000000-0123456789ab
)
exclude example.com/a v0.9.0
replace example.com/a => ../a
replace (
\texample.com/b v0.2.0 => example.com/fork/b v0.2.1
\texample.com/c => "C:\\\\with space\\\\c"
)
retract [v1.0.0, v1.1.0]
`);
  assert.equal(modulePath, 'example.com/Shop');
  assert.deepEqual(requires, [
    { path: 'example.com/a', version: 'v1.0.0' },
    { path: 'example.com/b', version: 'v0.2.0' },
    { path: 'example.com/c', version: 'v0.0.0-20200101000000-0123456789ab' },
  ]);
  assert.deepEqual(replaces, [
    { path: 'example.com/a', by: { folder: '../a' } },
    { path: 'example.com/b', version: 'v0.2.0', by: { path: 'example.com/fork/b', version: 'v0.2.1' } },
    { path: 'example.com/c', by: { folder: 'C:\\with space\\c' } },
  ]);
});

test('the folders of a go.work are read', () => {
  assert.deepEqual(parseModFile('go 1.24\r\nuse ./a\r\nuse (\r\n\t.\r\n\t../b // beside\r\n)\r\n').uses, ['./a', '.', '../b']);
});

test('invalid lines in a go.mod are skipped', () => {
  assert.deepEqual(parseModFile('module\nrequire x\nreplace a b\n)\n(((\nmodule ok\nreplace => x\n').modulePath, 'ok');
});

test('the versions of vendored modules are read from modules.txt', () => {
  const text = '# example.com/a v1.0.0\n## explicit; go 1.20\nexample.com/a/sub\n# example.com/b v1.1.0 => ./b\n# c => ../c\n';
  assert.deepEqual([...parseVendorModules(text)], [['example.com/a', 'v1.0.0'], ['example.com/b', 'v1.1.0']]);
});

test('go env is read, and all paths are empty if it fails', async () => {
  const calls: (readonly string[])[] = [];
  const env = await readGoEnv(async (args) => {
    calls.push(args);
    return '{"GOROOT":"/go","GOMODCACHE":"/mod","GOPATH":"/a:/b","GOWORK":""}\n';
  });
  assert.deepEqual(calls, [['env', '-json', 'GOROOT', 'GOMODCACHE', 'GOPATH', 'GOWORK']]);
  assert.deepEqual(env, { goroot: '/go', gomodcache: '/mod', gopath: '/a:/b', gowork: '' });
  const empty = { goroot: '', gomodcache: '', gopath: '', gowork: '' };
  assert.deepEqual(await readGoEnv(() => Promise.reject(new Error('no go'))), empty);
  assert.deepEqual(await readGoEnv(async () => 'go: error'), empty);
  assert.deepEqual(parseGoEnv('null'), empty);
});

test('extra words after a directive and Windows line endings are ignored', () => {
  const { requires, replaces } = parseModFile(`require a v1 ${'x '.repeat(20)}\r\nreplace a v1 => b v2\r\n\r\n`);
  assert.deepEqual(requires, [{ path: 'a', version: 'v1' }]);
  assert.deepEqual(replaces, [{ path: 'a', version: 'v1', by: { path: 'b', version: 'v2' } }]);
});
