import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FetchedFrom } from '../../../src/captures/disk/captureStore';
import type { Capture } from '../../../src/captures/loadedCapture';
import type { ProgramFacts } from '../../../src/profile/sums/programFacts';
import type { Active } from '../../../src/captures/session';
import { WorkOfProfiles } from '../../../src/captures/comparedWork';
import { FakeEngine, summaryOf } from '../../shared/fakeEngine';

interface Side {
  readonly facts?: ProgramFacts;
  readonly process?: FetchedFrom['process'];
  readonly capturedAt?: number;
  readonly totals?: readonly number[];
  readonly types?: string;
  readonly durationNanos?: number;
}

const NOW = 1e12;

function sideOf(id: number, { process, capturedAt = NOW, totals = [390, 3.9e9], types, durationNanos = 5.03e9 }: Side) {
  const summary = { ...summaryOf(id, types ?? 'samples/count,cpu/nanoseconds'), totals, durationNanos };
  const fetched = { address: 'localhost:6060', ...(process && { process }) };
  const capture = { id: `${id}`, title: 'localhost:6060 profile', capturedAt, fetched } as unknown as Capture;
  return { capture, profile: { summary, label: 'profile' } };
}

/** What is said of two profiles, after the engine has answered. */
async function workOf(now: Side, before: Side = now) {
  const engine = new FakeEngine();
  const all = [now, before];
  engine.answers.programFacts = ({ profile }) => all[profile]?.facts ?? { file: '', buildId: '' };
  let known = 0;
  const work = new WorkOfProfiles(engine.asEngine(), () => known++);
  const active = { ...sideOf(0, now), baseline: { ...sideOf(1, before), shares: 'shown' } } as unknown as Active;
  work.of(active);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(known, 2);
  return work.of(active)!;
}

const process = { pid: 7, startedAt: NOW - 40_000, processors: 2 };

test('the work is CPU time, interval, utilisation of the processors and GC share', async () => {
  const work = await workOf({ process, facts: { file: '', buildId: '', gcShare: 0.123 } });
  assert.equal(work.now, '3.90\u202fs in 5\u202fs = 0.8 of 2 processors, GC 12\u202f%');
  assert.deepEqual(work.remarks, ['The same process: 40 s old now, 40 s in the baseline.']);
});

test('what is not known is said to be not known', async () => {
  const { now, remarks } = await workOf({});
  assert.equal(now, '3.90\u202fs in 5\u202fs = 0.8 processors');
  assert.deepEqual(remarks, [
    'Whether it is the same process as that of the baseline, and how old each is, is not known.',
    'How many processors the program may use is not known.',
  ]);
});

test('another process is recognized by its number, its start, its build id or its smaller counts', async () => {
  const remark = async (now: Side, before: Side) => (await workOf(now, before)).remarks[0];
  const later = { ...process, pid: 8, startedAt: NOW - 5000 };
  assert.equal(await remark({ process: later }, { process }), 'Another process than the baseline: 5 s old now, 40 s in the baseline.');
  const built = (buildId: string) => ({ facts: { file: '', buildId } });
  assert.match((await remark(built('a'), built('b')))!, /^Another process than the baseline: it has another build id/);
  assert.match((await remark(built('a'), built('a')))!, /is not known/);
  const heap = (bytes: number, more: Side = {}): Side => ({ types: 'alloc_space/bytes', totals: [bytes], durationNanos: 0, ...more });
  assert.match((await remark(heap(5), heap(9)))!, /^Another process than the baseline: what it counts since its start is less/);
  assert.match((await remark(heap(9), heap(5)))!, /is not known/);
  assert.match((await remark(heap(5, { capturedAt: NOW - 1 }), heap(9)))!, /is not known/, 'it is the earlier one');
});

test('a heap profile tells the interval only if it is a difference', async () => {
  const heap = (durationNanos: number) => workOf({ types: 'alloc_space/bytes', totals: [5], durationNanos });
  assert.equal((await heap(0)).now, '');
  assert.equal((await heap(2e9)).now, 'difference over 2\u202fs');
});

test('nothing is asked or said of benchmarks', () => {
  const engine = new FakeEngine();
  const active = { ...sideOf(0, {}), baseline: sideOf(1, {}) } as unknown as Active;
  assert.equal(new WorkOfProfiles(engine.asEngine(), () => undefined).of(active), undefined);
  assert.equal(engine.asked.size, 0);
});
