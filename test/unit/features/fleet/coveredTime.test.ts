import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AskedRange } from '../../../../src/fleet/measuredFleet';
import type { FleetSource } from '../../../../src/fleet/fleetSource';
import { CPU_TYPE, FakeStore, IN_USE_TYPE } from '../../../shared/fakeStore';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

const HOUR = 3_600_000;
const to = Date.now();
const BETWEEN: AskedRange = { kind: 'between', from: to - HOUR, to };
const SOURCE: FleetSource = { id: 'p', name: 'production', kind: 'pyroscope', address: 'http://h' };

interface Asked {
  readonly source?: Partial<FleetSource>;
  readonly type?: typeof CPU_TYPE;
  readonly range?: AskedRange;
  /** The label of a filter. */
  readonly label?: string;
  readonly unreadable?: number;
}

async function timeOf({ source, type = CPU_TYPE, range = BETWEEN, label, unreadable = 0 }: Asked) {
  const { coveredTime } = await import('../../../../src/features/fleet/coveredTime');
  const filters = label === undefined ? [] : [{ name: label, operator: '=' as const, value: 'v7' }];
  const query = { type: type.id, filters, range: { from: to - HOUR, to } };
  const missing = [{ range: { from: to - 900_000, to }, sentence: 'h is down.' }] as never;
  const question = { source: { ...SOURCE, ...source }, asked: { type, filters, range } };
  return coveredTime(question, query, { missing, unreadable }, new FakeStore());
}

test('an answer covers the time that was asked without its missing pieces', async () => {
  assert.deepEqual(await timeOf({}), { seconds: 2700 });
  assert.deepEqual(await timeOf({ label: 'pod' }), { seconds: 2700 });
});

test('how long a version ran in the time is not known, also if a filter chooses it', async () => {
  for (const label of ['version', 'service_git_ref', 'vcs.revision']) {
    assert.deepEqual(await timeOf({ label }), { isOfVersion: true }, label);
  }
  assert.deepEqual(await timeOf({ label: 'release', source: { versionLabel: 'release' } }), { isOfVersion: true });
  assert.deepEqual(await timeOf({ range: { kind: 'build', label: 'release', value: 'v7' } }), {});
});

test('the time is not known if a profile was left out, of other stores, and of memory in use', async () => {
  for (const asked of [{ unreadable: 1 }, { source: { kind: 'parca' as const } }, { type: IN_USE_TYPE }]) {
    assert.deepEqual(await timeOf(asked), {});
  }
});
