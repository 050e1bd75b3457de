import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { bundlesOf } from '../../media/bundles/bundles.mjs';
import { noticesOf } from '../../media/notices/notices.mjs';
import { repoRoot } from '../host/paths.mjs';

/** esbuild's metadata of the shipped bundles. */
async function metafiles() {
  const built = await Promise.all(Object.values(bundlesOf(repoRoot).shipped).map((options) => build(options)));
  return built.map(({ metafile }) => metafile);
}

/** The package of a file: the nearest folder above it whose package.json has a name and a version. */
function packageOf(file: string): { name: string; version: string } | undefined {
  for (let folder = path.dirname(path.join(repoRoot, file)); folder !== repoRoot; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string; version?: string };
    if (name && version) return { name, version };
  }
  return undefined;
}

test('the notices contain the license text of every bundled package', async () => {
  const bundled = await metafiles();
  const text = await noticesOf(repoRoot, bundled);
  const sections = new Map(text.split(`\n${'-'.repeat(80)}\n\n`).map((section) => [section.split(' (', 1)[0], section]));
  const files = bundled.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  const packages = new Set(files.flatMap((file) => {
    const found = packageOf(file);
    return found ? [`${found.name} ${found.version}`] : [];
  }));
  assert.ok(packages.size > 10);
  for (const name of packages) {
    assert.match(sections.get(name) ?? '', /copyright[^]*(permission|redistribution|licensed?)/i, name);
  }
});

test('the notices name the libraries compiled into Graphviz', async () => {
  const text = await noticesOf(repoRoot, await metafiles());
  assert.match(text, /^Graphviz \d+\.\d+\.\d+ \(EPL-1\.0\)\n[^]*Eclipse Public License - v 1\.0[^]*THE PROGRAM IS PROVIDED/m);
  assert.match(text, /^Expat \d+\.\d+\.\d+ \(MIT\)\n/m);
});

test('a bundled package without a license text is an error', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'linecost-notices-'));
  try {
    const folder = path.join(root, 'node_modules', 'some');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), '{ "name": "some", "version": "1.0.0", "license": "MIT" }');
    const bundled = [{ outputs: { 'a.js': { inputs: { 'node_modules/some/index.js': { bytesInOutput: 1 } } } } }] as never;
    await assert.rejects(noticesOf(root, bundled), /The license of some has no text/);
    await writeFile(path.join(folder, 'LICENSE'), 'Do what you like.');
    assert.match(await noticesOf(root, bundled), /some 1\.0\.0 \(MIT\)\n\nDo what you like\./);
  } finally {
    await rm(root, { recursive: true });
  }
});

test('the VSIX contains the notices', () => {
  const shipped = readFileSync(path.join(repoRoot, '.vscodeignore'), 'utf8').split('\n');
  assert.ok(shipped.includes('!dist/THIRD_PARTY_NOTICES.txt'));
});
