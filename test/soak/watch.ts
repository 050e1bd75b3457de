import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InstanceMoment } from '../../src/live/watch/momentRequest';
import { watchInstances } from '../../src/live/watch/watchLoop';
import { profileFromText } from '../shared/profileFromText';
import { watchedOnDisk } from '../shared/watchedOnDisk';
import { growth, sample, type Sample, tableOf } from './samples';

const EVERY_SECONDS = 30;
/** Moments between two samples of what is in use. */
const STEP = 20;
const STACKS = 600;
const FUNCTIONS = 300;

/** Watches a service for so many hours of a clock that does not wait. Returns a sentence for each figure that grew. */
export async function soakWatch(root: string, hours: number): Promise<string[]> {
  const folders = ['temp', 'storage'].map((name) => path.join(root, name));
  for (const folder of folders) await mkdir(folder);
  const [, storage] = folders as [string, string];
  const controller = new AbortController();
  let now = Date.UTC(2026, 0, 1);
  const clock = {
    now: () => now,
    sleep: (millis: number, signal: AbortSignal) => {
      now += millis;
      signal.throwIfAborted();
      return Promise.resolve();
    },
  };
  const watched = await watchedOnDisk(storage, clock);
  // Node.js does not wait for the worker's answers.
  const waiting = setInterval(() => undefined, 1000);
  const { service } = watched;
  const samples: Sample[] = [];
  const sizes: number[] = [];
  const last = Math.round((hours * 3600) / EVERY_SECONDS);
  let taken = 0;
  const taker = {
    instance: { name: 'shop' },
    take: async () => {
      if (taken % STEP === 0 && taken > 0) {
        samples.push(await sample({ count: taken, folders: [folders[0]!, watched.runs] }));
        sizes.push(bytesIn(watched.runs));
        console.log(`${taken} moments: ${samples.at(-1)!.residentMb} MB`);
      }
      if (taken === last) controller.abort();
      controller.signal.throwIfAborted();
      now += 1000;
      return momentOf(taken++);
    },
  };
  try {
    const pace = { everySeconds: EVERY_SECONDS, cpuSeconds: 1, maxUnpackedBytes: 1 << 30 };
    await watchInstances([taker], pace, service, { clock, signal: controller.signal });
    const { pieces, watch } = await watched.end();
    console.log(tableOf(samples));
    console.log(`MB on disk: ${sizes.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')}`);
    assert.equal(service.count > 0 && taken, last);
    assert.deepEqual(watched.said, []);
    assert.ok(pieces.length <= 120 && watch!.moments.length <= 120, `${pieces.length} and ${watch!.moments.length}`);
    assert.deepEqual(watch!.grows, [], 'a service that only varies raises nothing');
    // All files are those that the capture names: nothing that was replaced stays.
    const named = 4 + pieces.length + 2 * watch!.moments.length;
    const files = readdirSync(watched.runs, { recursive: true }).length;
    assert.ok(files <= named + 4, `${files} files, of which the capture names ${named}`);
  } finally {
    clearInterval(waiting);
    await watched.dispose();
  }
  return [...growth(samples), ...sizeGrowth(sizes)];
}

/** Limits are reached after 120 moments; sums of CPU profiles vary a little later. */
function sizeGrowth(sizes: readonly number[]): string[] {
  const [middle, end] = [sizes[Math.floor(sizes.length / 2)]!, sizes.at(-1)!];
  return end > 1.25 * middle ? [`The capture has grown from ${middle} to ${end} bytes.`] : [];
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

/** Profiles of a service that varies around a mean and does not grow. */
function momentOf(count: number): InstanceMoment {
  const wave = (i: number) => 1 + 0.2 * Math.sin(i * 7.3 + count * 1.7);
  const stack = (i: number) => {
    const frame = (at: number) => `shop.f${at} /srv/shop/f${at % 20}.go:${1 + (at % 90)}`;
    return `${frame(i % FUNCTIONS)} < ${frame((i * 31) % FUNCTIONS)} < main.main /srv/shop/main.go:10`;
  };
  const rows = (values: (i: number) => string) =>
    Array.from({ length: STACKS }, (_, i) => `${values(i)} | ${stack(i)}`).join('\n');
  const bytes = (types: string, stacks: string, durationNanos?: number) => {
    const text = { types, stacks, buildId: 'b1', ...(durationNanos !== undefined && { durationNanos }) };
    return new Uint8Array(gzipSync(profileFromText(text)));
  };
  const allocated = (i: number) => 1000 * (count + 1) + i;
  const used = (i: number) => Math.round(20 * wave(i));
  return {
    cpu: bytes('samples/count cpu/nanoseconds', rows((i) => `${(i + count) % 3} ${1e7 * ((i + count) % 3)}`), 1e9),
    heap: bytes('alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes',
      rows((i) => `${allocated(i)} ${1024 * allocated(i)} ${used(i)} ${1024 * used(i)}`)),
    goroutine: bytes('goroutine/count', rows((i) => String(1 + (i % 3)))),
    goroutines: 2 * STACKS,
  };
}
