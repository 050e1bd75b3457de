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

/** A benchmark whose time is that of marking its live heap, and two of which one does the work of the other twice. */
const FILES = {
  'go.mod': 'module example.com/a\n\ngo 1.24\n',
  'a_test.go': `package a

import "testing"

type node struct{ next *node }

var live, sink *node
var sum int

func BenchmarkAllocates(b *testing.B) {
	if live == nil {
		for range 200000 {
			live = &node{live}
		}
	}
	for b.Loop() {
		for range 100000 {
			sink = &node{}
		}
	}
}

func work() {
	for i := range 300000 {
		sum += i * i
	}
}

func BenchmarkOnce(b *testing.B) {
	for b.Loop() {
		work()
	}
}

func BenchmarkTwice(b *testing.B) {
	for b.Loop() {
		work()
		work()
	}
}
`,
};

/** Builds `before`, runs it in turns with `now` from the same program, and returns the verdict. */
async function verdictOf(before: string, now: string, more: Partial<GoTestRequest> = {}) {
  let verdict: ReturnType<typeof caseVerdicts>[number] | undefined;
  await withWorld(FILES, async (world) => {
    const { signal } = new AbortController();
    const options = { kinds: [], benchtime: '20ms' } as const;
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

test('one program collects more garbage with GOGC=10 than with GOGC=100, and is firmly slower', async () => {
  const verdict = await verdictOf('BenchmarkAllocates', 'BenchmarkAllocates', { runVariables: { GOGC: '10' } });
  assert.equal(verdict.isSlower, true, verdict.text);
});

test('a benchmark that does the work of another one twice is firmly slower, and that one faster', async () => {
  const slower = await verdictOf('BenchmarkOnce', 'BenchmarkTwice');
  assert.equal(slower.isSlower, true, slower.text);
  const faster = await verdictOf('BenchmarkTwice', 'BenchmarkOnce');
  assert.equal(faster.isFaster, true, faster.text);
});

test('in the same environment, no large difference is claimed', async () => {
  const verdict = await verdictOf('BenchmarkOnce', 'BenchmarkOnce', { runVariables: { GOGC: '100' } });
  const { lo = 1, hi = 1 } = verdict.interval ?? {};
  // By chance, 1 comparison of 20 excludes 1; none is far from it.
  assert.ok(lo < 1.5 && hi > 0.67, verdict.text);
});
