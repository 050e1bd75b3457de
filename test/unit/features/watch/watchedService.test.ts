import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredGrowth } from '../../../../src/captures/disk/captureStore';
import type { QueryEngine } from '../../../../src/engine/client';
import { WatchedService } from '../../../../src/features/watch/watchedService';
import { CaptureError } from '../../../../src/common/captureError';
import type { InstanceMoment } from '../../../../src/live/watch/momentRequest';
import type { MomentFacts } from '../../../../src/profile/answers/held';
import { WatchFigures } from '../../../../src/timeline/watchFigures';

const BEGAN = Date.UTC(2026, 0, 1);
const S = 1000;
const MB = 1e6;

type Facts = Partial<MomentFacts>;

/** A profile whose bytes are its facts. */
const profile = (facts: Facts = {}): Uint8Array => new TextEncoder().encode(JSON.stringify(facts));
const factsOf = (bytes: Uint8Array): Facts => JSON.parse(new TextDecoder().decode(bytes)) as Facts;
const UNKNOWN: MomentFacts = { sites: [], leftOut: 0, sums: {}, buildIds: [], programs: [] };
const heapOf = (facts: Facts = {}) =>
  profile({ sums: { inuse_space: 5 * MB, alloc_space: 9 * MB }, buildIds: ['b1'], ...facts });

/** Bytes that grow by 8 MB, 16 samples, from one moment to the next. */
const grown = (moment: number) => heapOf({
  sites: [{ key: 'a', function: 'shop.remember', file: 'a.go', line: 7, value: 8 * MB * moment, samples: 16 * moment }],
  sums: { inuse_space: 8 * MB * moment, alloc_space: 9 * MB * moment },
});

function watched() {
  const files = new Map<string, Uint8Array>();
  const taken: string[] = [];
  const said: string[] = [];
  const growths: StoredGrowth[] = [];
  const figures = new WatchFigures();
  const seen = { moments: 0, stores: 0 };
  let now = BEGAN;
  const answers: Record<string, (input: never) => unknown> = {
    readMoment: ({ parts }: { readonly parts: readonly { readonly bytes: Uint8Array }[] }) => {
      const [{ bytes }] = parts as [typeof parts[number]];
      return { ...UNKNOWN, ...factsOf(bytes), bytes };
    },
    mergedBytes: ({ sources }: { readonly sources: readonly unknown[] }) => profile({ leftOut: sources.length }),
  };
  const service = new WatchedService({
    name: 'shop',
    engine: {
      ask: (query: string, input: never) => Promise.resolve().then(() => answers[query]!(input)),
    } as unknown as QueryEngine,
    inProgress: {
      id: 'c',
      take: ({ label }) => Promise.resolve(void taken.push(`take ${label}`)),
      retake: ({ label }) => Promise.resolve(void taken.push(`retake ${label}`)),
      profiles: () => [{}] as never,
      storeSoFar: () => Promise.resolve(void seen.stores++),
      files: {
        save: (name, bytes) => Promise.resolve(void files.set(name, bytes)),
        remove: (name) => Promise.resolve(void files.delete(name)),
        pathOf: (name) => name,
      },
    },
    figures: {
      add: (_, text) => Promise.resolve(figures.add(text)),
      end: () => undefined,
    },
    known: { title: 'shop', results: [], sources: new Map() },
    beganAt: BEGAN,
    clock: { now: () => now },
    cpuSeconds: 1,
    processOf: () => Promise.resolve({}),
    onMoment: () => void seen.moments++,
    say: (text) => void said.push(text),
    onGrowth: (found) => void growths.push(...found),
  });
  /** @param seconds since the watch began */
  const answer = (seconds: number, moments: Readonly<Record<string, InstanceMoment>>) => {
    now = BEGAN + (seconds + 1) * S;
    const answers = Object.entries(moments).map(([name, moment]) => ({ name, moment }));
    return service.answered({ from: BEGAN + seconds * S, to: now, answers, silent: [] });
  };
  const fallSilent = (seconds: number) => {
    now = BEGAN + seconds * S;
    service.fellSilent([{ name: 'i', error: new CaptureError('unreachable', 'Nothing is listening.') }]);
  };
  return { service, files, taken, said, growths, figures, seen, answer, fallSilent };
}

const breaksOf = ({ service }: ReturnType<typeof watched>) => service.timeline.watch!.breaks;

test('a moment shows each kind that was answered, once as new and then in its place, and is stored', async () => {
  const all = watched();
  await all.answer(0, { i: { heap: heapOf(), goroutines: 7 } });
  const cpu = profile({ cpuUsed: 0.5, collecting: 0.1 });
  await all.answer(30, { i: { heap: heapOf(), cpu, goroutine: profile(), goroutines: 8 } });
  assert.deepEqual(all.taken, ['take heap', 'take cpu', 'retake heap', 'take goroutine']);
  assert.deepEqual([all.service.count, all.seen.moments, all.seen.stores], [2, 2, 1]);
  assert.deepEqual(all.service.timeline.watch!.moments.map(({ at }) => at), [0, 30 * S]);
  assert.deepEqual(all.figures.times, [0, 30]);
  assert.deepEqual(all.figures.columns.map((column) => column[1]), [0.5, 5 * MB, 8, NaN, 10, NaN]);
});

test('CPU profiles add up, and each is kept as a piece that begins with its moment', async () => {
  const all = watched();
  for (const at of [0, 30, 60]) await all.answer(at, { i: { cpu: profile() } });
  const { pieces } = all.service.timeline;
  const times = pieces.map(({ from, to, measured }) => [from, to, measured]);
  assert.deepEqual(times, [0, 30, 60].map((at) => [at * S, (at + 1) * S, S]));
  assert.deepEqual(all.taken, ['take cpu', 'retake cpu', 'retake cpu']);
});

test('a profile that cannot be read is left out, and the others of the moment are shown', async () => {
  const all = watched();
  await all.answer(0, { i: { heap: new TextEncoder().encode('not a profile'), goroutine: profile() } });
  assert.deepEqual(all.taken, ['take goroutine']);
});

test('what grows is told once, and listed with its place', async () => {
  const all = watched();
  for (let i = 0; i < 8; i++) await all.answer(30 * i, { i: { heap: grown(i) } });
  const growth = { kind: 'heap', function: 'shop.remember', file: 'a.go', line: 7 };
  assert.deepEqual(all.growths, [{ ...growth, by: 40 * MB, millis: 150 * S }]);
  assert.deepEqual(all.service.timeline.watch!.grows, [{ ...growth, by: 56 * MB, millis: 210 * S }]);
});

test('another build, or less allocated than before, is a restart: it is marked, and what grew is forgotten', async () => {
  const all = watched();
  for (let i = 0; i < 6; i++) await all.answer(30 * i, { i: { heap: grown(i) } });
  assert.equal(all.service.timeline.watch!.grows.length, 1);
  await all.answer(180, { i: { heap: heapOf({ buildIds: ['b2'], sums: { alloc_space: 100 * MB } }) } });
  assert.deepEqual(breaksOf(all), [{ at: 180 * S, text: 'shop restarted with another build.' }]);
  assert.deepEqual(all.service.timeline.watch!.grows, []);
  await all.answer(210, { i: { heap: heapOf({ buildIds: ['b2'], sums: { alloc_space: 1 * MB } }) } });
  assert.deepEqual(breaksOf(all).slice(1), [{ at: 210 * S, text: 'shop restarted.' }]);
});

test('memory statistics tell a restart of one instance, also while the sum of all goes on to rise', async () => {
  const all = watched();
  const usual = { collections: 3, collecting: 0.01, lastAt: BEGAN, oldestAt: BEGAN };
  const memory = (allocated: number) => ({ ...usual, allocated });
  const both = (a: number, b: number, sum: number) => ({
    a: { heap: heapOf({ sums: { alloc_space: sum } }), memory: memory(a) }, b: { memory: memory(b) },
  });
  await all.answer(0, both(50, 50, 100));
  await all.answer(30, both(2, 200, 202));
  assert.deepEqual(breaksOf(all), [{ at: 30 * S, text: 'shop restarted.' }]);
});

test('other instances than before are a break, but not one of many that comes or goes', async () => {
  const all = watched();
  const moment = { heap: heapOf() };
  await all.answer(0, { a: moment, b: moment });
  await all.answer(30, { a: moment });
  assert.deepEqual(breaksOf(all).map(({ text }) => text), ['1 instance of shop answered, and not those of before.']);
  const many = watched();
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`i${i}`, moment]));
  await many.answer(0, named(40));
  await many.answer(30, named(39));
  assert.deepEqual(breaksOf(many), []);
});

test('while the service is silent it says so, and the charts have a gap when it is back', async () => {
  const all = watched();
  await all.answer(0, { i: { heap: heapOf(), goroutines: 7 } });
  all.fallSilent(30);
  assert.deepEqual(all.said, ['Nothing is listening. shop is still watched: Linecost asks again, less and less often.']);
  assert.equal(all.service.isAnswering, false);
  assert.deepEqual(all.figures.times, [0]);
  await all.answer(150, { i: { heap: heapOf(), goroutines: 9 } });
  assert.equal(all.service.isAnswering, true);
  assert.deepEqual([all.figures.times, all.figures.columns[2]], [[0, 30, 150], [7, NaN, 9]]);
  assert.deepEqual(breaksOf(all), []);
  assert.equal(all.service.count, 2);
});

test('of a service with more than 10,000 goroutines it is said once that they are only counted', async () => {
  const all = watched();
  for (const at of [0, 30]) await all.answer(at, { i: { heap: heapOf(), goroutines: 10_001 } });
  assert.equal(all.said.length, 1);
  assert.match(all.said[0]!, /^shop has more than 10.000 goroutines: they are counted, and not profiled/);
});

test('the files of a watch that ended are those that it names', async () => {
  const all = watched();
  const moment = { heap: heapOf(), cpu: profile(), goroutine: profile() };
  for (let i = 0; i < 150; i++) await all.answer(30 * i, { i: moment });
  await all.service.end();
  await all.service.afterStored();
  const { pieces, watch, figures } = all.service.timeline;
  const ofMoments = watch!.moments.flatMap(({ heap, goroutine }) => [heap!, goroutine!]);
  const named = [...pieces.map(({ fileName }) => fileName), ...ofMoments, figures!];
  assert.deepEqual([...all.files.keys()].sort(), named.sort());
  assert.ok(pieces.length <= 120 && watch!.moments.length <= 120);
});
