import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordedEnvironment } from '../../../src/captures/disk/environment';
import type { GoTestRequest } from '../../../src/go/captureTypes';
import { GoTest } from '../../../src/go/test/goTest';
import { testEnvironment } from '../../../src/go/test/testEnvironment';
import { WorkFolder } from '../../../src/go/test/workFolder';
import { resolveGoEnvironment } from '../../../src/go/tool/goSettings';
import { readGoPackage } from '../../../src/go/tool/goTool';
import { requestFor, run, withWorld, type World } from './module';

const BENCHMARK = `package main

import (
	"os"
	"testing"
)

var sink []byte

func BenchmarkAll(b *testing.B) {
	if want := os.Getenv("WANT_GOGC"); os.Getenv("GOGC") != want {
		b.Fatal("GOGC is not", want)
	}
	for b.Loop() {
		sink = make([]byte, 4096)
	}
}
`;
const FILES = {
  'go.mod': 'module example.com/a\n\ngo 1.24\n',
  'a.go': 'package main\n\nfunc main() {}\n',
  'a_test.go': BENCHMARK,
};

const MACHINES_OWN = /^(?:GOGC|GOMEMLIMIT|GODEBUG|GOMAXPROCS|GOAMD64|GOARM64|CGO_\w+|CC|CXX)$/;

/** How Go is called with these settings and variables of the process, in none of the machine's own environment. */
function goWith(
  { root, temp }: World,
  settings: Record<string, unknown> = {},
  more: Record<string, string> = {},
): GoTestRequest['go'] {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !MACHINES_OWN.test(name)));
  const own = { GOTMPDIR: temp, GOFLAGS: '', GOWORK: '', GOENV: join(root, 'goenv') };
  const context = { workspaceFolder: root, processEnv: { ...inherited, ...own, ...more }, platform: process.platform };
  return resolveGoEnvironment((key) => settings[key], context);
}

/** What a capture records, without a build: other instructions would compile the whole standard library. */
async function recorded(world: World, go: GoTestRequest['go']): Promise<Record<string, string>> {
  const request = requestFor(world, 'BenchmarkAll', { go });
  const folder = await WorkFolder.open(request, () => undefined, new AbortController().signal);
  try {
    const goPackage = await readGoPackage(folder.tool, go.buildFlags);
    const { CGO_ENABLED, ...others } = recordedEnvironment(await testEnvironment(request, goPackage, folder));
    // The default depends on whether the machine has a C compiler.
    return CGO_ENABLED === undefined || go.env.CGO_ENABLED === undefined ? others : { CGO_ENABLED, ...others };
  } finally {
    await folder.close();
  }
}

test('variables of the process, of the settings and of go env -w are recorded, others and the defaults are not', () =>
  withWorld(FILES, async (world) => {
    assert.deepEqual(await recorded(world, goWith(world)), {});
    const settings = { 'go.testEnvVars': { GOGC: '10', TOKEN: 'secret' }, 'linecost.go.env': { GOMEMLIMIT: '1GiB' } };
    const inherited = { GODEBUG: 'madvdontneed=1', GOMAXPROCS: '1' };
    const expected = { GOGC: '10', GOMEMLIMIT: '1GiB', ...inherited };
    assert.deepEqual(await recorded(world, goWith(world, settings, inherited)), expected);
    writeFileSync(join(world.root, 'goenv'), 'GOFLAGS=-mod=mod -buildvcs=false\nGOAMD64=v2\nGOARM64=v8.1\n');
    const architecture = { x64: { GOAMD64: 'v2' }, arm64: { GOARM64: 'v8.1' } }[process.arch as string];
    assert.deepEqual(await recorded(world, goWith(world)), { GOFLAGS: '-mod=mod', ...architecture });
    const withoutCgo = { CGO_ENABLED: '0', GOFLAGS: '-race=0' };
    assert.deepEqual(await recorded(world, goWith(world, {}, { ...withoutCgo, CGO_CFLAGS: '-O3' })), {
      ...withoutCgo, ...architecture,
    });
  }));

test('the default.pgo of a package main is recorded with its content, unless the flags turn it off', () =>
  withWorld(FILES, async (world) => {
    const go = goWith(world);
    const withFlag = (flag: string) => recorded(world, goWith(world, { 'linecost.go.testFlags': [flag] }));
    writeFileSync(join(world.root, 'default.pgo'), 'one');
    const { pgo, ...others } = await recorded(world, go);
    assert.match(pgo!, /^default\.pgo@[0-9a-f]{7}$/);
    assert.deepEqual([others, await withFlag('-pgo=off')], [{}, {}]);
    assert.equal((await withFlag('-pgo=./default.pgo')).pgo, pgo);
    writeFileSync(join(world.root, 'default.pgo'), 'two');
    assert.notEqual((await recorded(world, go)).pgo, pgo);
  }));

test('with GOGC, the program is the same and its environment is not, and turns run under the present one', () =>
  withWorld(FILES, async (world) => {
    const program = join(world.root, 'earlier');
    await run(world, 'BenchmarkAll', { programFile: program, kinds: [], go: goWith(world) });
    const go = goWith(world, { 'go.testEnvVars': { GOGC: '10', WANT_GOGC: '10' } });
    const request = requestFor(world, 'BenchmarkAll', { kinds: [], go, earlierProgram: program });
    const built = await GoTest.build(request, () => undefined, new AbortController().signal);
    try {
      assert.deepEqual([built.build.isEarlierProgram, built.build.environment.GOGC], [true, '10']);
      for (const side of ['before', 'now'] as const) assert.match(await built.turn(side), /ns\/op/);
    } finally {
      await built.close();
    }
  }));
