import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { GoTestRequest } from '../../../src/go/captureTypes';
import { GoTest } from '../../../src/go/test/goTest';
import { traceVersion } from '../../../src/go/trace/traceHeader';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';
import { requestFor, withWorld, type World } from './module';

withVscode(fakeVscode('/w').module);

/** A test and a benchmark whose goroutine waits for a channel that gets its value after 20 ms. */
const TESTS = `package a

import (
	"testing"
	"time"
)

func wait() {
	values := make(chan int)
	time.AfterFunc(20*time.Millisecond, func() { values <- 1 })
	<-values
}

func TestWait(t *testing.T) { wait() }

func BenchmarkWait(b *testing.B) {
	for range b.N {
		wait()
	}
}
`;
const FILES = { 'go.mod': 'module example.com/a\n\ngo 1.22\n', 'a_test.go': TESTS };

/** The profiles of the target's trace, as a click takes them. */
async function tracedRound(world: World, name: string, more: Partial<GoTestRequest> = {}) {
  const { readRound } = await import('../../../src/features/profile/profiledRounds');
  const request = requestFor(world, name, { kinds: ['trace'], ...more });
  const built = await GoTest.build(request, () => undefined, new AbortController().signal);
  try {
    if (request.target.kind === 'benchmark') await built.time();
    const stages: string[] = [];
    const round = await readRound(built, await built.measure('trace'), (stage) => stages.push(stage));
    return { round, stages };
  } finally {
    await built.close();
  }
}

test('the trace of a test has its waits, in four profiles, and leaves no file behind', () =>
  withWorld(FILES, async (world) => {
    const { round, stages } = await tracedRound(world, 'TestWait');
    assert.deepEqual(round.map(({ waits }) => waits), ['network', 'sync', 'syscall', 'scheduler']);
    assert.ok(traceVersion(round[0]!.trace!));
    assert.match(stages[0]!, /^trace of \d+ kB: 0 of 4 profiles$/);
    const sync = decodeProfile(gunzipSync(round[1]!.bytes));
    assert.deepEqual(sync.sampleTypes.map(({ type, unit }) => `${type}/${unit}`), ['contentions/count', 'delay/nanoseconds']);
    const names = Array.from({ length: sync.strings.length }, (_, index) => sync.strings.get(index));
    assert.ok(names.includes('example.com/a.wait'));
    assert.ok(sync.values[1]!.reduce((sum, value) => sum + value, 0) >= 20e6);
    assert.deepEqual(readdirSync(world.temp), []);
  }));

test('the trace of a benchmark has the operations of its timed run', () =>
  withWorld(FILES, async (world) => {
    const { round } = await tracedRound(world, 'BenchmarkWait', { benchtime: '3x' });
    assert.deepEqual(round.map(({ iterations }) => iterations), [[3], [3], [3], [3]]);
  }));
