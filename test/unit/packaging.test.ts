import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { build, transformSync } from 'esbuild';
import { inChunks } from '../../media/bundles/commonJsChunks.mjs';
import { oneVscode } from '../../media/bundles/oneVscode.mjs';
import { repoRoot } from '../host/paths.mjs';

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly submenus: readonly { readonly id: string }[];
  readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  readonly configuration: { readonly properties: Readonly<Record<string, { readonly order: number }>> };
  readonly customEditors: readonly { readonly selector: readonly { readonly filenamePattern: string }[] }[];
  readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
}

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface WalkthroughStep {
  readonly description: string;
  readonly media: { readonly image: Readonly<Record<string, string>> };
  readonly completionEvents: readonly string[];
}

const textOf = (file: string): string => readFileSync(path.join(repoRoot, file), 'utf8');

/** The text of all pages of the guide. */
function guideText(): string {
  const pages = readdirSync(path.join(repoRoot, 'media', 'guide')).filter((name) => name.endsWith('.md'));
  return pages.map((page) => textOf(`media/guide/${page}`)).join('\n');
}

/** The bundles of `npm run report`. */
const REPORT = ['dist/report.js', 'dist/pprofCommand.js', 'dist/benchstatCommand.js'];

/** The files that `worker` in esbuild.config.mjs builds, and their sizes. */
async function workerChunks(): Promise<Map<string, number>> {
  const { outputFiles } = await build(inChunks({
    entryPoints: ['src/engine/node/worker.ts'], outdir: 'dist', absWorkingDir: repoRoot, bundle: true,
    chunkNames: 'worker-[name]', platform: 'node', target: 'node20', minify: true, external: ['re2js', '../benchmarkAnswers'],
  }));
  return new Map(outputFiles.map((output) => [`dist/${path.basename(output.path)}`, output.contents.length]));
}

test('the VSIX contains the styles of the pages, and every bundle except those of `npm run report`', async () => {
  const built = [...textOf('esbuild.config.mjs').matchAll(/dist\/(\w+)\.js'([^}]*)/g)].flatMap(([, name, options]) => {
    return /platform: 'browser'/.test(options!) ? [`dist/${name}.js`, `dist/${name}.css`] : [`dist/${name}.js`];
  });
  assert.ok(built.length > 10);
  const packaged = [...textOf('.vscodeignore').matchAll(/^!(dist\/.*\.(?:js|css))$/gm)].map(([, file]) => file);
  const shipped = [...built.filter((file) => !REPORT.includes(file)), ...(await workerChunks()).keys()];
  assert.deepEqual(packaged.sort(), shipped.sort());
});

test('the bundle that VS Code loads at activation is at most 120 kB', async () => {
  const [, config] = /const loadedOnDemand = \{(.*?)\n\};/s.exec(textOf('esbuild.config.mjs'))!;
  const onDemand = [...config!.matchAll(/dist\/(\w+)\.js'/g)].map(([, name]) => `*/${name}`);
  assert.ok(onDemand.length > 10);
  const { outputFiles: [bundle] } = await build({
    entryPoints: ['src/main/desktop.ts'], outdir: 'dist', absWorkingDir: repoRoot, bundle: true, write: false, minify: true,
    platform: 'node', target: 'node20', external: ['re2js', ...onDemand], supported: { 'dynamic-import': false },
    format: 'cjs', plugins: [oneVscode],
  });
  assert.ok(bundle!.contents.length <= 120e3, `${bundle!.contents.length} bytes`);
});

test('the first costs of a profile need less than half of the code of the worker', async () => {
  const sizes = await workerChunks();
  const all = [...sizes.values()].reduce((sum, size) => sum + size);
  const needed = sizes.get('dist/worker.js')! + sizes.get('dist/worker-chunk.js')!;
  assert.ok(needed < all / 2, `${needed} of ${all} bytes`);
});

test('an exported HTML page is at most 2 MB plus its profile', async () => {
  const { outputFiles } = await build({
    entryPoints: ['webview/standalone/main.ts'], outdir: 'dist', absWorkingDir: repoRoot, write: false,
    bundle: true, minify: true, format: 'iife', target: 'es2022', legalComments: 'none',
  });
  const bytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
  assert.ok(bytes < 2e6, `${bytes} bytes`);
});

test('package.json has no duplicate keys, of which only the last would count', () => {
  const { warnings } = transformSync(textOf('package.json'), { loader: 'json', logLevel: 'silent' });
  assert.deepEqual(warnings.map(({ text }) => text), []);
});

test('each step of the walkthrough shows packaged pictures and names existing commands', () => {
  const { contributes } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const { commands } = contributes;
  const known = new Set([...commands.map(({ command }) => command), 'linecost.showVerdict']);
  const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  assert.ok(steps.length > 5);
  const arePicturesPackaged = textOf('.vscodeignore').includes('!media/walkthrough/*.png');
  for (const { description, media, completionEvents } of steps) {
    const events = completionEvents.flatMap((event) => /^onCommand:(.*)/.exec(event)?.slice(1) ?? []);
    const links = [...description.matchAll(/\(command:([\w.]+)\)/g)].flatMap(([, command]) => command ?? []);
    assert.deepEqual([...events, ...links].filter((command) => !known.has(command)), []);
    for (const picture of Object.values(media.image)) {
      assert.ok(arePicturesPackaged && existsSync(path.join(repoRoot, picture)), picture);
    }
  }
});

test('each command that the README, the guide, a setting or a step of the walkthrough names is in the command palette', () => {
  const { contributes: { commands } } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const texts = `${textOf('README.md')}${guideText()}${textOf('package.json')}`;
  const named = [...texts.matchAll(/(?<!\*)\*(Linecost: [^*]+)\*(?!\*)/g)].map(([, name]) => name);
  const titles = commands.map(({ title }) => `Linecost: ${title}`);
  assert.ok(named.length > 20);
  assert.deepEqual(named.filter((name) => !titles.includes(name!)), []);
});

test('each menu entry is an existing command or submenu, and no submenu is empty', () => {
  const { contributes: { commands, menus, submenus } } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const commandNames = commands.map(({ command }) => command);
  const submenuNames = submenus.map(({ id }) => id);
  const unknown = Object.values(menus).flat().filter(({ command = '', submenu = '' }) => {
    return !commandNames.includes(command) && !submenuNames.includes(submenu);
  });
  assert.deepEqual(unknown, []);
  assert.deepEqual(submenuNames.filter((name) => !menus[name]?.length), []);
});

/** The commands in the context menu of a row of the Profiles view; the icons in the row are left out. */
function commandsOfRow(viewItem: string): string[] {
  const { contributes: { menus } } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const entries = menus['view/item/context']!.filter(({ group, when = '' }) => {
    if (group!.startsWith('inline')) return false;
    const [, pattern, text] = /viewItem (?:=~ \/(.*?)\/(?: |$)|== (\S+))/.exec(when) ?? [];
    return pattern === undefined ? text === undefined || text === viewItem : new RegExp(pattern).test(viewItem);
  });
  return entries.map(({ command }) => command!.replace('linecost.', ''));
}

test('a row of the Profiles view offers only commands that apply to it', () => {
  const offered = (viewItem: string) => commandsOfRow(viewItem).filter((command) => /again|pin|compare|rename/i.test(command));
  const ofCaptures = ['compareCaptureWith', 'compareBenchmarks', 'renameCapture'];
  assert.deepEqual(offered('linecost.capture.go').sort(), [...ofCaptures, 'pinCapture', 'profileCaptureAgain'].sort());
  assert.deepEqual(offered('linecost.capture.fetched.pinned').sort(), [...ofCaptures, 'fetchAgain', 'unpinCapture'].sort());
  assert.deepEqual(offered('linecost.capture').sort(), [...ofCaptures, 'pinCapture'].sort());
  assert.deepEqual(offered('linecost.captureProfile'), ['compareCaptureWith', 'compareBenchmarks']);
  assert.deepEqual(offered('linecost.profileFile'), ['compareCaptureWith']);
  assert.deepEqual(offered('captureGroup.go').sort(), ['compareBenchmarks', 'profileCaptureAgain']);
  assert.deepEqual(offered('captureGroup.fetched').sort(), ['compareBenchmarks', 'fetchAgain']);
  assert.deepEqual(offered('linecost.results.go').sort(), [
    'compareBenchmarks', 'pinCapture', 'profileCaptureAgain', 'renameCapture',
  ]);
});

/** Compiles a pattern of VS Code. Braces are not nested, and bracket expressions are negated. */
function globOf(pattern: string): RegExp {
  const source = pattern
    .replace(/\./g, '\\.')
    .replace(/\{([^}]*)\}/, (_, choices: string) => `(?:${choices.split(',').join('|')})`)
    .replace(/\*/g, '.*')
    .replace(/\[!/g, '[^');
  return new RegExp(`^${source}$`);
}

test('the list of Open With… has Linecost once for each file name', () => {
  const { contributes: { customEditors } } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const editors = customEditors.map(({ selector }) => selector.map(({ filenamePattern }) => globOf(filenamePattern)));
  const listed = (name: string) => editors.map((globs) => globs.some((glob) => glob.test(name)));
  for (const extension of ['.prof', '.pprof', '.pgo', '.pb.gz']) {
    for (const name of [`cpu${extension}`, `a.${extension}`]) assert.deepEqual(listed(name), [true, false], name);
  }
  const names = ['cpu.out', 'x.pb', 'cpu.profile', 'service.heap', 'mem.out.gz', 'xb.gz', 'xpb.gz', 'memprof', 'profile', 'heap'];
  for (const name of names) assert.deepEqual(listed(name), [false, true], name);
});

test('files that are not profiles are left to other editors, without a choice of editors above them', () => {
  const { contributes: { customEditors } } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const globs = customEditors.flatMap(({ selector }) => selector.map(({ filenamePattern }) => globOf(filenamePattern)));
  for (const name of ['main.go', 'go.mod', 'go.sum', 'README.md', 'Makefile', 'config.json', 'a.tgz', 'profile.go', 'x']) {
    assert.ok(!globs.some((glob) => glob.test(name)), name);
  }
});

test('settings have an order, which is that of the guide', () => {
  const { contributes: { configuration: { properties } } } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const orders = Object.values(properties).map(({ order }) => order);
  assert.deepEqual(orders, [...new Set(orders)].sort((a, b) => a - b));
  const rows = [...textOf('media/guide/settings.md').matchAll(/^\| `linecost\.(\S+)`(.*?) \|/gm)].filter(([, name]) => !/Background|ruler|Foreground/.test(name!));
  const listed = rows.flatMap(([, name, more]) => {
    const folder = name!.replace(/\.\w+$/, '');
    return [name!, ...[...more!.matchAll(/`\.(\w+)`/g)].map(([, other]) => `${folder}.${other}`)];
  });
  assert.deepEqual(listed.map((name) => `linecost.${name}`), Object.keys(properties));
});
