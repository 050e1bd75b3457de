import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { isRunning } from '../../shared/processes';
import { until } from '../../shared/until';
import { newRecording, requestFor, runGoTest, withWorld } from './module';

/**
 * A benchmark that never ends, ignores SIGTERM, writes to its temporary folder, and starts a child that ignores SIGTERM
 * as well.
 */
const ENDLESS = `package a

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if os.Getenv("CHILD") != "" {
		signal.Ignore(syscall.SIGTERM)
		fmt.Println("CHILD", os.Getpid())
		time.Sleep(time.Hour)
	}
	os.Exit(m.Run())
}

func BenchmarkEndless(b *testing.B) {
	signal.Ignore(syscall.SIGTERM)
	os.WriteFile(b.TempDir()+"/left", []byte("x"), 0o400)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "CHILD=1")
	child.Stdout = os.Stdout
	child.Start()
	fmt.Println("BENCHMARK", os.Getpid())
	for {
	}
}
`;
const FILES = { 'go.mod': 'module example.com/endless\n\ngo 1.21\n', 'a_test.go': ENDLESS };

test('cancelling ends an endless benchmark and its child, and removes their files', () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    const controller = new AbortController();
    const running = runGoTest(requestFor(world, 'BenchmarkEndless'), recording, controller.signal);
    const rejected = assert.rejects(running, { name: 'AbortError' });
    await until(() => /BENCHMARK \d+/.test(recording.output) && /CHILD \d+/.test(recording.output));
    const pids = [...recording.output.matchAll(/(?:BENCHMARK|CHILD) (\d+)/g)].map(([, pid]) => Number(pid));
    assert.deepEqual(pids.map(isRunning), [true, true]);
    assert.notDeepEqual(readdirSync(world.temp), []);
    controller.abort();
    await rejected;
    assert.deepEqual(pids.map(isRunning), [false, false]);
    assert.deepEqual(readdirSync(world.temp), []);
  }));

test('cancelling ends a build and removes its files', () =>
  withWorld(FILES, async (world) => {
    const controller = new AbortController();
    // An empty build cache keeps Go building for seconds.
    const go = { ...world.go, env: { ...world.go.env, GOCACHE: `${world.root}/cache` } };
    const building = runGoTest(requestFor(world, 'BenchmarkEndless', { go }), newRecording(), controller.signal);
    const rejected = assert.rejects(building, { name: 'AbortError' });
    const workFolders = () => readdirSync(world.temp, { recursive: true }).filter((name) => /go-build/.test(`${name}`));
    await until(() => workFolders().length > 0);
    controller.abort();
    await rejected;
    assert.deepEqual(readdirSync(world.temp), []);
  }));

test('nothing starts if the request is already cancelled', () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    const reason = new Error('before');
    const cancelled = runGoTest(requestFor(world, 'BenchmarkEndless'), recording, AbortSignal.abort(reason));
    await assert.rejects(cancelled, reason);
    assert.equal(recording.output, '');
  }));
