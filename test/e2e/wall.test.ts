import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { clickLens, lineOf, RUN_MS, startScene } from './profiling';

/** Mostly sleeps; a goroutine that waits for work is left out. */
const TESTS = `package a

import (
	"testing"
	"time"
)

func worker() {
	select {}
}

func TestWait(t *testing.T) {
	go worker()
	slow()
}

func slow() {
	time.Sleep(1500 * time.Millisecond)
}
`;

let session: Session;
let code: VsCode;
let editor: Editor;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/wait\n\ngo 1.12\n', 'a_test.go': TESTS },
    settings: { 'linecost.profile.kinds': ['cpu'] },
  });
  code = session.code;
});
after(() => session?.stop());

test('a test that mostly waits is offered a wall profile, whose costs stand on the lines that wait', async () => {
  editor = await clickLens(session, 'a_test.go', 'TestWait');
  const offer = /TestWait waits for 9\d.% of its time/;
  await code.notifications.untilShown(offer, RUN_MS);
  await code.notifications.press(offer, 'Profile Wall Time');
  await code.statusBar.untilShown(/TestWait · wall · 1\.[5-9]/, RUN_MS);
  const line = await lineOf(session, 'a_test.go', '\tslow()');
  await code.until('costs of the call that waits', async () => (await columnsOf(editor, line)) !== undefined, RUN_MS);
});

test('the hover says whose time it is, and what is left out', async () => {
  const line = await lineOf(session, 'a_test.go', '\tslow()');
  const text = await editor.hover(line);
  assert.match(text, /Shares are of goroutine time, running or waiting, without [\d.]+\s% that is idle/);
});

test('the sample type with idle goroutines shows the worker', async () => {
  await code.pickFrom(() => code.statusBar.click(/TestWait · wall/), 'Choose a sample type', /wall_all/);
  const line = await lineOf(session, 'a_test.go', 'select {}');
  await code.until('costs of the worker', async () => (await columnsOf(editor, line)) !== undefined, RUN_MS);
  assert.match(await editor.hover(line), /Shares are of goroutine time, idle goroutines included/);
});
