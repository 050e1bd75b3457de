import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { addAgent } from '../../../../src/go/agent/addAgent';
import type { GoSettings } from '../../../../src/go/tool/goTool';

/** The flags of a build with the agent, without those that are different in each. */
async function flagsOf(t: TestContext, version: string, chosen: readonly string[], testPackage?: string) {
  const dir = mkdtempSync(join(tmpdir(), 'agent-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const settings = { version, goflags: '', goos: 'linux', goroot: join(dir, 'none') } as GoSettings;
  const request = { packageDir: dir, go: { buildFlags: chosen } } as unknown as Parameters<typeof addAgent>[0];
  const options = { prefix: 'linecost1', ...(testPackage !== undefined && { testPackage }) };
  const { buildFlags } = await addAgent(request, { settings, files: { overlay: join(dir, 'overlay.json') } }, options);
  return buildFlags.filter((flag) => !/^-(?:overlay|ldflags)=/.test(flag));
}

test('tests are built without vet where it does not find the added file, and otherwise as the user wants it', async (t) => {
  for (const version of ['go1.21.13', 'go1.23.12']) {
    assert.deepEqual(await flagsOf(t, version, ['-vet=all', '-race'], 'p'), ['-race', '-vet=off']);
  }
  assert.deepEqual(await flagsOf(t, 'go1.24.1', ['-vet=all', '-race'], 'p'), ['-vet=all', '-race']);
});

test('a program is built without flags that go build does not have', async (t) => {
  assert.deepEqual(await flagsOf(t, 'go1.22.1', ['-vet=off', '-exec=env', '-race']), ['-race']);
});
