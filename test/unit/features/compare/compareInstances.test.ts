import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { mergedBytes } from '../../../../src/engine/node/exportToFile';
import { readProfile } from '../../../../src/engine/node/readProfile';
import type { InstanceParts } from '../../../../src/features/compare/compareInstances';
import { withTextLabel } from '../../../../src/profile/refine/textLabel';
import { mergeProfiles } from '../../../../src/profile/refine/merge';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { profileFromText } from '../../../shared/profileFromText';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);
const { signal } = new AbortController();
const COSTS = { a: 10, b: 30, c: 20 };

/** A capture of three instances; what becomes of it is in `stored`, `opened` and `baseline`. */
async function scene(folder: string) {
  const profiles = await Promise.all(Object.entries(COSTS).map(async ([name, cost]) => {
    const bytes = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: `1 ${cost} | main.work w.go:3` });
    return withTextLabel(await readProfile({ kind: 'bytes', bytes }, signal), 'instance', name);
  }));
  const path = join(folder, '0.pprof');
  await writeFile(path, encodeProfile(mergeProfiles(profiles)));
  const instances = Object.keys(COSTS).map((name) => ({ name, address: `${name}:6060` }));
  const record: CaptureRecord = {
    id: 'whole', title: 'api', subject: 'one', capturedAt: 5, results: [], profiles: [{ label: 'cpu', fileName: '0.pprof' }],
    service: { target: 'one', name: 'api', seconds: 1, instances },
  };
  const records = [record];
  const opened: string[] = [];
  const state: { baseline?: string; bytes: Map<string, Uint8Array> } = { bytes: new Map() };
  const begin = () => {
    const id = `part${records.length}`;
    return {
      take: async (_: object, bytes: Uint8Array) => void state.bytes.set(id, bytes),
      discard: async () => undefined,
      store: async (known: object, capturedAt: number) => {
        const stored = { ...known, id, capturedAt } as CaptureRecord;
        records.push(stored);
        return stored;
      },
    };
  };
  const captures = {
    records: async () => records,
    openCapture: async (id: string) => void opened.push(id),
    storedSources: async () => new Map(),
    captureFile: () => ({ fsPath: path }),
    drafts: { begin },
  };
  const values = Object.entries(COSTS).map(([name, value]) => ({ name, value, isText: true }));
  const engine = {
    ask: async (query: string, params: never) => {
      if (query === 'labels') return { keys: [{ key: 'instance', values }], unit: 'nanoseconds' };
      return mergedBytes(params, signal);
    },
  };
  const profile = { label: 'cpu', summary: summaryOf(1, 'samples/count,cpu/nanoseconds') };
  const session = { active: { capture: { id: 'whole' }, profile, sampleType: 1 } };
  const baselines = async () => ({ setForActive: async (id: string) => void (state.baseline = id) });
  const parts = { captures, session, engine, baselines } as unknown as InstanceParts;
  return { record, records, opened, state, parts };
}

let folder = '';
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'instances-'))));
after(() => rm(folder, { recursive: true }));

test('two instances of a capture become captures of the same time, the one shown against the other', async () => {
  const { compareInstances } = await import('../../../../src/features/compare/compareInstances');
  const { record, records, opened, state, parts } = await scene(folder);
  vscode.user = { get pick() { return vscode.picks.at(-1)![0]; } };
  await compareInstances(record, parts);
  assert.deepEqual(vscode.picks.slice(-2), [['b', 'c', 'a'], ['a', 'c']], 'the largest first, then the one that differs most');
  const [, before, now] = records;
  assert.deepEqual([before!.title, now!.title, now!.capturedAt, now!.subject], ['api a', 'api b', 5, 'one']);
  assert.deepEqual(now!.service, { target: 'one', name: 'api', instances: [{ name: 'b', address: 'b:6060' }], seconds: 1, partOf: 'whole' });
  assert.deepEqual([opened.at(-1), state.baseline], [now!.id, before!.id]);
  const { values, labels } = await readProfile({ kind: 'bytes', bytes: state.bytes.get(now!.id)! }, signal);
  assert.deepEqual([[...values[1]!], labels.key.length], [[30], 0]);

  await compareInstances(record, parts);
  assert.equal(records.length, 3, 'the same two are not stored again');
});

test('a capture of one instance has none to compare, and a message says which captures have', async () => {
  const { compareInstances } = await import('../../../../src/features/compare/compareInstances');
  const { record, parts } = await scene(folder);
  const one = { ...record, service: { ...record.service!, instances: record.service!.instances.slice(0, 1) } };
  await assert.rejects(compareInstances(one, parts), /Choose a capture of a service with several instances/);
});
