import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvedQuery } from '../../../../src/features/fleet/resolveRange';
import { CPU_TYPE, FakeStore } from '../../../shared/fakeStore';

const DAY_MS = 86_400_000;
const { signal } = new AbortController();
const ASKED = {
  type: CPU_TYPE, filters: [{ name: 'version', operator: '=', value: 'v0' }], range: { kind: 'deploy', label: 'version' },
} as const;

test('a deploy begins where its version was first seen, whatever version was filtered before', async () => {
  const store = new FakeStore();
  const first = Date.now() - 2 * DAY_MS;
  store.starts = { v1: Date.now() - 7 * DAY_MS, v2: first };
  const { query, notes } = await resolvedQuery(ASKED, store, signal);
  assert.deepEqual([query.range.from, query.filters, notes], [first, [{ name: 'version', operator: '=', value: 'v2' }], []]);
});

test('a version that was there all the time is no deploy, and an answer without versions says what to do', async () => {
  const store = new FakeStore();
  store.starts = { v1: Date.now() - 7 * DAY_MS };
  const { query, notes } = await resolvedQuery(ASKED, store, signal);
  assert.deepEqual(notes, ['No deploy was seen in the last 7 days: version = v1 the whole time.']);
  assert.equal(query.range.to - query.range.from, 7 * DAY_MS);
  store.starts = {};
  const message = 'No profile of the last 7 days has the label version: choose a time, or another version label.';
  await assert.rejects(resolvedQuery(ASKED, store, signal), { name: 'CaptureError', message });
});
