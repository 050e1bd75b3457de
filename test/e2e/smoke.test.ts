import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';
import { startSession, type Session } from './driver/index';

interface Manifest {
  readonly displayName: string;
  readonly contributes: {
    readonly commands: readonly { title: string; category: string; command: string; enablement?: string }[];
    readonly menus?: { readonly commandPalette?: readonly { command: string; when: string }[] };
  };
}

let session: Session;

before(async () => {
  session = await startSession({ workspace: 'sample', file: 'wordcount.go' });
});
after(() => session?.stop());

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(repoRoot, 'package.json'), 'utf8')) as Manifest;
}

test('VS Code shows a Go file of the sample module', async () => {
  const { text } = await session.code.editor('wordcount.go').line(3);
  assert.equal(text, 'package sample');
});

test('every command that needs no profile is in the palette', async () => {
  const { commands, menus } = (await readManifest()).contributes;
  const hidden = new Set(menus?.commandPalette?.map(({ command }) => command));
  const expected = commands.filter(({ command, enablement }) => {
    return !hidden.has(command) && (enablement === undefined || enablement === 'isWorkspaceTrusted');
  });
  assert.ok(expected.length > 0);
  const titles = expected.map(({ category, title }) => `${category}: ${title}`);
  await session.code.until(`the commands ${titles.join(', ')}`, async () => {
    const offered = await session.code.commandTitles('Linecost: ');
    return titles.every((title) => offered.includes(title));
  });
});

test('the extension is listed among the installed ones', async () => {
  const { displayName } = await readManifest();
  await session.code.run('Extensions: Show Installed Extensions');
  const view = session.code.page.locator('.extensions-viewlet');
  const row = view.locator('.extension-list-item').filter({ hasText: displayName }).first();
  const busy = view.locator('.monaco-progress-container.active');
  // the list of the view as it was opens first, and is made anew for the question
  await session.code.until(`${displayName} in the list of installed extensions`, async () => {
    const asked = await view.locator('.suggest-input-container .view-line').first().textContent();
    return asked?.includes('@installed') && (await busy.count()) === 0 && (await row.isVisible());
  });
  await session.code.screenshot('smoke installed');
});
