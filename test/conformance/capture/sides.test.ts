import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { caseVerdicts } from '../../../src/bench/caseVerdict';
import { namedAlike } from '../../../src/bench/namedAlike';
import type { GoTestRequest } from '../../../src/go/captureTypes';
import { GoTest } from '../../../src/go/test/goTest';
import { inTurns } from '../../../src/go/test/inTurns';
import { parseBenchmarks } from '../../shared/inOneStep';
import { requestFor, withWorld } from './module';

/**
 * A benchmark that counts the collections of garbage, and two of which one does the work of the other twice. They
 * report counts in place of the time, which varies with what else the machine does.
 */
const FILES = {
  'go.mod': 'module example.com/a\n\ngo 1.24\n',
  'a_test.go': `package a

import (
	"runtime"
	"testing"
)

type node struct{ next *node }

var live, sink *node
var sum int

func BenchmarkAllocates(b *testing.B) {
	if live == nil {
		for range 200000 {
			live = &node{live}
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		for range 100000 {
			sink = &node{}
		}
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.NumGC-before.NumGC)/float64(b.N), "collections/op")
	b.ReportMetric(0, "ns/op")
}

func work() {
	for range 1000 {
		sum++
	}
}

func report(b *testing.B) {
	b.ReportMetric(float64(sum)/float64(b.N), "steps/op")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkOnce(b *testing.B) {
	sum = 0
	for b.Loop() {
		work()
	}
	report(b)
}

func BenchmarkTwice(b *testing.B) {
	sum = 0
	for b.Loop() {
		work()
		work()
	}
	report(b)
}
`,
};

/** Builds `before`, runs it in turns with `now` from the same program, and returns the verdict. */
async function verdictOf(before: string, now: string, more: Partial<GoTestRequest> = {}) {
  let verdict: ReturnType<typeof caseVerdicts>[number] | undefined;
  await withWorld(FILES, async (world) => {
    const { signal } = new AbortController();
    const options = { kinds: [], benchtime: more.benchtime ?? '20ms' } as const;
    const go = { ...world.go, env: { ...world.go.env, GOGC: '100' } };
    const base = await GoTest.build(requestFor(world, before, { ...options, go }), () => undefined, signal);
    try {
      const other = await base.next(requestFor(world, now, { ...options, go, ...more }));
      assert.ok(other, 'the program is not built again');
      const expected = more.runVariables?.GOGC ?? '100';
      assert.deepEqual([base.build.environment.GOGC, other.build.environment.GOGC], ['100', expected]);
      const turns = await inTurns(6, async (side) => {
        return parseBenchmarks(await (side === 'now' ? other : base).turn('now')).results;
      });
      assert.equal(turns.stopped, undefined);
      const results = turns.now.flat();
      const named = namedAlike(turns.before.flat(), results, { before, now });
      [verdict] = caseVerdicts({ before: named, now: results, wanted: 6 });
    } finally {
      await base.close();
    }
    assert.deepEqual(readdirSync(world.temp), []);
  });
  return verdict!;
}

test('one program collects garbage more often with GOGC=10 than with GOGC=100', async () => {
  // A fixed number of iterations: on a busy machine, 20 ms may end before the first collection.
  const more = { benchtime: '30x', runVariables: { GOGC: '10' } };
  const verdict = await verdictOf('BenchmarkAllocates', 'BenchmarkAllocates', more);
  assert.deepEqual([verdict.unit, verdict.direction], ['collections/op', 'more'], verdict.text);
});

test('a benchmark that does the work of another one twice has twice its steps, and that one half', async () => {
  const twice = await verdictOf('BenchmarkOnce', 'BenchmarkTwice');
  assert.deepEqual([twice.unit, twice.interval?.ratio], ['steps/op', 2], twice.text);
  const half = await verdictOf('BenchmarkTwice', 'BenchmarkOnce');
  assert.deepEqual([half.direction, half.interval?.ratio], ['less', 0.5], half.text);
});

test('in the same environment, the same work is no difference', async () => {
  const verdict = await verdictOf('BenchmarkOnce', 'BenchmarkOnce', { runVariables: { GOGC: '100' } });
  assert.equal(verdict.text, 'no difference in steps/op (every run gave 1\u202f000\u202fsteps/op)');
});
