import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { paperProfile } from '../unit/pprofText/paperProfile';
import type { Session, VsCode } from './driver/index';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';

const LINK = '[Open the report](command:workbench.action.files.newUntitledFile)';

let session: Session;
let code: VsCode;
/** Outside of the workspace; a profile in it names the files. */
let outside: string;
let server: Server;

before(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'linecost-outside-'));
  await writeFile(path.join(outside, 'secrets.go'), 'secret one\nsecret two\n');
  await writeFile(path.join(outside, 'others.go'), 'other one\nother two\n');
  session = await startScene({
    files: { 'go.mod': 'module example.com/hostile\n\ngo 1.24\n', 'main.go': 'package main\n\nfunc main() {}\n' },
    file: 'main.go',
    prepare: (workspace) => writeFile(path.join(workspace, 'hostile.pprof'), hostileProfile()),
  });
  code = session.code;
  server = createServer((_, answer) => {
    answer.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Go-Pprof': '1' });
    answer.end(`${LINK}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

after(async () => {
  server?.closeAllConnections();
  server?.close();
  await session?.stop();
  await rm(outside, { recursive: true, force: true });
});

function hostileProfile(): Uint8Array {
  const bytes = paperProfile({
    types: 'samples/count cpu/nanoseconds',
    stacks: `
      60 600 | stolen ${outside}/secrets.go:2 < main.main ${outside}/others.go:1
    `,
  });
  return gzipSync(bytes);
}

test("a server's words are shown as text, and nothing of them is a link", async () => {
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060');
  await code.quickInput.type(`127.0.0.1:${(server.address() as AddressInfo).port}/debug/pprof/heap`);
  await code.quickInput.accept();
  const said = await code.notifications.untilShown(/Open the report/);
  assert.match(said, /\[Open the report\] \(command:workbench\.action\.files\.newUntitledFile\)/);
  const item = code.notifications.item(/Open the report/);
  assert.equal(await item.locator('.notification-list-item-message a').count(), 0);
  const tabs = await code.tabs();
  await item.getByText('Open the report').click();
  assert.deepEqual(await code.tabs(), tabs);
  await code.notifications.close(/Open the report/);
});

test('a file outside that only the profile names is opened after a question, once a folder', async () => {
  await code.explorer.click('hostile.pprof');
  const graph = await GraphPage.drawn(code, 'hostile.pprof');
  const dialog = code.page.locator('.monaco-dialog-box');
  await graph.frame('stolen').click({ modifiers: ['ControlOrMeta'] });
  await dialog.getByText(path.join(outside, 'secrets.go')).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.ok(!(await code.tabs()).some((name) => name.includes('secrets.go')));
  await graph.frame('stolen').click({ modifiers: ['ControlOrMeta'] });
  await dialog.getByRole('button', { name: 'Open' }).click();
  await code.until('the file that was asked about', async () => {
    return (await code.tabs()).some((name) => name.includes('secrets.go'));
  });
  await graph.frame('main.main').click({ modifiers: ['ControlOrMeta'] });
  await code.until('another file of the folder', async () => {
    return (await code.tabs()).some((name) => name.includes('others.go'));
  });
  assert.equal(await dialog.count(), 0);
});
