import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { lineOf, RUN_MS, startScene } from './profiling';

const CACHE = `package cache

// Refresh asks for a value, and gives up before it comes.
func Refresh() {
	answer := make(chan int)
	go func() {
		answer <- 42
	}()
}

func Get() int {
	return 42
}
`;
const TESTS = `package cache

import "testing"

func TestRefresh(t *testing.T) {
	for range 3 {
		Refresh()
	}
}

func TestGet(t *testing.T) {
	if Get() != 42 {
		t.Fatal("no")
	}
}

func TestBroken(t *testing.T) {
	Refresh()
	t.Error("broken")
}
`;

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/cache\n\ngo 1.24\n', 'cache.go': CACHE, 'cache_test.go': TESTS },
    settings: { 'linecost.columns.style': 'columns' },
  });
  code = session.code;
});
after(() => session?.stop());

test('a click above a test shows the goroutines that it leaks, where they wait, and what started them', async () => {
  const line = await lineOf(session, 'cache_test.go', 'func TestRefresh');
  const editor = await code.open(path.join(session.workspace, 'cache_test.go'), line);
  await editor.clickLens(line, /find leaked goroutines/);
  await code.notifications.untilShown(/^TestRefresh leaks 3 goroutines\./, RUN_MS);
  const page = await code.panel('Goroutines: leaks of TestRefresh');
  const row = page.locator('tbody tr').first();
  await row.waitFor();
  assert.match((await row.textContent())!, /^3.*cache\.Refresh\.func1.*cache\.go:7.*chan send \(leaked\).*started by cache\.Refresh cache\.go:6/);
  await code.screenshot('leaked goroutines of a test');
});

test('on the lines, the numbers stand beside what waits and beside the statement that started it', async () => {
  const page = await code.panel('Goroutines: leaks of TestRefresh');
  await page.getByRole('button', { name: 'Show on Lines' }).click();
  const editor = code.editor('cache.go');
  await editor.untilShown();
  const [waits, started] = [await lineOf(session, 'cache.go', 'answer <- 42'), await lineOf(session, 'cache.go', 'go func()')];
  const shown = await code.until('numbers of leaked goroutines', async () => {
    const columns = [await columnsOf(editor, waits), await columnsOf(editor, started)];
    return columns.every((each) => each !== undefined) && columns;
  });
  assert.deepEqual(shown.map((each) => each!.cum), ['3', '3']);
  assert.deepEqual(shown.map((each) => each!.flat), ['3', '.']);
});

test('all tests of a file are searched by the command, and one that fails is said beside what leaks', async () => {
  await code.open(path.join(session.workspace, 'cache_test.go'), 1);
  await code.pickFrom('Linecost: Find Leaked Goroutines…', 'Each test runs in a process of its own', 'All tests of cache_test.go');
  const text = /^2 of 3 tests leak goroutines: TestRefresh \(3\), TestBroken \(1\)\. TestBroken did not pass: see the output\./;
  await code.notifications.untilShown(text, RUN_MS);
  const page = await code.panel('Goroutines: leaks of 2 of 3 tests');
  // Until the rows of the new text come, those of the earlier one are shown.
  await page.getByText('4 goroutines in 1 group').waitFor();
  assert.match(await page.locator('body').innerText(), /goroutines leaked by TestRefresh, TestBroken/);
});
