import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindsByLabel, profileInTurns, takenProfiles } from '../../../../src/features/profile/profiledRounds';
import type { CapturedProfile } from '../../../../src/go/captureTypes';

const round = (name: number, more: Partial<CapturedProfile> = {}): [CapturedProfile] => {
  return [{ kind: 'cpu', bytes: new Uint8Array([name]), ...more }];
};

test('two programs are profiled in turns: the new one first, then the earlier one first', async () => {
  const order: string[] = [];
  const rounds = await profileInTurns({
    now: async (number) => (order.push(`now ${number}`), round(number)),
    earlier: async () => (order.push('earlier'), round(9)),
  });
  assert.deepEqual(order, ['now 1', 'earlier', 'earlier', 'now 2']);
  assert.deepEqual(rounds, { now: [round(1), round(2)], earlier: [round(9), round(9)] });
});

test('if the earlier program fails, all rounds of the new one are taken; cancelling ends both', async () => {
  const failure = new Error('no');
  let runs = 0;
  const earlier = async () => (runs++, Promise.reject(failure));
  const rounds = await profileInTurns({ now: async (number) => round(number), earlier });
  assert.deepEqual([rounds.now.length, rounds.earlier, runs], [2, { failure }, 1]);
  const cancelled = Object.assign(new Error(), { name: 'AbortError' });
  const cancelling = profileInTurns({ now: async (number) => round(number), earlier: () => Promise.reject(cancelled) });
  await assert.rejects(cancelling, { name: 'AbortError' });
});

test('the rounds of a kind are one profile, with the operations and figures of all of them', () => {
  const run = { timedNanos: 5, allocatedBytes: 7 };
  const [fixed] = takenProfiles([round(1, { iterations: [10], run }), round(2, { iterations: [10], run })]);
  assert.deepEqual(fixed, {
    kind: 'cpu',
    profile: { label: 'cpu', fileName: 'cpu.pprof', iterations: [10, 10] },
    rounds: [new Uint8Array([1]), new Uint8Array([2])],
    figures: { timedNanos: 10, allocatedBytes: 14 },
  });
  const byDuration = (operations: number) => round(operations, { byDuration: { operations } });
  const [counted] = takenProfiles([byDuration(3), byDuration(4)]);
  assert.deepEqual(counted!.profile.byDuration, { operations: 7 });
  const oneUnknown = [round(1, { byDuration: {} }), byDuration(4)];
  const [partly] = takenProfiles(oneUnknown, { suffix: '.old' });
  assert.deepEqual(partly!.profile, { label: 'cpu', fileName: 'cpu.old.pprof', byDuration: {} });
  const [unknown] = takenProfiles([round(1, { iterations: [10] }), round(2)]);
  assert.deepEqual(unknown!.profile, { label: 'cpu', fileName: 'cpu.pprof' });
});

test('the profiles of a trace have labels of their own, and the first run’s trace', () => {
  assert.deepEqual([...kindsByLabel(['cpu', 'trace'])], [
    ['cpu', 'cpu'], ['network', 'trace'], ['sync', 'trace'], ['syscall', 'trace'], ['scheduler', 'trace'],
  ]);
  const traced = (name: number): CapturedProfile[] => [
    { kind: 'trace', waits: 'network', bytes: new Uint8Array([name]), iterations: [5], trace: new Uint8Array([100 + name]) },
    { kind: 'trace', waits: 'sync', bytes: new Uint8Array([10 + name]), iterations: [5] },
  ];
  const [network, sync] = takenProfiles([traced(1), traced(2)], { suffix: '.earlier' });
  assert.deepEqual(network!.profile, { label: 'network', fileName: 'network.earlier.pprof', iterations: [5, 5] });
  assert.deepEqual([network!.trace, sync!.trace], [new Uint8Array([101]), undefined]);
  assert.deepEqual([sync!.kind, sync!.profile.label, sync!.rounds.map(([first]) => first)], ['trace', 'sync', [11, 12]]);
});
