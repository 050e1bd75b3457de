import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChosenQuery } from '../../../../src/fleet/chosenQuery';
import { StatusError } from '../../../../src/http/httpFailure';
import { FleetAnswers } from '../../../../src/pages/fleet/fleetAnswers';
import { fleetState } from '../../../../src/pages/fleet/fleetState';
import { FakeFleetQueries, SOURCE } from '../../../shared/fakeFleetQueries';
import { CPU_TYPE, FakeStore, type FakeProgram, IN_USE_TYPE } from '../../../shared/fakeStore';

const NOW = Date.UTC(2026, 10, 29, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { signal } = new AbortController();

const DEPLOYED: readonly FakeProgram[] = [
  { labels: { service_name: 'checkout', version: 'v1' }, rate: 1e9, to: NOW - 5 * HOUR },
  { labels: { service_name: 'checkout', version: 'v2-g4f0d1c2' }, rate: 2e9, from: NOW - 5 * HOUR },
];

function answersOf(programs = DEPLOYED) {
  const store = new FakeStore(programs);
  const queries = new FakeFleetQueries(store);
  return { store, queries, answers: new FleetAnswers(queries, () => undefined, () => NOW) };
}

function query(part: Partial<ChosenQuery> = {}): ChosenQuery {
  return { store: SOURCE.id, type: CPU_TYPE.id, filters: [], range: { kind: 'last', seconds: 3600 }, ...part };
}

test('the cost of the last hour is asked in the steps that a chart of it has', async () => {
  const { answers, store } = answersOf();
  const { times, series, stepSeconds, notes } = await answers.cost({ query: query() }, signal);
  assert.deepEqual([stepSeconds, times.length, series[0]!.values[0], notes], [15, 240, 2e9, []]);
  assert.deepEqual(store.charted[0]!.range, { from: NOW - HOUR, to: NOW });
});

test('since the last deploy is since the version label has its newest value, with only this value', async () => {
  const { answers } = answersOf();
  const { query: asked } = await answers.question(query({ range: { kind: 'deploy' } }), undefined, signal);
  assert.deepEqual(asked.filters, [{ name: 'version', operator: '=', value: 'v2-g4f0d1c2' }]);
  assert.ok(Math.abs(asked.range.from - (NOW - 5 * HOUR)) <= HOUR, String(NOW - asked.range.from));
  const { notes } = await answers.cost({ query: query({ range: { kind: 'deploy' } }) }, signal);
  assert.match(notes[0]!, /^Only version = v2-g4f0d1c2, which was first seen /);
});

test('a version that was there all the time was not deployed, which a note says', async () => {
  const { answers } = answersOf([{ labels: { version: 'v1' }, rate: 1 }]);
  const { notes, range } = await answers.cost({ query: query({ range: { kind: 'deploy' } }) }, signal);
  assert.deepEqual(notes, ['No deploy was seen in the last 7 days: version = v1 the whole time.']);
  assert.equal(range.to - range.from, 7 * DAY);
});

test('this commit is the version that names it; one that is not deployed is a failure that says so', async () => {
  const { answers, queries } = answersOf();
  const asked = query({ range: { kind: 'commit' }, filters: [{ name: 'version', operator: '=', value: 'v1' }] });
  assert.deepEqual((await answers.question(asked, undefined, signal)).query.filters, [
    { name: 'version', operator: '=', value: 'v2-g4f0d1c2' },
  ]);
  queries.head = 'f'.repeat(40);
  await assert.rejects(answers.cost({ query: asked }, signal), /No value of version names the commit ffffffff in the last 7 days: it may not be deployed\./);
  queries.sources = [{ ...SOURCE, versionLabel: undefined as never }];
  await assert.rejects(answers.cost({ query: asked }, signal), /not known: edit the store to name it/);
});

test('a range that begins before what the store keeps is asked, with a note', async () => {
  const { answers, store } = answersOf();
  store.maxAgeMs = 7 * DAY;
  const { notes } = await answers.cost({ query: query({ range: { kind: 'between', from: NOW - 9 * DAY, to: NOW } }) }, signal);
  assert.match(notes[0]!, /^production answers only about the last 7 days, unless its operator chose another limit/);
});

test('a part of the range that fails is named in a note', async () => {
  const { answers, store } = answersOf();
  store.maxRangeMs = DAY;
  store.before = (asked) => {
    if (asked?.range.to === NOW) throw new Error('The store is busy.');
  };
  const { notes } = await answers.cost({ query: query({ range: { kind: 'last', seconds: 7 * 86_400 } }) }, signal);
  assert.deepEqual(notes, ['The store did not answer for 1 of 7 parts of the range: The store is busy.']);
});

test('names are asked about as much of the range as one question may have', async () => {
  const { answers, store } = answersOf();
  store.maxRangeMs = DAY;
  let asked = 0;
  store.before = (given) => {
    asked++;
    if (given) assert.deepEqual(given.range, { from: NOW - DAY, to: NOW });
  };
  const week = query({ range: { kind: 'last', seconds: 7 * 86_400 } });
  assert.deepEqual(await answers.services({ query: week, search: '' }, signal), { names: ['checkout'], total: 1 });
  assert.deepEqual(await answers.values({ query: week, name: 'version', search: '' }, signal), { names: ['v1', 'v2-g4f0d1c2'], total: 2 });
  assert.deepEqual(await answers.values({ query: week, name: 'version', search: 'G4F' }, signal), { names: ['v2-g4f0d1c2'], total: 1 });
  assert.equal(asked, 2);
});

test('what is in use at a moment is no rate', async () => {
  const { answers } = answersOf([{ labels: {}, rate: 4096 }]);
  const { series } = await answers.cost({ query: query({ type: IN_USE_TYPE.id }) }, signal);
  assert.equal(series[0]!.values[0], 4096);
});

test('the first filter with which nothing matches is named, whatever comes after it', async () => {
  const { answers } = answersOf();
  const filter = (name: string, value: string) => ({ name, operator: '=', value }) as const;
  const cause = (part: Partial<ChosenQuery>) => answers.emptyCause({ query: query(part) }, signal);
  const filters = [filter('service_name', 'checkout'), filter('version', 'v1'), filter('version', 'x'), filter('pod', 'y')];
  // In the last hour, v1 is gone.
  assert.deepEqual(await cause({ filters }), { filter: 1 });
  assert.deepEqual(await cause({ filters, range: { kind: 'last', seconds: 86_400 } }), { filter: 2 });
  assert.deepEqual(await cause({ service: 'gone' }), { part: 'service' });
  assert.deepEqual(await cause({ range: { kind: 'between', from: 0, to: 1 }, type: CPU_TYPE.id, service: 'checkout', filters: [filter('version', 'v2-g4f0d1c2')] }), { filter: 0 });
});

test('a refusal is told from other failures, and a store that is gone is named', async () => {
  const { answers, store, queries } = answersOf();
  store.before = () => {
    throw new StatusError(403, undefined, 'httpStatus', 'Not allowed.');
  };
  await assert.rejects(async () => answers.types({ query: query() }, signal), { message: 'Not allowed.', field: 'access' });
  store.before = () => {
    throw new StatusError(503, undefined, 'httpStatus', 'Busy.');
  };
  await assert.rejects(async () => answers.types({ query: query() }, signal), (error: Error) => !('field' in error) && error.message === 'Busy.');
  queries.sources = [];
  await assert.rejects(async () => answers.types({ query: query() }, signal), /no longer saved/);
});

test('the page gets no secrets of a store, and no queries of stores that are gone', () => {
  const { queries } = answersOf();
  queries.sources = [{ ...SOURCE, headers: { 'X-Scope-OrgID': 'tenant' }, authorization: { kind: 'basic', user: 'me' } }];
  queries.savedQueries = [{ name: 'a', typeWords: 'CPU', query: query() }, { name: 'b', query: query({ store: 'gone' }) }];
  const state = fleetState(queries, { commit: queries.head, revision: 3, isProfiling: false, isWaiting: false });
  assert.deepEqual(state.stores, [{ id: 's1', name: 'production', about: 'Pyroscope · pyroscope.example.com', versionLabel: 'version', service: undefined, type: undefined }]);
  assert.deepEqual(state.saved.map(({ name, typeWords }) => [name, typeWords]), [['a', 'CPU']]);
  assert.equal(state.commit, '4f0d1c2b');
});

test('shares are said to be of the largest values also if each piece of the range has others', async () => {
  for (const [count, isCut] of [[10_000, true], [6000, false]] as const) {
    const { answers, store } = answersOf();
    store.maxRangeMs = DAY;
    store.series = async ({ range: { from } }) => Array.from({ length: count }, (_, i) => {
      return { labels: { pod: `${i + from}` }, points: [{ at: from, value: 1 }] };
    });
    const { notes } = await answers.cost({ query: query({ range: { kind: 'last', seconds: 2 * 86_400 }, split: 'pod' }) }, signal);
    assert.deepEqual(notes, isCut ? ['Shares are of the 10000 largest values of pod.'] : []);
  }
});
