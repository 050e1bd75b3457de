import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../src/profile/common/guard';
import { LineTexts } from '../../../src/runtimeLog/lineTexts';
import { LogViews } from '../../../src/runtimeLog/logViews';
import { readRuntimeLog } from '../../../src/runtimeLog/readRuntimeLog';
import { MAX_BYTES, profiled } from './programRun';

/** Collects garbage, prints to its error output, and says whether that is a pipe or a socket, as it was. */
const MAIN = `package main

import (
	"fmt"
	"os"
	"runtime"
)

var kept [][]byte

func main() {
	for i := 0; i < 20000; i++ {
		if kept = append(kept, make([]byte, 1<<18)); len(kept) > 64 {
			kept = kept[:0]
		}
	}
	runtime.GC()
	println("printed by println")
	fmt.Fprintln(os.Stderr, "of the program")
	if info, err := os.Stderr.Stat(); err == nil {
		fmt.Println("STDERR", info.Mode()&os.ModeNamedPipe != 0 || info.Mode()&os.ModeSocket != 0)
	}
	fmt.Println("READY")
	fmt.Scanln()
}
`;
const GODEBUG = 'gctrace=1,schedtrace=20';
const { signal } = new AbortController();
const isOfRuntime = (line: string): boolean => /^(?:gc|SCHED) \d/.test(line);

test('what the runtime prints is kept line by line, and still printed', { skip: process.platform !== 'linux' }, async () => {
  await profiled({ 'main.go': MAIN }, ['cpu'], async ({ child, folder, printed, text }) => {
    await printed('READY');
    const log = (await folder.runtimeLog(MAX_BYTES, signal))!;
    child.stdin!.end('\n');
    const kept = new TextDecoder().decode(log).split('\n').filter(isOfRuntime);
    const seen = text().split('\n').filter(isOfRuntime);
    assert.ok(kept.length > 20);
    // The agent begins when the runtime has started, and the text may be ahead of the file, or behind it.
    const first = seen.indexOf(kept[0]!);
    assert.ok(first >= 0 && first <= 2);
    const count = Math.min(kept.length, seen.length - first);
    assert.deepEqual(kept.slice(0, count), seen.slice(first, first + count));
    assert.match(text(), /STDERR true/);
    assert.doesNotMatch(new TextDecoder().decode(log), /of the program/);
    const views = new LogViews(finish(readRuntimeLog(log)), finish(LineTexts.of(log)));
    for (const { cells, text: line } of views.rows({ kind: 'gc', from: 0, limit: 1000 })) {
      assert.ok(line.startsWith(`gc ${cells[1]} @${cells[0]}s ${cells[9]}%: ${cells[6]}+${cells[7]}+${cells[8]} ms clock`), line);
      assert.ok(line.includes(`, ${cells[13]}+${cells[14]}/${cells[15]}/${cells[16]}+${cells[17]} ms cpu`), `${line}: ${cells}`);
      assert.ok(line.includes(`, ${cells[2]}->${cells[3]}->${cells[4]} MB, ${cells[5]} MB goal`), line);
    }
  }, undefined, {}, { GODEBUG });
});

test('a program that panics prints it as ever, and one without GODEBUG keeps nothing', { skip: process.platform !== 'linux' }, async () => {
  const panics = MAIN.replace('fmt.Scanln()', 'var m map[string]int\n\tm["a"] = 1');
  await profiled({ 'main.go': panics }, ['cpu'], undefined, ({ text, exitCode, ending }) => {
    assert.match(text, /panic: assignment to entry in nil map[^]*main\.go:\d+/);
    assert.equal(exitCode, 2);
    assert.equal(ending.how, 'crashed');
  }, {}, { GODEBUG });
  await profiled({ 'main.go': panics }, ['cpu'], undefined, async (_, { folder }) => {
    assert.equal(await folder.runtimeLog(MAX_BYTES, signal), undefined);
  });
});
