import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { repoRoot } from '../../host/paths.mjs';
import { browserBundle } from '../../shared/browserBundle';
import { FakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const vscode = new FakeVscode([], {});
withVscode(vscode.module);

interface WalkthroughStep {
  readonly id: string;
  readonly description: string;
  readonly when?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
    readonly viewsWelcome: readonly { readonly contents: string; readonly when: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
  };
}
const { contributes } = JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')) as Manifest;

const isHidden = (when = ''): boolean => when === 'false' || when.includes('!linecost.inBrowser');

test('the extension for browsers needs no module of Node', async () => {
  const alias = { 'node:path': path.join(repoRoot, 'src/main/browserPath.ts') };
  const bundle = await browserBundle('main/browser.ts', { alias, external: ['vscode'] });
  assert.ok(bundle.length > 0);
});

test('a browser has every command, to run it or to explain that it cannot', async () => {
  const { commandsNotInBrowser } = await import('../../../src/main/notInBrowser');
  const { viewCommands } = await import('../../../src/features/viewCommands');
  const views = viewCommands({} as never);
  const names = [...Object.keys(commandsNotInBrowser()), ...Object.keys(views)];
  const missing = contributes.commands.filter(({ command }) => !names.includes(command)).map(({ command }) => command);
  assert.deepEqual(missing, ['linecost.clear']);
});

test('a browser hides exactly the commands that it cannot run, and explains them if they are called', async () => {
  const { commandsNotInBrowser } = await import('../../../src/main/notInBrowser');
  const others = Object.keys(commandsNotInBrowser());
  assert.ok(others.length > 20);
  const hidden = contributes.commands.filter(({ enablement }) => isHidden(enablement)).map(({ command }) => command);
  assert.deepEqual(hidden.sort(), others.sort());
  const shownEntries = Object.values(contributes.menus).flat().filter(({ command, when }) => {
    return command !== undefined && others.includes(command) && !isHidden(when);
  });
  assert.deepEqual(shownEntries, []);
});

test('in a browser, neither the empty panel, a view nor the walkthrough advises what cannot be done there', async () => {
  const { commandsNotInBrowser } = await import('../../../src/main/notInBrowser');
  const { EMPTY_NOTICE_IN_BROWSER: notice } = await import('../../../src/pages/profile/emptyNotices');
  const allSteps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const steps = allSteps.filter(({ when }) => !isHidden(when));
  assert.deepEqual(steps.map(({ id }) => id), ['open', 'read', 'flame']);
  const welcomes = contributes.viewsWelcome.filter(({ when }) => !isHidden(when)).map(({ contents }) => contents);
  notice.act!();
  const [command] = vscode.executed.at(-1)!;
  const texts = [...steps.map(({ description }) => description), ...welcomes, `${notice.text}(command:${String(command)})`];
  const commands = texts.flatMap((text) => [...text.matchAll(/\(command:([\w.]+)/g)].map(([, name]) => name!));
  assert.ok(commands.includes('linecost.openProfile'));
  assert.deepEqual(commands.filter((name) => name in commandsNotInBrowser()), []);
  assert.equal(notice.text, 'No profile is active. Open a profile file, such as cpu.pprof.');
});
