import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { repoRoot } from '../host/paths.mjs';
import type { Session, VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { lineOf, startScene } from './profiling';

const PROGRAM = path.join(repoRoot, 'test', 'conformance', 'programs', 'watched', 'main.go');
/** Five intervals of five seconds have to grow, on a busy machine not the first five. */
const GROWN_MS = 120_000;

/** More was in use at the later moment: `30.4 s against 10.2 s: inuse_space 3.0× · 80 → 240 MB`. */
const COMPARED = /^[\d.]+\s(s|min)\s.*against [\d.]+\s(s|min)\s?.*: \S+ (?:\+[\d.,]+\s?%|[\d.,\u202f]+×) · /;

let session: Session;
let code: VsCode;
let service: ChildProcess;
let frame: FrameLocator;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/watched\n\ngo 1.24\n', 'main.go': readFileSync(PROGRAM, 'utf8') },
    settings: { 'linecost.watch.interval': 5 },
  });
  code = session.code;
  execFileSync('go', ['build', '-o', 'watched', '.'], { cwd: session.workspace });
  // It collects every second or so, so that each moment has what was kept since the one before.
  const flags = ['-leak=8000000', '-goroutines=20', '-garbage=40000000', '-spin=200ms'];
  const env = { ...process.env, GOGC: '20' };
  service = spawn(path.join(session.workspace, 'watched'), flags, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const host = await new Promise<string>((resolve) => {
    service.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim()));
  });
  await code.run('Linecost: Add Service…');
  await code.quickInput.untilAsked('Its address');
  await code.quickInput.setText(host);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('Its name', 20_000);
  await code.quickInput.setText('sessions');
  await code.quickInput.accept();
});

after(async () => {
  service?.kill('SIGKILL');
  await session?.stop();
});

const strip = () => frame.locator('.strip');
const pressed = async () => (await strip().locator('[aria-pressed=true]').allInnerTexts()).join();

/** The place of a part of the watch in the strip's chart. */
async function placeOf(part: number): Promise<{ x: number; y: number }> {
  const box = (await strip().locator('.u-over:visible').boundingBox())!;
  return { x: box.x + box.width * part, y: box.y + box.height / 2 };
}

async function unfold(): Promise<void> {
  const show = strip().getByRole('button', { name: 'Show the run over time' });
  await code.until('charts, or the button for them', async () => {
    if (await strip().locator('.u-over:visible').count() > 0) return true;
    if (await show.isVisible()) await show.click();
    return false;
  });
}

async function untilPage(): Promise<void> {
  frame = await code.panel('Linecost');
  await strip().waitFor({ timeout: 60_000 });
  await unfold();
}

test('a watched service lists the lines whose memory and goroutines grow', async () => {
  await code.run('Linecost: Watch Service');
  await code.statusBar.untilShown('Watching sessions', 30_000);
  await code.until('the page', async () => (await code.tabs()).some((title) => title.includes('Linecost')), 60_000);
  await untilPage();
  const list = strip().getByRole('list', { name: 'What grows' });
  const main = await lineOf(session, 'main.go', 'sessions[len(sessions)]');
  const never = (await lineOf(session, 'main.go', 'func waitForever')) + 1;
  const started = await lineOf(session, 'main.go', 'go waitForever');
  await list.getByRole('button', { name: new RegExp(`heap grew 5 of 5 intervals: .* at main.go:${main}$`) }).waitFor({ timeout: GROWN_MS });
  const goroutines = list.getByRole('button', { name: new RegExp(`goroutines grew 5 of 5 .* at main.go:(${never}|${started})$`) });
  await goroutines.waitFor({ timeout: GROWN_MS });
  await code.statusBar.untilShown(/Watching sessions.*growing/);
  await code.notifications.untilShown(/sessions: heap grew .* at main.go:\d+\./);
  await code.notifications.untilShown(/sessions: goroutines grew .* at main.go:\d+\./);
  await code.screenshot('watch dark');
});

test('a range of CPU time says how much of it was measured, while moments come', async () => {
  const { mouse } = code.page;
  const [from, to] = [await placeOf(0.1), await placeOf(0.8)];
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
  await strip().locator('.strip-measured', { hasText: /\d\ss of \d+(\.\d)?\ss measured/ }).waitFor({ timeout: 30_000 });
  await strip().getByRole('slider').focus();
  await code.page.keyboard.press('Escape');
  await code.until('all moments', async () => (await pressed()) === 'all moments');
});

test('a watch that is stopped stays, and two of its moments are compared by what was in use', async () => {
  await code.run('Linecost: Stop Watching');
  await code.statusBar.item('Watching sessions').waitFor({ state: 'detached', timeout: 60_000 });
  await showHeap();
  await code.until('the last moment', async () => (await pressed()) === 'last moment');
  await unfold();
  const [early, late] = [await placeOf(0.3), await placeOf(0.99)];
  await code.page.mouse.click(early.x, early.y);
  await code.until('an early moment', async () => !/last moment|^$/.test(await pressed()));
  await code.page.keyboard.down('Shift');
  await code.page.mouse.click(late.x, late.y);
  await code.page.keyboard.up('Shift');
  await code.until('a comparison of moments', async () => {
    return await strip().locator('.against:visible').count() > 0 && COMPARED.test(await frame.locator('.total').innerText());
  }, 30_000);
  await new SideView(code.page, 'Profiles').untilShown(/sessions/);
  await code.screenshot('watch compared dark');
});

test('a reload while a service is watched keeps the strip, and offers to watch it again', async () => {
  await code.run('Linecost: Watch Service');
  await code.statusBar.untilShown('Watching sessions', 30_000);
  await code.until('another strip', async () => {
    frame = await code.panel('Linecost');
    return (await pressed()) === 'all moments';
  }, 60_000);
  // What the window knows of a watch is written a moment later.
  await code.reload();
  await code.notifications.untilShown('Linecost watched sessions until the window closed', 60_000);
  await untilPage();
  await code.notifications.press('Linecost watched sessions', 'Watch Again');
  await code.statusBar.untilShown('Watching sessions', 30_000);
  await code.run('Linecost: Stop Watching');
  await code.statusBar.item('Watching sessions').waitFor({ state: 'detached', timeout: 60_000 });
  assert.deepEqual((await code.statusBar.texts()).filter((text) => text.includes('Watching')), []);
});

/** Chooses what was in use among the sample types of the page. */
async function showHeap(): Promise<void> {
  const list = frame.getByLabel('Sample type', { exact: true });
  const option = list.locator('option').filter({ hasText: /in.?use/i }).last();
  await list.selectOption((await option.getAttribute('value'))!);
}
