import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ChosenQuery } from '../../../src/fleet/chosenQuery';
import { FleetAnswers } from '../../../src/pages/fleet/fleetAnswers';
import { fleetState } from '../../../src/pages/fleet/fleetState';
import type { FLEET_PAGE } from '../../../src/pages/protocol/fleetPage';
import type { Ask } from '../../../src/pages/protocol/pageProtocol';
import { StatusError } from '../../../src/http/httpFailure';
import { FakeFleetQueries, SOURCE } from '../../shared/fakeFleetQueries';
import { FakeStore, type FakeProgram } from '../../shared/fakeStore';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { HostedPage } from './hostedPage';
import { until } from '../driver/until';
import { THEMES, type ThemeName } from './themes';

type Protocol = typeof FLEET_PAGE;

/** Two services, of which one has two versions in two regions. */
const PROGRAMS: readonly FakeProgram[] = [
  { labels: { service_name: 'checkout', version: '1.4.1', region: 'eu', pod: 'a' }, rate: 4e8 },
  { labels: { service_name: 'checkout', version: '1.4.2', region: 'us', pod: 'b' }, rate: 12e8 },
  { labels: { service_name: 'search', version: '7', region: 'eu', pod: 'c' }, rate: 1e8 },
];

let page: Page;
let queries: FakeFleetQueries;
let answers: FleetAnswers;

async function answerOf({ question, params, request }: Ask<Protocol>): Promise<unknown> {
  const { signal } = new AbortController();
  try {
    return await answers[question](params as never, signal);
  } catch (error) {
    const { message, field } = error as Error & { field?: string };
    await send({ kind: 'reply', request, error: { message, ...(field && { field }) } });
    return undefined;
  }
}

const hosted = new HostedPage<Protocol>('webview/fleet/main.ts', answerOf);
const { send } = hosted;

interface Opened {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly programs?: readonly FakeProgram[];
  prepare?(store: FakeStore): void;
}

/** Loads the page anew, with a store of these programs. */
async function open({ theme = 'dark', width = 900, programs = PROGRAMS, prepare }: Opened = {}): Promise<FakeStore> {
  const store = new FakeStore(programs);
  prepare?.(store);
  queries = new FakeFleetQueries(store);
  answers = new FleetAnswers(queries, () => undefined);
  page = await hosted.open({ theme, width });
  return store;
}

async function show({ version = 1, isProfiling = false, isWaiting = false } = {}): Promise<void> {
  const state = fleetState(queries, { commit: queries.head, revision: version, isProfiling, isWaiting });
  await send({ kind: 'state', version, state });
}

async function openAndShow(options: Opened = {}): Promise<FakeStore> {
  const store = await open(options);
  await show();
  await page.getByRole('button', { name: 'Zoom In' }).waitFor();
  return store;
}

const chart = () => page.getByRole('slider');
const chips = () => page.getByRole('list', { name: 'Query' }).getByRole('listitem');
const chip = (field: string) => {
  const name = page.locator('.chip-field', { hasText: new RegExp(`^${field}$`) });
  return page.locator('.chip').filter({ has: name }).locator('.chip-text');
};
const options = () => page.locator('.popup [role=option]:visible');
const series = () => page.locator('.series');

interface Profiled {
  readonly query: ChosenQuery;
  readonly range?: { readonly from: number; readonly to: number };
}

const orders = async (name: string) => (await hosted.orders(name)) as Profiled[];

async function asks(name: string): Promise<Ask<Protocol>[]> {
  const received = await page.evaluate(() => fakePageHost.received) as Ask<Protocol>[];
  return received.filter(({ kind, question }) => kind === 'ask' && question === name);
}

async function shows(text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}

test('a query is shown as chips, and its cost in the unit of the type per second', async () => {
  await openAndShow();
  assert.deepEqual(await chips().allInnerTexts(), [
    'service\nall', 'profile\nCPU', '+ Filter', 'split by\nnothing', 'time\nlast 1 h',
  ]);
  await chart().focus();
  await page.keyboard.press('End');
  assert.match((await chart().getAttribute('aria-valuetext'))!, /CPU: cost 1\.70.s\/s/);
  assert.deepEqual(hosted.errors, []);
});

test('a service, a filter and a split are chosen with the keyboard alone, and Delete removes them', async () => {
  const store = await openAndShow();
  await chip('service').focus();
  await page.keyboard.press('Enter');
  await options().filter({ hasText: 'checkout' }).waitFor();
  await page.keyboard.type('check');
  await page.keyboard.press('Enter');
  assert.match(await chip('service').innerText(), /checkout/);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'service checkout');
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await options().filter({ hasText: 'region' }).waitFor();
  await page.keyboard.type('vers');
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await options().filter({ hasText: '1.4.2' }).waitFor();
  await page.keyboard.type('1.4.2');
  await page.keyboard.press('Enter');
  assert.equal(await chip('version').innerText(), 'version\n= 1.4.2');
  await chip('split by').focus();
  await page.keyboard.press('Enter');
  await options().filter({ hasText: 'region' }).waitFor();
  await page.keyboard.type('region');
  await page.keyboard.press('Enter');
  await series().filter({ hasText: 'us' }).waitFor();
  assert.deepEqual(store.charted.at(-1)!.filters, [{ name: 'version', operator: '=', value: '1.4.2' }]);
  await chip('version').focus();
  await page.keyboard.press('Delete');
  await series().filter({ hasText: 'eu' }).waitFor();
  assert.equal(await chip('version').count(), 0);
  assert.deepEqual(store.charted.at(-1)!.filters, []);
  assert.deepEqual(hosted.errors, []);
});

test('Enter takes the profile of the whole time, or of what is selected with the keyboard', async () => {
  await openAndShow();
  await chart().focus();
  await page.keyboard.press('Enter');
  const [whole] = await orders('profile');
  assert.equal(whole!.range, undefined);
  assert.equal(whole!.query.range.kind, 'last');
  for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight', 'Enter', 'Enter']) await page.keyboard.press(key);
  const { range } = (await orders('profile'))[1]!;
  // From the beginning of the second step to the end of the third.
  assert.equal(range!.to - range!.from, 2 * 15_000);
  await shows(/^the selected time: /);
  await page.keyboard.press('Escape');
  await shows(/^the whole time: /);
});

test('a range that is dragged in the chart is the one that is profiled', async () => {
  await openAndShow();
  const area = (await page.locator('.u-over').boundingBox())!;
  await page.mouse.move(area.x + area.width / 4, area.y + 50);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width / 2, area.y + 50, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  const [{ range }] = await orders('profile') as unknown as [{ readonly range: { from: number; to: number } }];
  const quarter = 3_600_000 / 4;
  assert.ok(Math.abs(range.to - range.from - quarter) < quarter / 20, String(range.to - range.from));
  await show({ isProfiling: true });
  assert.equal(await page.getByRole('button', { name: 'Profiling…' }).isDisabled(), true);
});

test('shares are of all values of the label, also of those that are not drawn, and the table has the same figures', async () => {
  const programs = Array.from({ length: 12 }, (_, i) => ({ labels: { service_name: 'a', pod: `p${i}` }, rate: i < 8 ? 2e9 : 1e9 }));
  await openAndShow({ programs });
  await send({ kind: 'event', event: 'open', params: { split: 'pod' } });
  await shows('The 8 largest of 12 values of pod are drawn.');
  assert.equal(await series().count(), 8);
  await page.getByRole('combobox', { name: 'Figures' }).selectOption('share');
  await page.getByRole('button', { name: 'Show Table of the cost' }).click();
  const cells = page.locator('tbody tr').first().locator('td');
  assert.match((await cells.nth(1).textContent())!, /^10.%$/);
  await page.getByRole('button', { name: 'Copy as CSV: the cost' }).click();
  const [{ text }] = await orders('copy') as unknown as [{ readonly text: string }];
  assert.match(text, /^time,p0 \(%\),p1 \(%\),.*\r\n\d{4}-\d\d-\d\dT[\d:.]+Z,10,10,/);
});

test('an answer that comes late is not drawn over that of a newer query', async () => {
  const late: (() => void)[] = [];
  const store = await openAndShow();
  store.before = (query) => query?.service === 'checkout' && new Promise<void>((resolve) => late.push(resolve));
  await send({ kind: 'event', event: 'open', params: { service: 'checkout' } });
  await shows('checkout');
  await send({ kind: 'event', event: 'open', params: { service: 'search' } });
  await page.waitForFunction(() => document.querySelector('.cost')!.getAttribute('aria-busy') === 'false');
  const cancels = await page.evaluate(() => fakePageHost.received.filter(({ kind }) => kind === 'cancel').length);
  assert.ok(cancels > 0);
  late.forEach((resolve) => resolve());
  const value = async () => {
    await page.getByRole('button', { name: 'Zoom In' }).waitFor();
    await chart().focus();
    await page.keyboard.press('End');
    return chart().getAttribute('aria-valuetext');
  };
  await until('the newer answer', async () => /cost 100.ms\/s/.test((await value()) ?? ''));
  // Another question is answered after the late one.
  await send({ kind: 'event', event: 'open', params: { service: 'search', split: 'pod' } });
  await series().filter({ hasText: /^c/ }).waitFor();
  await until('the newer answer', async () => /c 100.ms\/s/.test((await value()) ?? ''));
});

test('10 000 values stay fluent: 50 are drawn, typing narrows them, and more than the page has are asked for', async () => {
  const programs = Array.from({ length: 30_000 }, (_, i) => ({ labels: { service_name: 'a', pod: `pod-${String(i).padStart(5, '0')}` }, rate: 1 }));
  const store = await open({ programs: programs.slice(0, 10_000) });
  await show();
  await chart().waitFor();
  const addFilter = async () => {
    await page.getByRole('button', { name: '+ Filter' }).click();
    await options().filter({ hasText: 'pod' }).first().click();
  };
  await addFilter();
  await shows('9 950 more: type to narrow.'.replace(' ', '\u202f'));
  assert.equal(await options().count(), 50);
  const asked = (await asks('values')).length;
  const slowest = await page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    let most = 0;
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      field.value = 'pod-0777'.slice(0, 4 + i);
      field.dispatchEvent(new Event('input'));
      most = Math.max(most, performance.now() - start);
    }
    return most;
  });
  assert.ok(slowest < 100, `${slowest} ms`);
  assert.deepEqual(await options().allInnerTexts(), Array.from({ length: 10 }, (_, i) => `pod-0777${i}`));
  assert.equal((await asks('values')).length, asked);
  await page.keyboard.press('Escape');
  store.programs = programs;
  await addFilter();
  await shows('29 950 more: type to narrow.'.replace(' ', '\u202f'));
  await page.keyboard.type('pod-29999');
  await options().filter({ hasText: 'pod-29999' }).waitFor();
  // The letters of one word are not asked one by one.
  assert.ok((await asks('values')).length - asked <= 4);
});

test('names of the store are drawn as text, whatever they are', async () => {
  const hostile = '<img src=x onerror="document.title=1">\n$(flame) [a](command:b) \u202e';
  await open({ programs: [{ labels: { service_name: hostile, [`<b>${hostile}`]: hostile }, rate: 1e9 }] });
  queries.sources = [{ ...SOURCE, name: hostile }, { ...SOURCE, id: 's2', name: 'other' }];
  queries.savedQueries = [{ name: hostile, query: { store: 's1', service: hostile, filters: [], split: `<b>${hostile}`, range: { kind: 'deploy' } } }];
  await show();
  await chart().waitFor();
  await send({ kind: 'event', event: 'open', params: { service: hostile, split: `<b>${hostile}`, filters: [{ name: '<i>', operator: '!=', value: hostile }] } });
  await series().filter({ hasText: '<img' }).waitFor();
  await chip('service').click();
  await options().filter({ hasText: '<img' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show Table of the cost' }).click();
  assert.equal(await page.locator('img, b, i').count(), 0);
  assert.deepEqual(await page.evaluate(() => fakePageHost.violations), []);
  assert.deepEqual(hosted.errors, []);
});

test('a query that matches nothing says which filter makes it empty', async () => {
  await openAndShow();
  const filters = [{ name: 'region', operator: '=', value: 'eu' }, { name: 'version', operator: '=', value: '9' }, { name: 'pod', operator: '=', value: 'a' }] as const;
  await send({ kind: 'event', event: 'open', params: { filters } });
  await shows('Nothing matches version = 9 together with what is before it, in this time.');
  assert.match(await chip('version').innerText(), /matches nothing/);
  assert.equal(await chart().count(), 0);
  await send({ kind: 'event', event: 'open', params: { filters: [], service: 'gone' } });
  await shows('gone has no such profiles in this time.');
});

test('without a store the page offers to add one; a store that refuses can be edited and asked again', async () => {
  await open();
  queries.sources = [];
  await show();
  await shows(/^No profile store is saved yet/);
  await page.getByRole('button', { name: 'Add Profile Store…' }).click();
  assert.equal((await orders('addStore')).length, 1);
  queries.sources = [SOURCE];
  const refuse = () => {
    throw new StatusError(401, undefined, 'httpStatus', 'pyroscope.example.com wants credentials.');
  };
  (queries.store as FakeStore).before = refuse;
  await show({ version: 2 });
  await shows('pyroscope.example.com wants credentials.');
  await page.getByRole('button', { name: 'Edit Profile Store…' }).click();
  assert.deepEqual(await orders('editStore'), [{ store: 's1' }]);
  (queries.store as FakeStore).before = () => undefined;
  await page.getByRole('button', { name: 'Ask Again' }).click();
  await chart().waitFor();
  assert.equal(await page.getByText('wants credentials').count(), 0);
});

test('a calendar takes two local times, and says their zone', async () => {
  const store = await openAndShow();
  await chip('time').click();
  await shows(/^Local time: .*UTC[+−]\d/);
  await page.getByRole('textbox', { name: 'From, local time' }).fill('2026-11-03T10:00');
  await page.getByRole('textbox', { name: 'To, local time' }).fill('2026-11-03T09:00');
  await page.getByRole('button', { name: 'Apply' }).click();
  await shows('From must be before To.');
  await page.getByRole('textbox', { name: 'To, local time' }).fill('2026-11-03T12:30');
  await page.keyboard.press('Enter');
  await shows('3 Nov, 10:00–12:30');
  const local = (hours: number, minutes: number) => {
    return page.evaluate(([h, m]) => new Date(2026, 10, 3, h, m).getTime(), [hours, minutes]);
  };
  assert.deepEqual(store.charted.at(-1)!.range, { from: await local(10, 0), to: await local(12, 30) });
});

test('queries are saved under a name, opened, and removed', async () => {
  await openAndShow();
  await page.getByRole('button', { name: 'Save Query…' }).click();
  await page.keyboard.type('by region');
  await page.keyboard.press('Enter');
  const [{ name, query }] = await orders('save') as unknown as [{ readonly name: string; readonly query: ChosenQuery }];
  assert.equal(name, 'by region');
  queries.savedQueries = [{ name, query: { ...query, split: 'region' } }];
  queries.recentQueries = [{ typeWords: 'CPU', query: { ...query, service: 'search', range: { kind: 'deploy' } } }];
  await show();
  await shows('search · CPU · since the last deploy');
  await page.getByRole('button', { name: /^by region/ }).click();
  await series().filter({ hasText: 'us' }).waitFor();
  await page.getByRole('button', { name: 'Remove by region' }).click();
  const removed: unknown = JSON.parse(JSON.stringify({ query: queries.savedQueries[0] }));
  assert.deepEqual(await orders('remove'), [removed]);
});

test('a page that is hidden and shown again has the query that it had', async () => {
  await openAndShow();
  await send({ kind: 'event', event: 'open', params: { service: 'search', range: { kind: 'last', seconds: 900 } } });
  await shows('last 15 min');
  await hosted.reload();
  await show();
  await chart().waitFor();
  assert.deepEqual([await chip('service').innerText(), await chip('time').innerText()], ['service\nsearch', 'time\nlast 15 min']);
});

test('a page that came back with the window asks nothing before the user does', async () => {
  await openAndShow();
  await hosted.reload();
  await show({ isWaiting: true });
  await shows('production was not asked since the window was loaded.');
  assert.deepEqual(await page.evaluate(() => fakePageHost.received.filter(({ kind }) => kind === 'ask')), []);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await chart().waitFor();
});

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`the page is accessible in ${theme}, and fits a panel of 300 pixels`, async () => {
    const now = Date.now();
    const programs: FakeProgram[] = Array.from({ length: 10 }, (_, i) => ({
      labels: { service_name: 'checkout', version: i < 5 ? '1.4.1' : '1.4.2-rc.1+build.20261129', pod: `checkout-5f7c9d8b6-x${i}` },
      rate: (i + 1) * 3e8, from: now - 3_600_000 + i * 200_000, to: now - i * 100_000,
    }));
    await openAndShow({ theme, programs, width: 1200 });
    queries.savedQueries = [{ name: 'checkout by pod', typeWords: 'CPU', query: { store: 's1', service: 'checkout', type: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds', filters: [], split: 'pod', range: { kind: 'last', seconds: 86_400 } } }];
    queries.recentQueries = [{ typeWords: 'CPU', query: { store: 's1', service: 'checkout', filters: [{ name: 'version', operator: '=~', value: '1[.]4.*' }], range: { kind: 'deploy' } } }];
    queries.sources = [SOURCE, { ...SOURCE, id: 's2', name: 'staging' }];
    await show();
    await send({ kind: 'event', event: 'open', params: { service: 'checkout', split: 'pod', filters: [{ name: 'version', operator: '=~', value: '1[.]4.*' }] } });
    await shows('The 8 largest of 10 values of pod are drawn.');
    await page.getByRole('button', { name: 'Show Table of the cost' }).click();
    await chart().focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
    for (const width of [1200, 600, 300]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction((most) => document.querySelector('.uplot')!.clientWidth <= most, width);
      await reviewScreenshot(page, `fleet-${theme}-${width}`);
      if (width !== 600) assert.deepEqual(await violationsOn(page), []);
      await fits(width, 'header *, .time-charts *, .query-lists *, .notes');
    }
    for (const [name, field] of [['filter', 'version'], ['range', 'time']] as const) {
      await chip(field).click();
      if (name === 'filter') await options().first().waitFor();
      await reviewScreenshot(page, `fleet-${theme}-${name}`);
      assert.deepEqual(await violationsOn(page), []);
      await fits(300, '.popup *');
      await page.keyboard.press('Escape');
    }
  });
}

/** No part ends beyond the right edge. */
async function fits(width: number, selector: string): Promise<void> {
  const right = await page.evaluate((parts) => {
    return Math.max(...[...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect().right));
  }, selector);
  assert.ok(right <= width, `${selector} ends at ${right} of ${width}`);
}
