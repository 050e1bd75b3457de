import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { instructionLevels } from '../../../../src/go/machine/instructionLevels';
import { compareVersions, goLineOf, installedToolchains } from '../../../../src/go/tool/installedToolchains';

test('the toolchains of GOROOT, the module cache and golang.org/dl are found once each, the newest first', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'linecost-toolchains-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const install = (folder: string, version: string): string => {
    const goroot = join(root, folder);
    mkdirSync(join(goroot, 'bin'), { recursive: true });
    writeFileSync(join(goroot, 'bin', process.platform === 'win32' ? 'go.exe' : 'go'), '');
    writeFileSync(join(goroot, 'VERSION'), `${version}\ntime 2026-01-01T00:00:00Z\n`);
    return goroot;
  };
  const own = install('go', 'go1.26.8');
  install('mod/golang.org/toolchain@v0.0.1-go1.25.10.linux-amd64', 'go1.25.10');
  install('home/sdk/go1.25.9', 'go1.25.9');
  install('home/sdk/go1.26.8', 'go1.26.8');
  mkdirSync(join(root, 'home/sdk/go1.24.0'), { recursive: true });
  const go = { goBinary: 'go', env: { GOROOT: own }, buildFlags: [], testArgs: [] };
  const places = { homeDir: join(root, 'home'), moduleCache: join(root, 'mod') };
  const found = await installedToolchains(go, places);
  assert.deepEqual(found.map(({ version }) => version), ['go1.26.8', 'go1.25.10', 'go1.25.9']);
  assert.ok(found[0]!.goBinary.startsWith(own));
});

test('versions are ordered as Go orders them, and a go line needs at least its version', async (context) => {
  const versions = ['go1.25.10', '1.9', 'go1.26rc2', 'go1.26.0', 'go1.25.9'];
  assert.deepEqual(versions.sort(compareVersions), ['1.9', 'go1.25.9', 'go1.25.10', 'go1.26rc2', 'go1.26.0']);
  const root = mkdtempSync(join(tmpdir(), 'linecost-toolchains-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'a', 'b'), { recursive: true });
  writeFileSync(join(root, 'a', 'go.mod'), 'module a\n\ngo 1.25.3\n\ntoolchain go1.26.0\n');
  assert.equal(await goLineOf(join(root, 'a', 'b')), '1.25.3');
});

test('instructions are offered up to the first level that the processor lacks', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'linecost-toolchains-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const file = join(root, 'cpuinfo');
  const v2 = 'cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3';
  const levels = async (features: string, arch: string) => {
    writeFileSync(file, `processor\t: 0\n${arch === 'x64' ? 'flags' : 'Features'}\t\t: ${features}\n`);
    return (await instructionLevels(file, arch))?.levels;
  };
  assert.deepEqual(await levels(`fpu ${v2} avx512f`, 'x64'), ['v2']);
  assert.deepEqual(await levels(`${v2} avx avx2 bmi1 bmi2 f16c fma abm movbe xsave`, 'x64'), ['v2', 'v3']);
  assert.deepEqual(await levels('fp asimd atomics', 'arm64'), ['v8.0,lse']);
  assert.equal(await instructionLevels(join(root, 'none'), 'x64'), undefined);
});
