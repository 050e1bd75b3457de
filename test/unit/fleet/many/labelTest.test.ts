import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Labels, labelTest } from '../../../../src/fleet/many/labelTest';
import { readAhead } from '../../../../src/fleet/many/readAhead';
import { seriesOf, typeOf } from '../../../../src/fleet/many/singleProfile';
import type { LabelFilter } from '../../../../src/fleet/fleetQuery';

const LABELS: Labels = { zone: ['eu-1'], comment: ['a', 'b'] };
const isMatch = (name: string, operator: LabelFilter['operator'], value: string): boolean =>
  labelTest([{ name, operator, value }])(LABELS);

test('filters match as in Prometheus: whole values, and a missing label is empty', () => {
  assert.ok(isMatch('zone', '=', 'eu-1') && !isMatch('zone', '=', 'eu'));
  assert.ok(isMatch('zone', '=~', 'eu-.|us') && !isMatch('zone', '=~', 'eu'));
  assert.ok(isMatch('zone', '!=', 'us') && isMatch('zone', '!~', 'us.*') && !isMatch('zone', '!~', 'eu.*'));
  assert.ok(isMatch('version', '=', '') && isMatch('version', '!=', 'v1') && isMatch('version', '=~', '.*') && isMatch('version', '=~', ''));
  assert.ok(isMatch('comment', '=', 'b') && !isMatch('comment', '!=', 'b'));
});

test('a filter that is not a regular expression is an error', () => {
  assert.throws(() => isMatch('zone', '=~', '('), { message: 'The filter of zone is not a regular expression: (' });
});

test('results keep the order of their items, a few at a time, and a failure comes in its turn', async () => {
  let [running, most] = [0, 0];
  const act = async (ms: number): Promise<number> => {
    most = Math.max(most, ++running);
    await delay(ms);
    running--;
    if (ms === 13) throw new Error('13');
    return ms;
  };
  const seen: number[] = [];
  await assert.rejects(async () => {
    for await (const ms of readAhead([20, 1, 10, 13, 2], 3, act)) seen.push(ms);
  }, { message: '13' });
  assert.deepEqual(seen, [20, 1, 10]);
  assert.deepEqual([running, most <= 3], [0, true]);
});

test('profiles have the type that pprof shows first', () => {
  const types = (defaultType: string, ...sampleTypes: string[]) => typeOf({ sampleTypes, defaultType });
  assert.deepEqual(types('', 'samples/count', 'cpu/nanoseconds'), {
    id: 'samples/count cpu/nanoseconds', name: 'cpu', sampleType: 'cpu', unit: 'nanoseconds', isDelta: true,
  });
  const heap = types('inuse_space', 'alloc_objects/count', 'alloc_space/bytes', 'inuse_objects/count', 'inuse_space/bytes');
  assert.deepEqual([heap.name, heap.sampleType, heap.isDelta], ['heap', 'inuse_space', false]);
  assert.deepEqual([types('x', 'a/b').sampleType, types('', 'goroutine/count').isDelta], ['a', false]);
});

test('a step of a series has the sum of what was measured, and the mean of what is in use', () => {
  const profile = (timeMs: number, total: number, isDelta: boolean, zone?: string) => ({
    timeMs, total, labels: (zone === undefined ? {} : { zone: [zone] }) as Labels,
    type: { id: '', name: '', sampleType: '', unit: '', isDelta },
  });
  const times = [[0, 1], [500, 3], [1000, 5]] as const;
  const points = (isDelta: boolean) => {
    return seriesOf(times.map(([at, cost]) => profile(at, cost, isDelta)), { stepSeconds: 1 })[0]!.points;
  };
  assert.deepEqual(points(true), [{ at: 0, value: 4 }, { at: 1000, value: 5 }]);
  assert.deepEqual(points(false), [{ at: 0, value: 2 }, { at: 1000, value: 5 }]);
  const three = [profile(0, 1, true, 'a'), profile(0, 2, true, 'b'), profile(0, 4, true)];
  const grouped = seriesOf(three, { stepSeconds: 1, groupBy: 'zone' });
  const values = grouped.map(({ labels, points: [point] }) => [labels, point!.value]);
  assert.deepEqual(values, [[{ zone: 'a' }, 1], [{ zone: 'b' }, 2], [{}, 4]]);
});
