import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { CpuRate, cpuRateText, hasLostSamples, isRateSet } from '../../../../src/go/test/cpuRate';

const TESTING = `package testing

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

func (m *M) before() {
	if *cpuProfile != "" {
		if err := m.deps.StartCPUProfile(f); err != nil {
			return
		}
	}
}

func (m *M) writeProfiles() {
	if *cpuProfile != "" {
		m.deps.StopCPUProfile() // flushes profile to disk
	}
}
`;

test("Go's testing package is changed only where a CPU profile starts and ends, and its lines keep their numbers", () => {
  const changed = cpuRateText(TESTING)!.split('\n');
  const differing = TESTING.trimEnd().split('\n').flatMap((line, i) => (line === changed[i] ? [] : [changed[i]!.trim()]));
  assert.deepEqual(differing, [
    '"os"; "syscall"', 'linecostStartCPU(); if err := m.deps.StartCPUProfile(f); err != nil {',
    'linecostStopCPU(); m.deps.StopCPUProfile() // flushes profile to disk',
  ]);
});

test('a testing package that starts or ends its profile in another way is left alone', () => {
  for (const words of ['StartCPUProfile(f)', 'StopCPUProfile()', '\t"os"\n', '\t"runtime"\n', '\t"strings"\n']) {
    assert.equal(cpuRateText(TESTING.replace(words, '')), undefined, words);
  }
  assert.equal(cpuRateText(TESTING + TESTING), undefined);
});

/** A rate of 250, and what the program writes: the CPU time of the run, in nanoseconds. */
function scene(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-rate-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'cpu time');
  return { rate: new CpuRate(250, file), file, writeUsed: (nanos: number) => writeFileSync(file, String(nanos)) };
}

test('a run that loses samples is repeated at the rate of go test, as are all runs after it', async (context) => {
  const { rate, file, writeUsed } = scene(context);
  const env = await rate.begin();
  assert.deepEqual([env, rate.isRaised, isRateSet(env)], [{ LINECOST_CPU_RATE: `250 ${file}` }, true, true]);
  writeUsed(1e9);
  assert.equal(await rate.hasLost(1e9), false);
  assert.equal(await rate.hasLost(0.4e9), true);
  assert.match(rate.lower(), /at 250 samples a second; profiling again at 100\.\n$/);
  assert.deepEqual([await rate.begin(), rate.isRaised], [{ LINECOST_CPU_RATE: `100 ${file}` }, false]);
  assert.equal(isRateSet({}), false);
});

test('nothing is lost as far as known, if the program wrote no CPU time or no profile that can be read', async (context) => {
  const { rate, writeUsed } = scene(context);
  writeUsed(1e9);
  assert.equal(await rate.hasLost(undefined), false);
  await rate.begin();
  assert.equal(await rate.hasLost(0), false, 'the time is that of an earlier run');
});

test('samples are lost if the total is far below the CPU time, by more than chance', () => {
  const ms = 1e6;
  const areLost = (used: number, ...totals: readonly number[]) => {
    return totals.map((total) => hasLostSamples(total * ms, used * ms, 250));
  };
  assert.deepEqual(areLost(1000, 900, 800, 700, 400), [false, false, true, true]);
  assert.deepEqual(areLost(10_000, 9000, 8000), [false, true]);
  assert.equal(hasLostSamples(0, 20 * ms, 250), false, 'five samples may be missing by chance');
});
