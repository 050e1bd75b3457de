import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { repoRoot } from '../host/paths.mjs';

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
}

interface WalkthroughStep {
  readonly description: string;
  readonly media: { readonly image: Readonly<Record<string, string>> };
  readonly completionEvents: readonly string[];
}

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

test('each step of the walkthrough has packaged pictures, and names commands that exist', () => {
  const { contributes } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const { commands } = contributes;
  const known = new Set([...commands.map(({ command }) => command), 'linecost.showVerdict']);
  const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  assert.ok(steps.length > 5);
  const isPackaged = textOf('.vscodeignore').includes('!media/walkthrough/*.png');
  for (const { description, media, completionEvents } of steps) {
    const events = completionEvents.flatMap((event) => /^onCommand:(.*)/.exec(event)?.slice(1) ?? []);
    const links = [...description.matchAll(/\(command:([\w.]+)\)/g)].flatMap(([, command]) => command ?? []);
    assert.deepEqual([...events, ...links].filter((command) => !known.has(command)), []);
    for (const picture of Object.values(media.image)) {
      assert.ok(isPackaged && existsSync(path.join(repoRoot, picture)), picture);
    }
  }
});
