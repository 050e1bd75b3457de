import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { mainPackages } from '../../../src/go/tool/goTool';
import { withWorld, type World } from './module';

const { signal } = new AbortController();
const list = ({ go, root }: World) => mainPackages(go, root, signal);

test('all programs of a module are found, even if other packages cannot be built', () =>
  withWorld(
    {
      'go.mod': 'module example.com/m\n\ngo 1.21\n',
      'lib/lib.go': 'package lib\n',
      'broken/broken.go': 'package broken\n\nimport "example.com/none"\n',
      'cmd/one/main.go': 'package main\n\nfunc main() {}\n',
      'cmd/two/main.go': 'package main\n\nfunc main() {}\n',
    },
    async (world) => {
      assert.deepEqual(await list(world), [join(world.root, 'cmd/one'), join(world.root, 'cmd/two')]);
    },
  ));

test('a program with a build constraint is found if the settings have its tag', () =>
  withWorld(
    { 'go.mod': 'module example.com/m\n\ngo 1.21\n', 'main.go': '//go:build special\n\npackage main\n\nfunc main() {}\n' },
    async (world) => assert.deepEqual(await list(world), [world.root]),
    { 'linecost.go.buildTags': 'special' },
  ));

test('a module without programs gives an empty list, and a folder without a module an error', async () => {
  const lib = { 'lib.go': 'package lib\n' };
  await withWorld({ 'go.mod': 'module example.com/m\n\ngo 1.21\n', ...lib }, async (world) => {
    assert.deepEqual(await list(world), []);
  });
  await withWorld(lib, (world) =>
    assert.rejects(list(world), { name: 'CaptureError', message: /^Go cannot list the packages in \S+: \S.*\.$/ }),
  );
});

test('a missing go command gives a CaptureError', () =>
  withWorld({}, (world) =>
    assert.rejects(mainPackages({ ...world.go, goBinary: '/no/such/go' }, world.root, signal), { name: 'CaptureError' }),
  ));
