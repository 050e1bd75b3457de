import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { parseBenchmarks } from '../../shared/inOneStep';
import { exactMemoryOf } from '../../../src/features/profile/describeTarget';
import { blockCosts, type BlockQuestion } from '../../../src/profile/lines/blockCosts';
import { temporaryFolder } from '../goPrograms';
import { mustRun } from '../oracle';
import { loadProfile } from '../ours';

/** Ten allocations in an operation, but nine in one of 1000; its setup allocates as well. */
const CODE = `package p

import "testing"

type buf struct{ b [64]byte }

var keep [10]*buf
var round int

func op() {
	round++
	for i := range keep {
		if i == 9 && round%1000 == 0 {
			continue
		}
		keep[i] = new(buf)
	}
}

func BenchmarkTen(b *testing.B) {
	for range 5000 {
		keep[0] = new(buf)
	}
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		op()
	}
}
`;

test('a profile of every allocation has the decimals that go test cuts off, without those of the setup', async (context) => {
  const { folder, remove } = await temporaryFolder();
  context.after(remove);
  const file = join(folder, 'p_test.go');
  await writeFile(join(folder, 'go.mod'), 'module p\n\ngo 1.22\n');
  await writeFile(file, CODE);
  const flags = ['-run=^$', '-bench=Ten', '-benchmem', '-benchtime=10000x', '-memprofilerate=1', '-memprofile=m.pprof'];
  // The runtime allocates for itself when it collects garbage, also in the timed part.
  const env = { ...process.env, GOGC: 'off' };
  const { results } = parseBenchmarks(String(await mustRun('go', ['test', ...flags], { cwd: folder, env })));
  assert.deepEqual(results[0].values.slice(1), [{ value: 639, unit: 'B/op' }, { value: 9, unit: 'allocs/op' }]);
  const profile = await loadProfile(join(folder, 'm.pprof'));
  const engine = { ask: async (_: string, question: BlockQuestion) => blockCosts(profile, question) } as never;
  const summary = { id: 1, sampleTypes: profile.sampleTypes, period: profile.period };
  const setup = { function: 'BenchmarkTen', file: 'p_test.go', lines: [[22, 25]] } as const;
  const captured = {
    title: '', results, target: { file, name: 'BenchmarkTen' }, setup, loop: 'b.N',
    sources: new Map([[file, await readFile(file, 'utf8')]]),
  } as const;
  const exact = (period = 1) =>
    exactMemoryOf({ summary: { ...summary, period }, label: 'memory', iterations: [10_000] } as never, captured, engine);
  const { bytes, allocations } = (await exact())!;
  assert.deepEqual([bytes.toFixed(2), allocations.toFixed(4)], ['639.94', '9.9990']);
  assert.equal(await exact(512 * 1024), undefined, 'a sampled profile is not exact');
});
