import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { repoRoot } from '../host/paths.mjs';

const textOf = (file: string): string => readFileSync(path.join(repoRoot, file), 'utf8');

test('the package has every bundle except that of `npm run report`, and the pages with their styles', () => {
  const built = [...textOf('esbuild.config.mjs').matchAll(/dist\/(\w+)\.js'([^}]*)/g)].flatMap(([, name, options]) => {
    return /platform: 'browser'/.test(options!) ? [`dist/${name}.js`, `dist/${name}.css`] : [`dist/${name}.js`];
  });
  assert.ok(built.length > 10);
  const packaged = [...textOf('.vscodeignore').matchAll(/^!(dist\/.*\.(?:js|css))$/gm)].map(([, file]) => file);
  assert.deepEqual(packaged.sort(), built.filter((file) => file !== 'dist/report.js').sort());
});

test('no key of package.json is repeated, because the first would be lost', () => {
  const { warnings } = transformSync(textOf('package.json'), { loader: 'json', logLevel: 'silent' });
  assert.deepEqual(warnings.map(({ text }) => text), []);
});
