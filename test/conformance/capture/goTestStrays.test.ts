import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { GoTest } from '../../../src/go/test/goTest';
import { isRunning } from '../../shared/processes';
import { until } from '../../shared/until';
import { newRecording, requestFor, runGoTest, withWorld } from './module';

/**
 * Benchmarks that leave two daemons running, which ignore SIGTERM: a child, and a grandchild whose parent has ended.
 * Each has a session of its own.
 */
const DAEMONS = `package a

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

func start(role string) string {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "ROLE="+role)
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if role == "fork" {
		out, _ := child.Output()
		return string(out)
	}
	child.Start()
	return fmt.Sprintln("DAEMON", child.Process.Pid)
}

func TestMain(m *testing.M) {
	switch os.Getenv("ROLE") {
	case "fork":
		fmt.Print(start("daemon"))
	case "daemon":
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
		os.Chdir("/")
		time.Sleep(time.Hour)
	default:
		os.Exit(m.Run())
	}
}

func leave() {
	fmt.Print(strings.Join([]string{start("daemon"), start("fork")}, ""))
}

func BenchmarkLeaves(b *testing.B) {
	if b.N > 1 {
		leave()
	}
	for range b.N {
		time.Sleep(time.Millisecond)
	}
}

func BenchmarkFails(b *testing.B) {
	leave()
	b.Fatal("not today")
}

func BenchmarkEndless(b *testing.B) {
	leave()
	for {
	}
}
`;
const FILES = { 'go.mod': 'module example.com/daemons\n\ngo 1.22\n', 'a_test.go': DAEMONS };
const options = { skip: process.platform !== 'linux' && 'daemons are found by their environment, which only Linux shows' };

function daemons(output: string): number[] {
  return [...output.matchAll(/DAEMON (\d+)/g)].map(([, pid]) => Number(pid));
}

test('cancelling ends daemons', options, () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    const controller = new AbortController();
    const running = runGoTest(requestFor(world, 'BenchmarkEndless'), recording, controller.signal);
    const rejected = assert.rejects(running, { name: 'AbortError' });
    await until(() => daemons(recording.output).length === 2);
    const pids = daemons(recording.output);
    assert.deepEqual(pids.map(isRunning), [true, true]);
    controller.abort();
    await rejected;
    assert.deepEqual(pids.map(isRunning), [false, false]);
    assert.deepEqual(readdirSync(world.temp), []);
  }));

test('the daemons of each run are ended, and a message names them', options, () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    await runGoTest(requestFor(world, 'BenchmarkLeaves'), recording, new AbortController().signal);
    const pids = daemons(recording.output);
    assert.deepEqual([pids.length, pids.filter(isRunning), recording.profiles.length], [4, [], 1]);
    const messages = [...recording.output.matchAll(/^Ended processes that the run left running: (.*)\.$/gm)].map(([, names]) => names);
    assert.equal(messages.length, 2);
    for (const pid of pids) {
      assert.ok(messages.some((names) => names!.includes(`package.test (process ${pid})`)), `${messages}`);
    }
    assert.deepEqual(readdirSync(world.temp), []);
  }));

test('a profile is read before the daemons of its run are ended, and closing ends them', options, () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    const write = (text: string) => void (recording.output += text);
    const running = await GoTest.build(requestFor(world, 'BenchmarkLeaves'), write, new AbortController().signal);
    try {
      await running.time();
      const first = daemons(recording.output);
      const { bytes } = await running.readProfile(await running.measure('cpu'), 'cpu');
      const later = daemons(recording.output).slice(first.length);
      assert.ok(bytes.length > 0);
      assert.deepEqual([first.map(isRunning), later.map(isRunning)], [[false, false], [true, true]]);
    } finally {
      await running.close();
    }
    assert.deepEqual(daemons(recording.output).filter(isRunning), []);
  }));

test('daemons are ended after a failed run', options, () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    const running = runGoTest(requestFor(world, 'BenchmarkFails'), recording, new AbortController().signal);
    await assert.rejects(running, { name: 'CaptureError' });
    const pids = daemons(recording.output);
    assert.deepEqual([pids.length, pids.filter(isRunning)], [2, []]);
    assert.deepEqual(readdirSync(world.temp), []);
  }));
