import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import type { Session, VsCode } from './driver/index';
import { RUN_MS, startScene } from './profiling';

/** Collects garbage for a while; without arguments, until it is ended. */
const APP = `package main

import (
	"fmt"
	"os"
	"time"
)

var kept [][]byte

func main() {
	fmt.Fprintln(os.Stderr, "listening")
	for i := 0; i < 3000 || len(os.Args) == 1; i++ {
		if kept = append(kept, make([]byte, 1<<18)); len(kept) > 64 {
			kept = kept[:0]
			time.Sleep(5 * time.Millisecond)
		}
	}
}
`;
const GODEBUG = 'gctrace=1,schedtrace=100';
const TASKS = {
  version: '2.0.0',
  tasks: [{ label: 'the app', type: 'linecost', program: 'cmd/app', kinds: ['cpu'], env: { GODEBUG } }],
};
const COMMAND = 'Linecost: Open GC and Scheduler Log…';
const QUESTION = 'Where is the text that Go printed?';

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.24\n', 'cmd/app/main.go': APP, '.vscode/tasks.json': JSON.stringify(TASKS),
    },
    prepare: writeLog,
    settings: { 'terminal.integrated.gpuAcceleration': 'off' },
  });
  code = session.code;
});
after(() => session?.stop());

/** Writes what two runs of the program print, as a container runtime logs it. */
async function writeLog(cwd: string): Promise<void> {
  execFileSync('go', ['build', '-o', 'shop', './cmd/app'], { cwd });
  const env = { ...process.env, GODEBUG };
  const run = () => spawnSync(path.join(cwd, 'shop'), ['short'], { cwd, env, encoding: 'utf8' }).stderr;
  const lines = `${run()}${run()}`.split('\n');
  await writeFile(path.join(cwd, 'app.log'), lines.map((line, i) => `2026-01-02T03:04:${10 + (i % 50)}Z stderr F ${line}`).join('\n'));
}

async function shown(title: string): Promise<FrameLocator> {
  const page = await code.panel(`GC and Scheduler: ${title}`);
  await page.getByRole('button', { name: 'Zoom In' }).waitFor();
  return page;
}

test('a log opens as charts, whose selected moment shows its line, and Open goes to that line of the log', async () => {
  await code.open('app.log');
  await code.pickFrom(COMMAND, QUESTION, 'Active Editor');
  const page = await shown('app.log');
  assert.match((await page.locator('.notes').textContent())!, /2 programs, or one that was started again/);
  await page.getByRole('slider').focus();
  for (const key of ['Home', 'Control+ArrowRight', 'Enter']) await page.getByRole('slider').press(key);
  await page.locator('.picked code').first().waitFor();
  await code.screenshot('charts of a GC log');
  const text = (await page.locator('.picked code').first().textContent())!;
  assert.match(text, /stderr F gc \d+ @[\d.]+s \d+%: .* MB goal/);
  const link = page.getByRole('button', { name: /^Open line/ }).first();
  const line = /\d+/.exec((await link.textContent())!.replace(/\u202f/g, ''))![0];
  await link.click();
  await code.until('the cursor on the line', async () => (await code.editor('app.log').cursor())?.startsWith(`Ln ${line}, `));
});

test('the table has the lines of the log, and is copied as CSV', async () => {
  const page = await shown('app.log');
  await page.getByRole('button', { name: 'Show Table of Collections' }).click();
  await page.locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Copy as CSV: Collections' }).click();
  const csv = await code.until('the CSV', async () => {
    const copied = await code.page.evaluate(() => navigator.clipboard.readText());
    return copied.startsWith('program,line,time (s),gc,') ? copied : undefined;
  });
  const count = Number(/^([\d\u202f]+) collections/.exec((await page.locator('.about').textContent())!)![1]!.replace(/\u202f/g, ''));
  assert.equal(csv.trim().split('\r\n').length, count + 1);
});

test('a program that runs here is followed while it runs', { skip: process.platform !== 'linux' }, async () => {
  await code.pickFrom('Tasks: Run Task', 'Select the task to run', /the app/);
  await code.statusBar.untilShown(/Stop and Read app/, RUN_MS);
  await code.until('the program among the texts', async () => {
    await code.run(COMMAND);
    await code.quickInput.untilAsked(QUESTION);
    const [first] = await code.quickInput.labels();
    if (first !== 'app') await code.quickInput.cancel();
    return first === 'app';
  }, RUN_MS);
  await code.quickInput.pick('app');
  const page = await shown('app');
  const count = async () => Number(/^([\d\u202f]+) coll/.exec((await page.locator('.about').textContent())!)?.[1]?.replace(/\u202f/g, ''));
  const first = await count();
  await code.until('more collections', async () => (await count()) > first + 5, RUN_MS);
  await code.screenshot('charts of a program that runs');
  await code.statusBar.click(/Stop and Read app/);
});

test('its whole log is there when it has ended, of which a terminal has the last lines', { skip: process.platform !== 'linux' }, async () => {
  await code.until('the end of the program', async () => {
    return (await code.statusBar.texts()).every((text) => !/Stop and Read app|Ending app/.test(text));
  }, RUN_MS);
  await code.run(COMMAND);
  await code.quickInput.untilAsked(QUESTION);
  const [first] = await code.quickInput.items();
  assert.deepEqual([first!.label, first!.description], ['app', 'the program that was profiled last']);
  await code.quickInput.pick('app');
  assert.match((await (await shown('app')).locator('.about').textContent())!, /^[\d\u202f]+ collections/);
});

test('a text without such lines says how to get them', async () => {
  await code.open('go.mod');
  await code.pickFrom(COMMAND, QUESTION, 'Active Editor');
  await code.until('the message', async () => {
    return (await code.notifications.texts()).some((text) => text.includes('go.mod has no lines of the garbage collector'));
  });
});
