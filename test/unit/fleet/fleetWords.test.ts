import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedRangeText, fleetTitle, labelOf, timesText, typeWords } from '../../../src/fleet/fleetWords';
import { CPU_TYPE } from '../../shared/fakeStore';

/** Of this machine's time zone. */
const at = (day: number, hour: number, year = 2026): number => new Date(year, 10, day, hour).getTime();
const now = at(30, 15);

test('times of today have no day, unless the text is kept; those of another year have that', () => {
  const today = { from: at(30, 12), to: at(30, 13) };
  assert.equal(timesText(today, { now }), '12:00–13:00');
  assert.equal(timesText(today, { now, isKept: true }), '30 Nov 12:00–13:00');
  assert.equal(timesText({ from: at(27, 23), to: at(28, 1) }, { now }), '27 Nov 23:00 – 28 Nov 01:00');
  assert.equal(timesText({ from: at(30, 12, 2025), to: at(30, 13, 2025) }, { now }), '30 Nov 2025 12:00–13:00');
});

test('a title says what was asked, and of a deploy only if one was seen', () => {
  const asked = { type: CPU_TYPE, service: 'checkout', filters: [], range: { kind: 'last', ms: 3_600_000 } } as const;
  assert.equal(fleetTitle({ name: 'production', asked }, { now }), 'checkout in production · cpu · last 1 h');
  const range = { kind: 'deploy', label: 'version' } as const;
  const query = { filters: [{ name: 'version', operator: '=', value: 'v2' }] } as const;
  assert.equal(askedRangeText(range, { now }), 'since the last deploy');
  assert.equal(askedRangeText(range, { now }, query), 'since the deploy of v2');
  assert.equal(askedRangeText(range, { now }, { ...query, hasNoDeploy: true }), 'version v2');
});

test("Parca Agent's samples are CPU time", () => {
  const type = { name: 'parca_agent', sampleType: 'samples' };
  assert.deepEqual([typeWords(type), labelOf(type)], ['CPU', 'cpu']);
});
