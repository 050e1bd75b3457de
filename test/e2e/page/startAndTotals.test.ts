import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type Options, type PageUnderTest } from './browser';
import type { ThemeName } from './themes';

const tests = pageTests();

/** Four fifths of the total are outside the test's goroutine. */
const WAITS = `
all 0
  testing.tRunner 0
    p.TestX 20 /src/x_test.go:7
  sync.(*WaitGroup).Go.func1 0
    p.TestX.func1 80 /src/x_test.go:9`;

const WORK = `
all 0
  testing.tRunner 0
    p.TestX 60 /src/x_test.go:7
      p.work 20 /src/x.go:3
  runtime.gc 20`;

const DELAYS = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];

type Load = NonNullable<Parameters<PageUnderTest['load']>[1]>;

const profileState = (kind: string, id: number, changes: Load = {}): Load => {
  const siblings = [{ id, label: kind, sampleTypes: DELAYS }];
  return { id, captured: id, capture: `capture ${id}`, title: 'TestX', startAt: 'p.TestX', sampleTypes: DELAYS, siblings, ...changes };
};

async function openPage(tree: string, changes: Load, options: Options = {}): Promise<PageUnderTest> {
  const page = await tests.open({ width: 1200, ...options });
  await page.load(tree, changes);
  return page;
}

const showsAll = ({ page }: PageUnderTest) => page.waitForFunction(() => document.querySelector('.note:not([hidden])')?.textContent === '');
const showsShare = (page: PageUnderTest, text: string) => page.shows('.note:not([hidden])', text);
const chosenStart = ({ page }: PageUnderTest) => page.locator('.segment[aria-pressed=true]').innerText();
const startButton = ({ page }: PageUnderTest, text: string) => page.locator('.segment', { hasText: text });
const showProfile = (page: PageUnderTest, tree: string, changes: Load) =>
  page.page.evaluate(([picture, state]) => fakeHost.load(picture, state), [tree, changes] as const);

test('whole stacks are shown if less than half of the total is below the test, and the share is shown', async () => {
  const page = await openPage(WAITS, profileState('block', 3));
  await showsAll(page);
  assert.equal(await chosenStart(page), 'Everything');
  await page.frame('TestX.func1').waitFor();
  await startButton(page, 'From p.TestX').click();
  await showsShare(page, 'Showing 20\u202f% of the total');
  assert.equal(await page.page.locator('.crumbs').isVisible(), false, 'the zoom path repeats the first row of the graph');
  assert.deepEqual(await page.problems(), []);
});

test('stacks start at the test if more than half of the total is below it; a zoom shows its share beside its path', async () => {
  const page = await openPage(WORK, profileState('cpu', 3));
  await showsShare(page, 'Showing 80\u202f% of the total');
  assert.match(await page.page.locator('.note:not([hidden])').getAttribute('title') ?? '', /without .*, such as those of garbage/);
  await page.frame('p.work').click();
  await page.zoomedTo('p.work');
  await page.shows('.zoom-share.words', 'Showing 20\u202f% of the total');
  assert.equal(await page.page.locator('.note:not([hidden])').innerText(), 'Showing 80\u202f% of the total');
});

test('the chosen start applies to later captures of the same kind of profile, even after a reload', async () => {
  const page = await openPage(WAITS, profileState('block', 3));
  await startButton(page, 'From p.TestX').click();
  await showsShare(page, 'Showing 20\u202f% of the total');
  assert.deepEqual(await page.sent('keepStart'), { kind: 'keepStart', of: 'block', start: 'measured' });
  await showProfile(page, WAITS.replace('80', '180'), profileState('block', 4));
  await showsShare(page, 'Showing 10\u202f% of the total');
  await showProfile(page, WAITS, profileState('mutex', 5));
  await showsAll(page);
  await page.page.reload();
  await page.load(WAITS, profileState('block', 6));
  await showsShare(page, 'Showing 20\u202f% of the total');
});

test('whole stacks are shown if the chosen start has no samples', async () => {
  const page = await openPage(WAITS, profileState('block', 3));
  await startButton(page, 'From p.TestX').click();
  await showsShare(page, 'Showing 20\u202f% of the total');
  await showProfile(page, WAITS.replaceAll('p.TestX ', 'p.TestY '), profileState('block', 4));
  await showsAll(page);
  await page.frame('TestX.func1').waitFor();
  assert.equal(await page.page.locator('.flame .empty').isVisible(), false);
});

test('the list of sample types names the kind of profile if two kinds have the same types', async () => {
  const siblings = [
    { id: 3, label: 'mutex', sampleTypes: DELAYS },
    { id: 4, label: 'block', sampleTypes: DELAYS },
  ];
  const page = await openPage(WAITS, profileState('mutex', 3, { siblings }));
  const list = page.page.getByRole('combobox', { name: 'Sample type' });
  assert.deepEqual(await list.locator('option').allInnerTexts(), [
    'mutex · contentions', 'mutex · delay', 'block · contentions', 'block · delay',
  ]);
  assert.equal(await list.inputValue(), '3:1');
});

test('a new capture keeps the selection only if it contains the function', async () => {
  const page = await openPage(WAITS, profileState('block', 3));
  await page.frame('TestX.func1').click();
  await page.zoomedTo('TestX.func1');
  await page.page.mouse.move(0, 0);
  await showProfile(page, WAITS.replace('80', '81'), profileState('block', 4));
  await page.shows('.flame .detail-name', 'p.TestX.func1');
  await showProfile(page, WORK, profileState('cpu', 5));
  await page.page.locator('.flame .details').waitFor({ state: 'hidden' });
  await showProfile(page, WAITS.replace('80', '82'), profileState('block', 6));
  await page.frame('TestX.func1').waitFor();
  assert.equal(await page.page.locator('.flame .details').isVisible(), false);
  assert.deepEqual(await page.problems(), []);
});

test('without a selection, Peek opens with the first function of Top', async () => {
  const page = await openPage(WAITS, profileState('block', 3));
  await page.page.getByRole('tab', { name: 'Callers & callees' }).click();
  await page.shows('.peek-function .peek-name', 'TestX.func1');
});

const COMPARED: Load = {
  title: 'BenchmarkJoin vs 14:05:09',
  totals: [812, 720e6],
  comparison: {
    head: 'CPU +23.6 % · 720 → 890 ms',
    now: '14:22:31',
    before: '14:05:09',
    unit: 'nanoseconds',
    remarks: [],
    normalize: true,
  },
};

test('a comparison is one sentence, and its chip "normalized" can be removed', async () => {
  const page = await openPage('all 0\n  a.Faster -60\n  a.Slower 230', COMPARED);
  assert.equal(await page.page.locator('.total').innerText(), 'CPU +23.6 % · 720 → 890 ms · vs 14:05:09');
  assert.equal(await page.page.locator('h1').innerText(), 'BenchmarkJoin', 'the baseline has one place');
  assert.equal(await page.page.locator('h1').getAttribute('title'), 'BenchmarkJoin vs 14:05:09');
  await page.page.getByRole('button', { name: 'Remove normalized' }).click();
  assert.deepEqual(await page.sent('setNormalize'), { kind: 'setNormalize', normalize: false });
  await page.page.waitForFunction(() => document.querySelectorAll('.chip').length === 0);
  assert.deepEqual(await page.problems(), []);
});

test('in Top, a comparison without decreases has signs too, and a change of few samples is no increase', async () => {
  const tab = await openPage('all 0\n  main.main 0\n    main.slower 90\n    main.rare 3', COMPARED);
  const { page } = tab;
  await page.getByRole('tab', { name: 'Top', exact: true }).click();
  const [slower, rare] = ['slower', 'rare'].map((name) => page.getByRole('row', { name: new RegExp(`^main\\.${name},`) }));
  await rare!.locator('.number.unsure').first().waitFor();
  assert.match(await slower!.innerText(), /▲\s*\+90\s?ns/);
  assert.match(await rare!.innerText(), /^~\s*\+3\s?ns/);
  assert.deepEqual([await slower!.locator('.bar').count(), await rare!.locator('.bar').count()], [2, 0]);
  assert.deepEqual(await tab.problems(), []);
});

test('Top of a comparison of equal profiles says that no function changed', async () => {
  const { page } = await openPage('all 0', COMPARED);
  await page.getByRole('tab', { name: 'Top', exact: true }).click();
  await page.getByText('No function costs more or less than in the baseline.').waitFor();
});

test("the total of a program's heap says when it was taken", async () => {
  const page = await openPage(WORK, profileState('memory', 3, { taken: 'taken at 12.3 s' }));
  await page.shows('.total', ' · taken at 12.3 s');
});

test('a comparison in a narrow panel breaks neither figures nor changes, and no unit at its hyphen', async () => {
  const head = '4.1 to 7.5\u202f% slower (p = 0.002) · 1.47 → 1.55\u202fp99-µs · CPU 1.2 → 1.6\u202fµs/op (9.0 to 31\u202f% more)';
  const comparison = { ...COMPARED.comparison!, unit: 'nanoseconds/op', head };
  const types = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds/op' }];
  const page = await openPage('all 0\n  a.Faster -60\n  a.Slower 230', { ...COMPARED, sampleTypes: types, sampleType: 1, comparison });
  for (let width = 460; width > 300; width -= 8) {
    await page.page.setViewportSize({ width, height: 500 });
    const broken = await page.page.locator('.total').evaluate((total) => {
      const lineOf = (node: Node, at: number) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().bottom;
      };
      const texts = document.createTreeWalker(total, NodeFilter.SHOW_TEXT);
      const lines: number[] = [];
      while (texts.nextNode()) {
        const { currentNode: node } = texts;
        lines.push(...Array.from(node.nodeValue!, (_, at) => lineOf(node, at)));
      }
      const kept = [...total.textContent.matchAll(/\S+ → \S+\s\S+|\S+\u202f\S+|[pn] = [\w.+]+/g)];
      const isBroken = (start: number, { length }: string) => new Set(lines.slice(start, start + length)).size > 1;
      return kept.filter(({ index, 0: part }) => isBroken(index, part)).map(([part]) => part);
    });
    assert.deepEqual(broken, [], `${width} pixels`);
  }
  assert.equal(await page.page.locator('.total').innerText(), [head, 'vs 14:05:09'].join(' · '));
});

test('Top and the flame graph show a figure in the same unit, and one that is far smaller in its own', async () => {
  const page = await openPage('all 0\n  a.Big 15900000000 /src/a.go:1\n    a.Small 60000000 /src/a.go:2\n    a.Tiny 1000000', {});
  const figures = async () => (await page.page.locator('.flame .figures').innerText()).replace(/\s+/g, ' ');
  await page.frame('a.Big').hover();
  assert.match(await figures(), /^flat 15\.9 s flat % 99\.6 % cum 16\.0 s cum % 100 % /);
  await page.page.getByRole('tab', { name: 'Top' }).click();
  const labels = page.page.locator('.top-row.function');
  await labels.nth(2).waitFor();
  assert.deepEqual(await labels.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label'))), [
    'a.Big, flat 15.9\u202fs, 99.6\u202f%, sum 99.6\u202f%, cum 16.0\u202fs, 100\u202f%',
    'a.Small, flat 60.0\u202fms, 0.38\u202f%, sum 100\u202f%, cum 60.0\u202fms, 0.38\u202f%',
    'a.Tiny, flat 1.00\u202fms, <0.01\u202f%, sum 100\u202f%, cum 1.00\u202fms, <0.01\u202f%',
  ]);
});

test('the header says how sure the figures are, also in a panel of 300 pixels', async () => {
  const sure = '412 samples: differences below 9.7\u202f% may be chance';
  const page = await openPage(WORK, profileState('cpu', 3, { samples: '412 samples', sure }), { width: 300 });
  await page.shows('.total', sure);
  const total = page.page.locator('.total');
  assert.doesNotMatch(await total.innerText(), /412 samples.*412 samples/s);
  const cutOff = await total.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });
  assert.ok(cutOff.every((pixels) => pixels <= 0), `${cutOff.join()} pixels are cut off`);
  assert.match(await total.getAttribute('title') ?? '', /412 samples: differences below/);
  await page.picture('sure-300');
  assert.deepEqual(await page.problems(), []);
});

for (const theme of ['dark', 'light'] satisfies ThemeName[]) {
  test(`pictures for review: ${theme}`, async () => {
    const page = await openPage(WAITS, profileState('block', 3), { theme });
    await showsAll(page);
    await page.picture(`start-block-${theme}`);
    await page.page.getByRole('tab', { name: 'Top' }).click();
    await page.page.getByRole('row', { name: /^p\.TestX\.func1,/ }).waitFor();
    await page.picture(`start-top-${theme}`);
    await page.page.getByRole('tab', { name: 'Callers & callees' }).click();
    await page.shows('.peek-function .peek-name', 'TestX.func1');
    await page.picture(`start-peek-${theme}`);
    await page.page.getByRole('tab', { name: 'Flame Graph' }).click();
    await showProfile(page, 'all 0\n  a.Faster -60000000\n  a.Slower 230000000', COMPARED);
    await page.shows('.total', 'CPU +23.6 % · 720 → 890 ms · vs 14:05:09');
    await page.picture(`start-compared-${theme}`);
  });
}
