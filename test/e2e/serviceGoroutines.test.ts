import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { repoRoot } from '../host/paths.mjs';
import type { Session, VsCode } from './driver/index';
import { lineOf, startScene } from './profiling';

const COMMAND = 'Linecost: Goroutines of a Service…';
const PROGRAM = path.join(repoRoot, 'test', 'conformance', 'programs', 'goroutines', 'main.go');

let session: Session;
let code: VsCode;
let service: ChildProcess;
let host: string;
let folder: string;

before(async () => {
  const files = { 'go.mod': 'module example.com/shop\n\ngo 1.24\n', 'main.go': await readFile(PROGRAM, 'utf8') };
  session = await startScene({ files });
  code = session.code;
  folder = mkdtempSync(path.join(tmpdir(), 'linecost-e2e-goroutines-'));
  const program = path.join(folder, 'shop');
  execFileSync('go', ['build', '-o', program, '.'], { cwd: session.workspace });
  service = spawn(program, ['wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
  host = await new Promise((resolve) => service.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim())));
});
after(async () => {
  service?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await session?.stop();
});

async function call(request: string): Promise<void> {
  await (await fetch(`http://${host}${request}`)).arrayBuffer();
}

/** Waits until the row of a function has this text. */
async function untilRow(page: FrameLocator, name: string, text: RegExp): Promise<void> {
  const row = page.locator('tbody tr').filter({ hasText: name });
  await code.until(`${name} with ${text}`, async () => text.test((await row.first().textContent()) ?? ''));
}

test('the goroutines of a service are shown, and what leaks comes first when they are fetched again and compared', async () => {
  await call('/leak?n=4');
  await call('/start?n=20');
  await code.open('main.go');
  // VS Code closes the list if another element takes the focus.
  await code.until('the list of addresses', async () => {
    await code.run(COMMAND);
    await code.quickInput.untilAsked('localhost:6060', 10_000);
    return true;
  });
  await code.quickInput.setText(host);
  await code.until('the address in the list', async () => (await code.quickInput.labels())[0] === host);
  await code.quickInput.accept();
  const page = await code.panel(`Goroutines: ${host}`);
  await untilRow(page, 'main.leak', /^4.*chan receive/);
  await code.screenshot('goroutines of a service');
  await call('/leak?n=40');
  await call('/end?n=15');
  await page.getByRole('button', { name: 'Refresh and Compare' }).click();
  await untilRow(page, 'main.leak', /^44\+40.*4 before.*40 came/);
  await untilRow(page, 'main.untilEnd', /^5−15.*20 before.*15 left/);
  assert.match((await page.locator('tbody tr').first().textContent())!, /main\.leak/);
  await code.screenshot('goroutines of a service compared');
  const line = await lineOf(session, 'main.go', 'func leak(');
  await page.getByRole('button', { name: `main.go:${line}` }).first().click();
  await code.until('the cursor on the line', async () => (await code.editor('main.go').cursor())?.startsWith(`Ln ${line}, `));
});

test('if the service is gone, the last dump stays and says why there is no newer one', async () => {
  const page = await code.panel(`Goroutines: ${host}`);
  service.kill('SIGKILL');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await code.until('the reason', async () => {
    return /Not fetched again\. Nothing is listening on /.test((await page.locator('.notes').textContent()) ?? '');
  });
  await untilRow(page, 'main.leak', /^44/);
  await code.screenshot('goroutines of a service that is gone');
});
