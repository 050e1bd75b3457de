import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { lineOf, RUN_MS, startScene } from './profiling';

const APP = `package main

import (
	"fmt"
	"os"
)

var sum int

func main() {
	dir, _ := os.Getwd()
	fmt.Println(os.Args[1:], os.Getenv("PLACE"), dir)
	for i := 0; i < 800 || len(os.Args) == 1; i++ {
		work()
	}
}

//go:noinline
func work() {
	for i := 0; i < 1000000; i++ {
		sum += i
	}
}
`;
const BENCHMARK = `package lib

import "testing"

var sum int

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		for i := range 1000 {
			sum += i
		}
	}
}
`;
const TASKS = {
  version: '2.0.0',
  tasks: [
    { label: 'the app', type: 'linecost', program: '${workspaceFolder}/cmd/app', kinds: ['cpu'], args: ['a b'], env: { PLACE: 'box' }, cwd: '.' },
    { label: 'an endless run', type: 'linecost', program: 'cmd/app/main.go' },
    { label: 'the benchmark', type: 'linecost', benchmark: 'BenchmarkSum', package: 'lib' },
  ],
};

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: {
      'go.mod': 'module example.com/app\n\ngo 1.24\n',
      'cmd/app/main.go': APP,
      'lib/lib_test.go': BENCHMARK,
      '.vscode/tasks.json': JSON.stringify(TASKS),
    },
    settings: { 'linecost.columns.style': 'columns' },
  });
  code = session.code;
});
after(() => session?.stop());

/** Runs a task by its name, as the user does. */
async function runTask(name: string): Promise<void> {
  await code.pickFrom('Tasks: Run Task', 'Select the task to run', name);
}

async function untilCosts(file: string, text: string): Promise<void> {
  const line = await lineOf(session, file, text);
  const editor = await code.open(path.join(session.workspace, file), line);
  await code.until(`costs of ${text}`, async () => (await columnsOf(editor, line)) !== undefined, RUN_MS);
}

test('a task of a program runs it with its arguments, and its costs stand on the lines', async () => {
  await runTask('the app');
  await code.statusBar.untilShown(/app exited with code 0 after/, RUN_MS);
  await untilCosts('cmd/app/main.go', 'sum += i');
});

test('a task of a benchmark profiles it', async () => {
  await runTask('the benchmark');
  await untilCosts('lib/lib_test.go', 'sum += i');
  assert.match(await code.output.wholeText('Linecost'), /BenchmarkSum/);
});

test('ending a task of a program ends the program as Ctrl+C does, and keeps its costs', async () => {
  await runTask('an endless run');
  await code.statusBar.untilShown(/Stop and Read app · (?:[3-9]|\d\d) s/, RUN_MS);
  await code.pickFrom('Tasks: Terminate Task', 'Select a task to terminate', 'an endless run');
  await code.statusBar.untilShown(/app was ended by SIGINT after/, RUN_MS);
  await untilCosts('cmd/app/main.go', 'sum += i');
});
