import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { lineOf, RUN_MS, startScene } from './profiling';

/** Works until a file appears, then ends as the first argument says. */
const APP = `package main

import (
	"fmt"
	"os"
	"os/signal"
)

var sum int

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	fmt.Println("working in", os.Getenv("PLACE"), os.Args[1:])
	for {
		work()
		select {
		case <-c:
			fmt.Println("interrupted once")
			os.Exit(3)
		default:
		}
		if _, err := os.Stat("panic"); err == nil {
			explode(nil)
		}
	}
}

//go:noinline
func work() {
	for i := 0; i < 1000000; i++ {
		sum += i
	}
}

func explode(m map[string]int) {
	m["x"] = 1
}
`;

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/app\n\ngo 1.24\n', 'cmd/app/main.go': APP },
    settings: { 'linecost.columns.style': 'columns' },
  });
  code = session.code;
});
after(() => session?.stop());

const file = (): string => path.join(session.workspace, 'cmd/app/main.go');

/** Waits until the line that calls work has costs. */
async function untilCosts(editor: Editor): Promise<void> {
  const line = await lineOf(session, 'cmd/app/main.go', 'work()');
  await code.until('costs of the line that calls work', async () => (await columnsOf(editor, line)) !== undefined, RUN_MS);
}

test('a click above main runs the program in a terminal, and its costs stand on the lines while it runs', async () => {
  const main = await lineOf(session, 'cmd/app/main.go', 'func main(');
  const editor = await code.open(file(), main);
  await editor.clickLens(main, /profile this program/);
  await untilCosts(editor);
  await code.statusBar.untilShown(/Stop and Read app/);
});

test('Stop and Read ends the program as Ctrl+C does, once, and the capture says how it ended', async () => {
  await code.statusBar.click(/Stop and Read app/);
  await code.statusBar.untilShown(/app exited with code 3 after/, RUN_MS);
  assert.match(await code.output.wholeText('Linecost'), /app exited with code 3 after/);
});

test('options ask for arguments, environment and folder, and are remembered', async () => {
  const main = await lineOf(session, 'cmd/app/main.go', 'func main(');
  const editor = await code.open(file(), main);
  await editor.clickLens(main, /options…/);
  const { quickInput } = code;
  const answers = [['what to measure'], ['arguments', '-n "a b"'], ['environment', 'PLACE="the box"'], ['working folder', '../..']];
  for (const [question, answer] of answers) {
    await code.until(question, async () => (await quickInput.widget.innerText()).includes(question));
    if (answer !== undefined) await quickInput.setText(answer);
    await quickInput.accept();
  }
  await code.statusBar.untilShown(/Stop and Read app · (?:[3-9]|\d\d) s/, RUN_MS);
  await untilCosts(editor);
});

test('a program that panics keeps its costs, and a message opens the line', async () => {
  // The working folder is the module's.
  await writeFile(path.join(session.workspace, 'panic'), '');
  const shown = await code.notifications.untilShown(/app panicked after .*: assignment to entry in nil map/, RUN_MS);
  assert.match(shown, /Its costs until then are shown/);
  await code.notifications.press(/app panicked/, `Open main.go:${await lineOf(session, 'cmd/app/main.go', 'm["x"] = 1')}`);
});

test('no file is added to the folder of the program', async () => {
  assert.deepEqual((await readdir(path.join(session.workspace, 'cmd/app'))).sort(), ['main.go']);
});
