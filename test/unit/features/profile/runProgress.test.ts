import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf, RunProgress } from '../../../../src/features/profile/runProgress';

const go = { goBinary: 'go', env: {}, buildFlags: [], testArgs: [] };
const plan = planOf({ go, kinds: ['cpu', 'memory'], benchtime: '2s' }, { count: 1 }, true);
const line = (name: string) => `Benchmark${name}-2 \t 100 \t 1000 ns/op \t 0 B/op \t 0 allocs/op\n`;

/** A benchmark without earlier results, and a clock that `wait` moves. */
function scene() {
  let now = 0;
  const progress = new RunProgress('BenchmarkX', [], plan, { now: () => now });
  return { progress, wait: (seconds: number) => (now += 1000 * seconds) };
}

test('CPU and memory share a run, and the timed run is another', () => {
  assert.deepEqual(plan, { benchtime: { millis: 2000 }, rounds: 1, runs: 2 });
  const other = planOf({ go: { ...go, testArgs: ['-benchtime=5x'] }, kinds: ['cpu', 'mutex'] }, { count: 3, cpus: [1, 2] }, false);
  assert.deepEqual(other, { benchtime: { iterations: 5 }, rounds: 6, runs: 2 });
});

test('the short run that calibrates tells the number of cases, and does not count as progress', async () => {
  const { progress, wait } = scene();
  await progress.follow(async () => {
    assert.equal(progress.detail(), undefined);
    const calibrate = progress.onRun();
    wait(0.1);
    calibrate(line('X/a') + line('X/b'));
    const write = progress.onRun();
    assert.match(progress.detail()!, /^case 1 of 2 · /);
    wait(4);
    write(line('X/a'));
    assert.equal(progress.detail(), 'case 2 of 2 · about 10 s left');
  });
});

test('results of other benchmarks and unfinished lines are not cases', async () => {
  const { progress, wait } = scene();
  await progress.follow(async () => {
    const write = progress.onRun();
    wait(3);
    write(line('Y/a') + line('X/a').slice(0, -1));
    assert.equal(progress.detail(), undefined);
    write('\n');
    assert.equal(progress.detail(), 'case 2 · 3 s so far');
  });
});

test('new results are passed on at once, but at most once a second', async () => {
  const { progress, wait } = scene();
  const passed: number[] = [];
  await progress.follow(async () => {
    const write = progress.onRun();
    for (const name of ['a', 'b', 'c', 'd']) {
      write(line(`X/${name}`));
      wait(0.6);
    }
  }, ({ results }) => passed.push(results.length));
  assert.deepEqual(passed, [1, 3]);
});
