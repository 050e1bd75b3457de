import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowthFinder } from '../../../../src/live/watch/growth';

/** Numbers from 0 to 1 by a seed: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const RATE = 524_288;
const HOUR = 120;

const site = (name: string, samples: number) => {
  return { key: name, function: name, file: 'a.go', line: 1, value: samples * RATE, samples };
};

/** What is found at each moment, of sites with so many samples at each. */
function found(
  counts: (moment: number) => readonly number[],
  moments: number,
  everySeconds = 30,
): [at: number, name: string][] {
  const finder = new GrowthFinder();
  return Array.from({ length: moments }, (_, moment): [number, string][] => {
    const sites = counts(moment).map((samples, i) => site(`f${i}`, samples)).filter(({ samples }) => samples > 0);
    return finder.add(moment * everySeconds * 1000, { sites, leftOut: 0 }).map((growth) => [moment, growth.site.key]);
  }).flat();
}

function poisson(random: () => number): (mean: number) => number {
  return (mean) => {
    let count = -1;
    for (let product = 1; product > Math.exp(-mean); product *= random()) count++;
    return count;
  };
}

test('a site that rises in each of five intervals is found with the sixth moment, with its growth and its time', () => {
  assert.deepEqual(found((moment) => [4 * moment, 50], 8), [[5, 'f0']]);
  const finder = new GrowthFinder();
  for (let i = 0; i < 6; i++) finder.add(i * 30_000, { sites: [site('f', 4 * i)], leftOut: 0 });
  assert.deepEqual(finder.growths.map(({ by, millis }) => [by, millis]), [[20 * RATE, 150_000]]);
});

test('fewer than 16 new samples are not called a growth, and a pause in each of five is none', () => {
  assert.deepEqual(found((moment) => [3 * Math.min(5, moment)], 6), []);
  assert.deepEqual(found((moment) => [40 + 10 * Math.floor(moment / 4)], 6), []);
});

test('an idle service and one with as many samples as chance gives raise nothing in an hour', () => {
  assert.deepEqual(found(() => [1, 20, 300], HOUR), []);
  const random = poisson(randomFrom(7));
  assert.deepEqual(found(() => [...Array(60).keys()].map((i) => random([1, 3, 10, 30, 100][i % 5]!)), HOUR), []);
});

test('a leak of 100 kB/s is found within two to three minutes at 15 seconds, whatever chance does', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = poisson(randomFrom(seed));
    let samples = 0;
    const [[at] = [NaN]] = found(() => [(samples += random((100_000 * 15) / RATE))], 20, 15);
    assert.ok(at * 15 <= 240, `found after ${at * 15} s with seed ${seed}`);
  }
});

test('a slow leak is found over long intervals', () => {
  const [[at] = [NaN]] = found((moment) => [Math.floor(moment / 3)], 480);
  assert.ok(at > 40 && at < 120, String(at));
});

test('a start that rises fast and then slower is not called a growth', () => {
  assert.deepEqual(found((moment) => [Math.round(400 * (1 - Math.exp(-moment / 2)))], HOUR), []);
});

test('what swings up and down is not called a growth once it has swung', () => {
  const swing = (moment: number) => [Math.round(200 + 100 * Math.sin((2 * Math.PI * (moment + 15)) / 20))];
  assert.deepEqual(found(swing, HOUR).filter(([at]) => at > 20), []);
});

test('what no longer grows is forgotten', () => {
  const finder = new GrowthFinder();
  const growing = Array.from({ length: 30 }, (_, moment) => {
    finder.add(moment * 30_000, { sites: [site('f', 5 * Math.min(8, moment)), site('other', moment % 2)], leftOut: 0 });
    return finder.growths.length;
  });
  assert.equal(growing[8], 1);
  assert.equal(growing.at(-1), 0);
});

test('nothing is compared across a restart', () => {
  const finder = new GrowthFinder();
  const add = (moment: number) => finder.add(moment * 30_000, { sites: [site('f', 30 * moment)], leftOut: 0 });
  for (let i = 0; i < 5; i++) add(i);
  finder.restart();
  assert.deepEqual([add(5), add(6), add(7), add(8), add(9)], [[], [], [], [], []]);
  assert.equal(add(10).length, 1);
});
