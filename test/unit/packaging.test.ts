import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { build, transformSync } from 'esbuild';
import { bundlesOf } from '../../media/bundles/bundles.mjs';
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

const { shipped, report } = bundlesOf(repoRoot);

/** The sizes of the files of a shipped bundle: that of its entry point, and that of all. */
async function sizesOf(bundle: string): Promise<{ first: number; all: number }> {
  const { outputFiles } = await build(shipped[bundle]!);
  const sizes = outputFiles.map(({ contents }) => contents.length);
  assert.match(outputFiles[0]!.path, new RegExp(`${bundle}\\.js$`));
  return { first: sizes[0]!, all: sizes.reduce((sum, size) => sum + size) };
}

test('the VSIX contains the scripts and styles of every bundle, and the npm tarball those of the command line', () => {
  const packaged = textOf('.vscodeignore').split('\n').filter((line) => /^!dist\/.*\*/.test(line));
  assert.deepEqual(packaged, ['!dist/*.js', '!dist/*.css', '!dist/sample/**']);
  const bundles = [...Object.values(shipped), ...Object.values(report)];
  assert.deepEqual(new Set(bundles.map(({ outdir }) => outdir)), new Set(['dist']));
  assert.deepEqual(Object.keys(report), ['linecost', 're2js']);
  const inTarball = textOf('.npmignore').split('\n').filter((line) => line.endsWith('.js'));
  assert.deepEqual(inTarball, ['!/dist/linecost*.js', '!/dist/re2js.js']);
});

test('the bundle that VS Code loads at activation is at most 120 kB', async () => {
  const { first, all } = await sizesOf('extension');
  assert.ok(first <= 120e3 && all > 4 * first, `${first} of ${all} bytes`);
});

test('the first costs of a profile need less than half of the code of the worker', async () => {
  const { first, all } = await sizesOf('worker');
  assert.ok(first < all / 2, `${first} of ${all} bytes`);
});

test('VS Code can load the extension in a browser, where it loads one file', async () => {
  const { outputFiles: [{ text }, ...others], metafile } = await build(shipped['web']!);
  assert.deepEqual(others, []);
  const loaded = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path: name }) => name));
  assert.deepEqual(new Set(loaded), new Set(['vscode']));
  assert.doesNotMatch(text, /\bimport\(/);
});

test('an exported HTML page is at most 2 MB plus its profile', async () => {
  const { all } = await sizesOf('standalone');
  assert.ok(all < 2e6, `${all} bytes`);
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

/** The commands of a row of the Profiles view: in its context menu, or the icons in the row. */
function commandsOfRow(viewItem: string, place: 'menu' | 'icons' = 'menu'): string[] {
  const { contributes: { menus } } = JSON.parse(textOf('package.json')) as { contributes: Contributions };
  const entries = menus['view/item/context']!.filter(({ group, when = '' }) => {
    if (group!.startsWith('inline') !== (place === 'icons')) return false;
    return [...when.matchAll(/(!\()?viewItem (?:=~ \/(.*?)\/(?=[ )]|$)|== (\S+))/g)].every(([, not, pattern, text]) => {
      const fits = pattern === undefined ? text === viewItem : new RegExp(pattern).test(viewItem);
      return fits === (not === undefined);
    });
  });
  return entries.map(({ command }) => command!.replace('linecost.', ''));
}

test('a row of Services has three icons at most, so that its name is seen in a narrow view, and the rest in its menu', () => {
  for (const row of ['linecostTarget', 'linecostStore', 'linecostProgram']) {
    const icons = commandsOfRow(row, 'icons').filter((name) => /Service|Store|Program|HeapNow/.test(name));
    assert.ok(icons.length > 0 && icons.length <= 3, `${row}: ${icons.join(', ')}`);
  }
  for (const name of ['Service', 'Store']) {
    const menu = commandsOfRow(name === 'Store' ? 'linecostStore' : 'linecostTarget');
    for (const command of [`edit${name}`, `test${name}`]) assert.ok(menu.includes(command), command);
  }
});

test('each capture of any origin can be pinned or unpinned, and opened in go tool trace if it has a trace', () => {
  for (const kind of ['capture', 'results']) {
    for (const origin of ['', '.go', '.program', '.fetched', '.service', '.service.instances', '.service.load', '.fleet']) {
      for (const trace of ['', '.trace']) {
        for (const pinned of ['', '.pinned']) {
          const row = `linecost.${kind}${origin}${trace}${pinned}`;
          const offered = (place: 'menu' | 'icons') => commandsOfRow(row, place).filter((name) => /pinCapture|GoToolTrace/.test(name)).sort();
          const pin = pinned === '' ? 'pinCapture' : 'unpinCapture';
          const hasTrace = kind === 'capture' && trace !== '';
          assert.deepEqual(offered('menu'), hasTrace ? ['openInGoToolTrace', pin] : [pin], row);
          assert.deepEqual(offered('icons'), [pin], row);
        }
      }
    }
  }
});

test('a row of the Profiles view offers only commands that apply to it', () => {
  const offered = (viewItem: string) => commandsOfRow(viewItem).filter((command) => /again|pin|compare|rename/i.test(command));
  const ofCaptures = ['compareCaptureWith', 'renameCapture'];
  const ofResults = [...ofCaptures, 'compareBenchmarks'];
  assert.deepEqual(offered('linecost.capture.go').sort(), [...ofResults, 'pinCapture', 'profileCaptureAgain'].sort());
  assert.deepEqual(offered('linecost.capture.fetched.pinned').sort(), [...ofCaptures, 'fetchAgain', 'unpinCapture'].sort());
  assert.deepEqual(offered('linecost.capture.program').sort(), [...ofCaptures, 'pinCapture', 'profileCaptureAgain'].sort());
  const several = [...ofCaptures, 'compareInstances', 'pinCapture', 'profileCaptureAgain'];
  assert.deepEqual(offered('linecost.capture.service.instances').sort(), several.sort());
  assert.ok(!offered('linecost.capture.service').includes('compareInstances'));
  assert.deepEqual(offered('linecost.capture').sort(), [...ofResults, 'pinCapture'].sort());
  assert.deepEqual(offered('linecost.captureProfile'), ['compareCaptureWith']);
  assert.deepEqual(offered('linecost.profileFile'), ['compareCaptureWith']);
  assert.deepEqual(offered('captureGroup.go').sort(), ['compareBenchmarks', 'profileCaptureAgain']);
  assert.deepEqual(offered('captureGroup.fetched'), ['fetchAgain']);
  assert.deepEqual(offered('linecost.results.go').sort(), [
    'compareBenchmarks', 'pinCapture', 'profileCaptureAgain', 'renameCapture',
  ]);
});

test('the row of a baseline offers to clear it, others to become one', () => {
  const offered = (viewItem: string) => commandsOfRow(viewItem).filter((command) => /baseline/i.test(command));
  for (const row of ['linecost.capture.go', 'linecost.capture.fleet', 'linecost.profileFile', 'linecost.profileFile.trace']) {
    assert.deepEqual(offered(row), ['setCaptureBaseline']);
    assert.deepEqual(offered(`${row}.baseline`), ['clearBaseline']);
  }
  assert.deepEqual(offered('linecost.capture.go.baseline.pinned'), ['clearBaseline']);
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
