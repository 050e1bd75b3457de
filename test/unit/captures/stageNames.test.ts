import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../src/captures/disk/captureStore';
import type { MeasuredCommit } from '../../../src/captures/disk/conditions';
import { type CodeChange, codeChangeOf } from '../../../src/captures/disk/measuredCode';
import { codeChangeText, stageNames, userName } from '../../../src/captures/stageNames';

const COMMIT = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const NOW = new Date(2026, 10, 29, 12).getTime();
const MINUTE = 60_000;

const lru = (added: number, removed: number): CodeChange => codeChangeOf([{ file: 'cache/lru.go', added, removed }]);
const NONE = codeChangeOf([]);

interface Stage extends Partial<Pick<CaptureRecord, 'title' | 'subject' | 'revision' | 'chosenEnvironment'>> {
  readonly git?: Partial<MeasuredCommit>;
  readonly since?: CodeChange;
  readonly hash?: string;
}

/** The automatic names of captures, given from the oldest to the newest, a minute apart. */
function namesOf(...stages: readonly Stage[]): (string | undefined)[] {
  return [...namedStages(stages).values()].map(({ automatic }) => automatic);
}

function namedStages(stages: readonly Stage[]) {
  const timeOf = (i: number) => NOW - (stages.length - i) * MINUTE;
  const records = stages.map(({ git, since, hash, ...more }, i): CaptureRecord => ({
    id: String(i), title: 'BenchmarkA', capturedAt: timeOf(i), profiles: [], results: [],
    target: { file: '/p/a_test.go', name: 'BenchmarkA' },
    conditions: { ...(git && { git: { commit: COMMIT, subject: 'Add the cache', ...git } }) },
    code: {
      ...(hash !== undefined && { hash }),
      ...(since && { since: { id: String(i - 1), capturedAt: timeOf(i - 1), change: since } }),
    },
    ...more,
  }));
  const names = stageNames([...records].reverse(), NOW);
  return new Map(records.map(({ id }) => [id, names.get(id)!]));
}

test('a stage is named by its commit, or by how the working tree differs from it', () => {
  assert.deepEqual(namesOf({ git: { changes: NONE } }), ['Add the cache']);
  assert.deepEqual(namesOf({ git: { isDirty: true, changes: NONE } }), ['Add the cache'], 'another file has changed');
  assert.deepEqual(namesOf({ git: { changes: lru(12, 3) } }), ['working tree: +12 −3 in lru.go']);
  assert.deepEqual(namesOf({ git: { isDirty: true } }), ['working tree: changes after Add the cache']);
  assert.deepEqual(namesOf({ git: { subject: undefined, changes: NONE } }), ['aaaaaaa']);
});

test('a second stage on the same commit is named by what changed since the last one', () => {
  assert.deepEqual(namesOf(
    { git: { changes: NONE } },
    { git: { changes: lru(12, 3) }, since: lru(12, 3) },
    { git: { changes: lru(13, 4) }, since: lru(2, 1) },
    { git: { changes: lru(13, 4) }, since: NONE },
    { git: { commit: OTHER, subject: 'Shard it', changes: NONE }, since: NONE },
  ), [
    'Add the cache', 'working tree: +12 −3 in lru.go', '+2 −1 in lru.go since the last one',
    'working tree: +13 −4 in lru.go', 'Shard it',
  ]);
});

test('stages of different code have different names, and stages of the same code may share one', () => {
  const dirty = { git: { changes: lru(12, 3) } };
  assert.deepEqual(namesOf({ ...dirty, hash: 'x' }, { ...dirty, hash: 'x' }).map((name) => name === 'working tree: +12 −3 in lru.go'), [true, true]);
  const [first, second] = namesOf({ ...dirty, hash: 'x' }, { ...dirty, hash: 'y' });
  assert.equal(first, 'working tree: +12 −3 in lru.go');
  assert.equal(second, 'working tree: +12 −3 in lru.go (11:59:00)');
  const commits = [{ changes: NONE }, { changes: NONE, commit: OTHER }];
  assert.deepEqual(namesOf(...commits.map((git) => ({ git }))), ['Add the cache', 'Add the cache (bbbbbbb)']);
});

test('without git, a stage is named by what changed since the last one, if that is known', () => {
  assert.deepEqual(namesOf({}, { since: lru(2, 1) }, { since: NONE }), [
    undefined, '+2 −1 in lru.go since the last one', 'same code as the last one',
  ]);
  const [, other] = namesOf({ subject: '/p/a_test.go#BenchmarkA/x' }, { since: lru(2, 1) });
  assert.equal(other, '+2 −1 in lru.go since that of 11:58:00', 'the last one of all cases was deleted');
});

test('a revision is named by its subject, and the name of the user comes beside the automatic one', () => {
  const revision = { commit: COMMIT, name: 'v1.2.0' };
  const names = namedStages([
    { revision, title: 'BenchmarkA @ v1.2.0', git: { changes: NONE } },
    { title: 'with a ring', git: { changes: lru(1, 0) } },
  ]);
  assert.deepEqual([names.get('0')!.own, names.get('0')!.automatic], [undefined, 'v1.2.0: Add the cache']);
  assert.deepEqual([names.get('1')!.own, names.get('1')!.automatic], ['with a ring', 'working tree: +1 in lru.go']);
  assert.equal(names.get('1')!.details, 'At aaaaaaa: Add the cache\nDiffers from the commit by +1 in cache/lru.go.');
  assert.equal(userName({ title: 'localhost heap' } as CaptureRecord), undefined);
});

test('a change of several files is counted, and of unknown size is called changes', () => {
  const file = (name: string, added: number) => ({ file: name, added, removed: 2 });
  assert.equal(codeChangeText(codeChangeOf([file('a.go', 38), file('b.go', 1), file('c.go', 1200)])), '+1\u202f239 −6 in 3 files');
  assert.equal(codeChangeText(codeChangeOf([{ file: 'x/logo.bin', added: 0, removed: 0 }])), 'changes in logo.bin');
});

test('a change is not said to be since another environment, and a tree whose state is unknown may be another', () => {
  const dirty = { git: { changes: lru(12, 3) } };
  const environment = { ...dirty, title: 'BenchmarkA with -race', chosenEnvironment: '-race' };
  assert.deepEqual(namesOf(environment, { ...dirty, since: lru(2, 1) }).at(-1), 'working tree: +12 −3 in lru.go');
  assert.deepEqual(namesOf({ git: {} }), ['Add the cache, or changes after it']);
});

test('another environment of the code is named by the environment', () => {
  const stage = { title: 'BenchmarkA with GOGC=off', chosenEnvironment: 'GOGC=off', git: { changes: NONE } };
  const [name] = [...namedStages([stage]).values()];
  assert.deepEqual([name!.own, name!.automatic], [undefined, 'with GOGC=off']);
});
