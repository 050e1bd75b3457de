import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { go } from './goFiles';
import { GraphPage } from './graphPage';
import { clickLens, startScene, untilProfiled } from './profiling';

const FILE = 'waits/waits.go';
/** A program whose goroutine waits 200 ms for a channel, which is nearly all that its trace has of synchronization. */
const PROGRAM = `package main

import (
	"log"
	"os"
	"runtime/trace"
	"time"
)

func receive() {
	values := make(chan int)
	time.AfterFunc(200*time.Millisecond, func() { values <- 1 })
	<-values
}

func main() {
	file, err := os.Create(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if err := trace.Start(file); err != nil {
		log.Fatal(err)
	}
	receive()
	trace.Stop()
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}
`;
const WAITING_LINE = 13;

const TESTS = 'wait_test.go';
/** A benchmark that waits for a channel, and nothing else. */
const BENCHMARK = `package sample

import (
	"testing"
	"time"
)

func BenchmarkWait(b *testing.B) {
	for range b.N {
		values := make(chan int)
		time.AfterFunc(time.Millisecond, func() { values <- 1 })
		<-values
	}
}
`;
const BENCHMARK_LINE = 12;

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    copies: { '.': 'sample' },
    files: { [FILE]: PROGRAM, [TESTS]: BENCHMARK },
    prepare: writeTraces,
    settings: { 'linecost.profile.kinds': ['trace'], 'linecost.profile.benchtime': '20x' },
  });
  code = session.code;
});
after(() => session?.stop());

async function writeTraces(workspace: string): Promise<void> {
  const at = (name: string) => path.join(workspace, name);
  await go(['run', './waits', at('trace.out')], workspace);
  const trace = await readFile(at('trace.out'));
  await writeFile(at('renamed.pprof'), trace);
  await writeFile(at('newer.trace'), Buffer.concat([Buffer.from('go 1.99'), trace.subarray(7)]));
  await writeFile(at('cut.trace'), trace.subarray(0, 100));
}

test('a click on a trace shows where goroutines waited, on lines and in the panel', async () => {
  await code.explorer.click('trace.out');
  const graph = await GraphPage.drawn(code, 'trace.out');
  await graph.frame('main.receive').waitFor();
  await code.statusBar.untilShown(/trace\.out · sync · delay/);
  await code.screenshot('trace');
  const editor = await code.open('waits.go', WAITING_LINE);
  await code.until('the wait', async () => /^[\d.]+ m?s$/.test((await columnsOf(editor, WAITING_LINE))?.cum ?? ''));
  await code.screenshot('trace columns');
  assert.match((await editor.hover(WAITING_LINE, 'values')).replace(/\s+/g, ' '), /1 event.*sync · delay flat 0 cum [\d.]+ m?s/);
  await editor.dismissHover();
});

test('the trace opens in go tool trace, which ends by a command', async () => {
  await code.run('Linecost: Open in go tool trace');
  await code.statusBar.untilShown('go tool trace');
  await code.run('Linecost: End go tool trace');
  await code.statusBar.item('go tool trace').waitFor({ state: 'detached' });
});

test('the other kinds of a trace are chosen from the list of sample types, also of a file with another name', async () => {
  await code.explorer.click('renamed.pprof');
  const graph = await GraphPage.drawn(code, 'renamed.pprof');
  await graph.choose('scheduler · delay');
  await code.statusBar.untilShown(/renamed\.pprof · scheduler · delay/);
  // The timer woke one of the goroutines.
  await graph.page.getByText(/[\d.]+\s%\swithout a stack/).waitFor();
  await code.screenshot('trace scheduler');
});

for (const [name, text] of [
  ['newer.trace', /needs go tool trace of Go 1\.99 or newer/],
  ['cut.trace', /has no part of a trace that can be read/],
] as const) {
  test(`${name} says in its tab why it cannot be read`, async () => {
    await code.explorer.click(name);
    const page = (await GraphPage.of(code, name)).page;
    await page.getByText(text).waitFor();
  });
}

test('a benchmark with the kind trace shows its waits on lines, and its trace opens in go tool trace', async () => {
  const editor = await clickLens(session, TESTS, 'BenchmarkWait');
  await untilProfiled(code, 'BenchmarkWait');
  await code.until('the wait', async () => /ms$|µs$/.test((await columnsOf(editor, BENCHMARK_LINE))?.cum ?? ''));
  await code.statusBar.untilShown(/BenchmarkWait · sync · delay/);
  await code.screenshot('trace benchmark');
  await code.run('Linecost: Open in go tool trace');
  await code.statusBar.untilShown('go tool trace');
});
