import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { lineOf, startScene } from './profiling';

const MAIN = `package main

import (
	"time"

	"example.com/shop/queue"
)

func main() {
	for range 30 {
		go queue.Wait()
	}
	time.Sleep(100 * time.Millisecond)
	fill(nil)
}

func fill(prices map[string]int) {
	prices["tea"] = 3
}
`;
const QUEUE = `package queue

var jobs = make(chan int)

// Wait waits for a job that never comes.
func Wait() {
	<-jobs
}
`;
const COMMAND = 'Linecost: Open Goroutine Dump or Panic…';
const QUESTION = 'Where is the text that Go printed?';

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/shop\n\ngo 1.24\n', 'main.go': MAIN, 'queue/queue.go': QUEUE },
    prepare: writeCrash,
    settings: { 'terminal.integrated.gpuAcceleration': 'off' },
  });
  code = session.code;
});
after(() => session?.stop());

/** Writes what the program prints when it ends by a panic, as a container runtime logs it. */
async function writeCrash(cwd: string): Promise<void> {
  execFileSync('go', ['build', '-trimpath', '-o', 'shop', '.'], { cwd });
  const { stderr } = spawnSync(path.join(cwd, 'shop'), { cwd, env: { ...process.env, GOTRACEBACK: 'all' }, encoding: 'utf8' });
  const logged = stderr.split('\n').map((line, i) => `2026-01-02T03:04:${10 + (i % 50)}.${i * 37}Z stderr F ${line}`);
  await writeFile(path.join(cwd, 'crash.log'), logged.join('\n'));
}

async function shown(title: string): Promise<FrameLocator> {
  const page = await code.panel(`Goroutines: ${title}`);
  await page.locator('tbody tr').first().waitFor();
  return page;
}

test('a log with a panic opens as its goroutines, whose frames lead to the code of the workspace', async () => {
  await code.open('crash.log');
  await code.pickFrom(COMMAND, QUESTION, 'Active Editor');
  const page = await shown('crash.log');
  assert.equal(await page.locator('.message').textContent(), 'panic: assignment to entry in nil map');
  assert.match((await page.locator('tbody tr').nth(0).textContent())!, /main\.fill/);
  assert.match((await page.locator('tbody tr').nth(1).textContent())!, /^30.*queue\.Wait.*queue\.go:7.*chan receive/);
  await code.screenshot('goroutines of a panic');
  const line = await lineOf(session, 'main.go', 'prices["tea"]');
  await page.getByRole('button', { name: `main.go:${line}` }).first().click();
  await code.editor('main.go').untilShown();
  await code.until('the cursor on the line', async () => (await code.editor('main.go').cursor())?.startsWith(`Ln ${line}, `));
});

test('the goroutines are counted on the lines of the code', async () => {
  const page = await shown('crash.log');
  await page.getByRole('button', { name: 'Show on Lines' }).click();
  const line = await lineOf(session, 'queue/queue.go', '<-jobs');
  const editor = code.editor('queue.go');
  await editor.untilShown();
  const cum = await code.until('the number of goroutines', async () => (await columnsOf(editor, line))?.cum);
  assert.equal(cum.trim(), '30');
});

test('the selection of the terminal opens, and the clipboard stays as it was', async () => {
  await code.run('Terminal: Create New Terminal');
  const terminal = code.page.locator('.terminal-wrapper.active .xterm-rows');
  const input = code.page.locator('.terminal-wrapper.active .xterm-helper-textarea');
  await code.until('the focus in the terminal', async () => {
    await input.focus({ timeout: 2000 });
    return input.evaluate((element) => element === document.activeElement);
  });
  await code.page.keyboard.type('./shop\n');
  await code.until('the panic', async () => /nil map[^]*goroutine 1/.test((await terminal.innerText()).replace(/\u00a0/g, ' ')));
  await code.page.evaluate(() => navigator.clipboard.writeText('mine'));
  await code.run('Terminal: Select All');
  await code.pickFrom(COMMAND, QUESTION, 'Selection in Terminal');
  const page = await code.panel(/^Goroutines: (?!crash)/);
  await code.until('the goroutine of the panic', async () => /main\.fill/.test((await page.locator('tbody').textContent()) ?? ''));
  assert.equal(await code.page.evaluate(() => navigator.clipboard.readText()), 'mine');
});

test('a text without goroutines says so', async () => {
  await code.open('go.mod');
  await code.pickFrom(COMMAND, QUESTION, 'Active Editor');
  await code.until('the message', async () => (await code.notifications.texts()).some((text) => text.includes('go.mod has no goroutines')));
});
