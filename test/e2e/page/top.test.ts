import assert from 'node:assert/strict';
import test from 'node:test';
import { violationsOn } from './accessibility';
import { pageTests, type Options, type PageUnderTest } from './browser';
import type { Received } from './fakeHost';
import type { ThemeName } from './themes';

const tests = pageTests();

const PICTURE = `
all 0
  runtime.main 0 /usr/local/go/src/runtime/proc.go:283
    main.main 20000000 /home/dev/shop/main.go:12
      github.com/acme/shop/cart.(*Cart).Total 410000000 /home/dev/shop/cart/cart.go:48
        github.com/acme/shop/price.Convert 650000000 /home/dev/shop/price/price.go:31 inlined
          strconv.ParseFloat 240000000 /usr/local/go/src/strconv/atof.go:701
        runtime.mallocgc 180000000 /usr/local/go/src/runtime/malloc.go:1059
      encoding/json.Unmarshal 90000000 /usr/local/go/src/encoding/json/decode.go:113
        encoding/json.(*decodeState).object 310000000 /usr/local/go/src/encoding/json/decode.go:621
          runtime.mallocgc 150000000 /usr/local/go/src/runtime/malloc.go:1059
  runtime.gcBgMarkWorker 130000000 /usr/local/go/src/runtime/mgc.go:1310
    runtime.scanobject 220000000 /usr/local/go/src/runtime/mgcmark.go:1441
`;

/** A comparison with increases and decreases. */
const COMPARED = `
all 0
  main.main 0 /home/dev/shop/main.go:12
    main.slower 40000000 /home/dev/shop/main.go:30
    main.faster -90000000 /home/dev/shop/main.go:40
    main.little -2000000 /home/dev/shop/main.go:50
`;

/** Opens the page at the tab Top. */
async function openTop(
  picture: string | number = PICTURE,
  options: Options = {},
  changes: Parameters<PageUnderTest['load']>[1] = {},
): Promise<PageUnderTest> {
  const page = await tests.open(options);
  await page.load(picture, changes);
  await page.page.getByRole('tab', { name: 'Top', exact: true }).click();
  await page.page.waitForSelector('.top-row.function');
  return page;
}

const grid = ({ page }: PageUnderTest) => page.getByRole('treegrid', { name: 'Functions' });
const row = ({ page }: PageUnderTest, name: string) => page.getByRole('row', { name: new RegExp(`^${escaped(name)},`) }).first();
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function press(page: PageUnderTest, ...keys: readonly string[]): Promise<void> {
  await grid(page).focus();
  for (const key of keys) await page.page.keyboard.press(key);
}

/** Returns the color and underline of a firm figure, then marks the figure as noise and returns them again. */
function looksOf({ page }: PageUnderTest): Promise<string[]> {
  return page.locator('.top-row:not(.cursor) .number:not(.zero)').first().evaluate((figure) => {
    const look = () => `${getComputedStyle(figure).color} ${getComputedStyle(figure).textDecorationLine}`;
    const firm = look();
    figure.classList.add('unsure');
    return [firm, look()];
  });
}

const RESULT = '[data-tab=top] .search-result';

/** Names of the drawn rows, indented by two spaces per level. */
function names({ page }: PageUnderTest): Promise<string[]> {
  return page.locator('.top-row').evaluateAll((rows) =>
    rows
      .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((element) => {
        const indent = '  '.repeat(Number(element.getAttribute('aria-level')) - 1);
        return indent + (element.querySelector('.label')?.textContent ?? '');
      }));
}

/** Returns the accessible name of the focused row. */
async function activeName(page: PageUnderTest): Promise<string> {
  const id = await grid(page).getAttribute('aria-activedescendant');
  return (id && (await page.page.locator(`#${id}`).getAttribute('aria-label'))) ?? '';
}

/** Waits until the accessible name of the focused row starts with `prefix`. */
async function untilActive(page: PageUnderTest, prefix: string): Promise<void> {
  await page.page.waitForFunction((start) => {
    const id = document.querySelector('.top-grid')?.getAttribute('aria-activedescendant');
    return id && document.getElementById(id)?.getAttribute('aria-label')?.startsWith(start);
  }, prefix);
}

async function lastSent<K extends Received['kind']>(page: PageUnderTest, kind: K) {
  return (await page.sent(kind)) as Extract<Received, { kind: K }>;
}

test('figures of few samples are gray, say why, and are announced', async () => {
  // One unit is one sample.
  const page = await openTop('all 0\n  main.main 3 /home/dev/main.go:12\n    main.cost 400 /home/dev/main.go:30');
  const cell = row(page, 'main.main').locator('.number.unsure').first();
  await cell.waitFor();
  assert.equal(await cell.getAttribute('title'), 'Too few samples: mostly chance');
  assert.equal(await row(page, 'main.main').locator('.number.unsure').count(), 2, 'flat and flat %');
  assert.match((await row(page, 'main.main').getAttribute('aria-label')) ?? '', /^main\.main, flat .*, mostly chance, sum [^,]*, cum [^,]*, 100\s%$/);
  assert.equal(await row(page, 'main.cost').locator('.number.unsure').count(), 0);
});

test('figures of few samples are gray in unfolded rows too, after one question for callers and callees', async () => {
  const page = await openTop('all 0\n  main.main 200 /home/dev/main.go:12\n    main.rare 3 /home/dev/main.go:30\n    main.often 90 /home/dev/main.go:40');
  await press(page, 'ArrowRight');
  const call = (name: string) => page.page.locator('.top-row.call').filter({ hasText: name });
  await call('main.rare').locator('.number.unsure').first().waitFor();
  assert.equal(await call('main.rare').locator('.number.unsure').count(), 4);
  assert.equal(await call('main.rare').locator('.number.unsure').first().getAttribute('title'), 'Too few samples: mostly chance');
  assert.match((await call('main.rare').getAttribute('aria-label')) ?? '', /cum [^,]*, mostly chance, flat [^,]*, mostly chance/);
  assert.equal(await call('main.often').locator('.number.unsure').count(), 0);
  const { question, params } = await lastSent(page, 'ask');
  assert.equal(question, 'fewCallSamples');
  assert.equal((params as { readonly views: readonly unknown[] }).views.length, 2);
});

test('the table opens with the columns of pprof, sorted by flat', async () => {
  const page = await openTop();
  assert.deepEqual((await names(page)).slice(0, 3), ['price.Convert', 'cart.(*Cart).Total', 'runtime.mallocgc']);
  const cells = await row(page, 'runtime.mallocgc').getByRole('gridcell').allInnerTexts();
  assert.deepEqual(cells.slice(0, 5).map((text) => text.trim()), ['0.330\u202fs', '13.8\u202f%', '57.9\u202f%', '0.330\u202fs', '13.8\u202f%']);
  const heads = await page.page.getByRole('columnheader').allInnerTexts();
  assert.deepEqual(heads.map((text) => text.trim()), ['flat', 'flat %', 'sum %', 'cum', 'cum %', 'name']);
  assert.deepEqual(await page.problems(), []);
});

test('a click on a column header sorts by it, and a second click reverses the order', async () => {
  const page = await openTop();
  const head = page.page.getByRole('columnheader', { name: 'name' });
  await head.getByRole('button').click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('json.(*'));
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  await head.getByRole('button').click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('strconv'));
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  assert.equal(await page.page.getByRole('columnheader', { name: 'flat %' }).getAttribute('aria-sort'), 'none');
});

test('a search keeps the matching rows and shows their number', async () => {
  const page = await openTop();
  await page.page.keyboard.press('/');
  await page.page.keyboard.type('^runtime\\.(m|s)');
  await page.shows(RESULT, '3 of 10 functions');
  assert.deepEqual(await names(page), ['runtime.mallocgc', 'runtime.scanobject', 'runtime.main']);
  await page.page.keyboard.type('(');
  await page.shows('.top-tab .search-error', 'not an RE2 regular expression');
  assert.equal((await names(page)).length, 10, 'the table changed');
  await page.page.keyboard.press('Escape');
  await page.shows('.note:not([hidden])', '10 functions');
  await press(page, 'j', 's');
  await page.shows(RESULT, '2 of 10 functions');
  await page.page.keyboard.press('Enter');
  assert.match(await activeName(page), /^encoding\/json/);
});

test('the keyboard unfolds a row to its callers and callees, and a caller to its callers', async () => {
  const page = await openTop();
  await press(page, 'ArrowDown', 'ArrowRight');
  await page.page.waitForSelector('.top-row.call');
  assert.equal(await activeName(page), 'github.com/acme/shop/cart.(*Cart).Total, flat 0.410\u202fs, 17.1\u202f%, sum 44.2\u202f%, cum 1.48\u202fs, 61.7\u202f%');
  await press(page, 'ArrowRight', 'ArrowRight');
  assert.equal(await activeName(page), 'main.main, 100\u202f% of github.com/acme/shop/cart.(*Cart).Total, cum 1.48\u202fs');
  await press(page, 'ArrowRight');
  await page.page.waitForFunction(() => document.querySelectorAll('.top-row.call').length === 4);
  assert.deepEqual((await names(page)).slice(1, 8), [
    'cart.(*Cart).Total', '  Callers', '    main.main', '      runtime.main', '  Callees', '    price.Convert',
    '    runtime.mallocgc',
  ]);
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
  assert.match(await activeName(page), /^github.com\/acme\/shop\/price.Convert, 60\.1\s% of .*, flat 0\.650\ss, inlined$/);
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  assert.equal((await names(page)).length, 10, 'a row is still unfolded');
  assert.match(await activeName(page), /^github.com\/acme\/shop\/cart/);
});

test('the keyboard alone finds a function, unfolds it and opens its source', async () => {
  const page = await openTop();
  await page.page.keyboard.press('/');
  await page.page.keyboard.insertText('Cart\\)\\.Total$');
  await page.shows(RESULT, '1 of 10 functions');
  await page.page.keyboard.press('Enter');
  await untilActive(page, 'github.com/acme/shop/cart.(*Cart).Total');
  await page.page.keyboard.press('ArrowRight');
  await page.page.waitForSelector('.top-row.call');
  for (const key of ['ArrowDown', 'ArrowDown']) await page.page.keyboard.press(key);
  await untilActive(page, 'main.main, 100\u202f% of github.com/acme/shop/cart.(*Cart).Total');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.page.keyboard.press(key);
  await untilActive(page, 'github.com/acme/shop/cart.(*Cart).Total');
  await page.page.keyboard.press('Control+Enter');
  assert.equal((await lastSent(page, 'openFunction')).function, 'github.com/acme/shop/cart.(*Cart).Total');
});

test('a row is announced with its level, its position and whether it is unfolded', async () => {
  const page = await openTop();
  await press(page, 'ArrowRight');
  await page.page.waitForSelector('.top-row.call');
  const attributes = (index: number) => page.page.locator(`#top-row-${index}`).evaluate((element) =>
    ['aria-rowindex', 'aria-level', 'aria-expanded', 'aria-setsize', 'aria-posinset', 'aria-selected'].map((name) => element.getAttribute(name)));
  assert.deepEqual(await attributes(0), ['2', '1', 'true', '10', '1', 'true']);
  assert.deepEqual(await attributes(1), ['3', '2', 'true', '2', '1', 'false']);
  assert.deepEqual(await attributes(2), ['4', '3', 'false', '1', '1', 'false']);
  assert.equal(await grid(page).getAttribute('aria-rowcount'), String(1 + (await names(page)).length));
});

test('o, a double click, Ctrl+click and the button open the source', async () => {
  const page = await openTop();
  await press(page, 'ArrowDown', 'o');
  const total = 'github.com/acme/shop/cart.(*Cart).Total';
  const expected = { kind: 'openFunction', profile: 3, function: total, file: '/home/dev/shop/cart/cart.go' };
  assert.deepEqual(await lastSent(page, 'openFunction'), expected);
  await row(page, 'runtime.mallocgc').dblclick();
  assert.equal(((await page.sent('openFunction', 1)) as typeof expected).function, 'runtime.mallocgc');
  await row(page, 'strconv.ParseFloat').click({ modifiers: ['ControlOrMeta'] });
  assert.equal(((await page.sent('openFunction', 2)) as typeof expected).function, 'strconv.ParseFloat');
  await page.page.locator('.top-tab').getByRole('button', { name: 'Open source' }).click();
  assert.equal(((await page.sent('openFunction', 3)) as typeof expected).function, 'strconv.ParseFloat');
});

test('one key copies a row as pprof prints it, and another asks the host to copy the whole table', async () => {
  const page = await openTop();
  await press(page, 'ControlOrMeta+c');
  assert.equal((await lastSent(page, 'copy')).text, '     0.65s 27.08% 27.08%      0.89s 37.08%  github.com/acme/shop/price.Convert');
  await press(page, 'ControlOrMeta+Shift+C');
  assert.deepEqual((await lastSent(page, 'copyTable')).view, { sort: 'flat', direction: 'firm', search: '', from: 0, limit: 0, find: '' });
  await page.shows('.spoken', '10 rows copied');
});

test('Top focuses the function that is selected in another tab', async () => {
  const page = await openTop();
  await row(page, 'runtime.scanobject').click();
  await page.page.getByRole('tab', { name: 'Callers & callees' }).click();
  await page.shows('.peek-function', 'runtime.scanobject');
  await page.page.getByRole('button', { name: / runtime.gcBgMarkWorker$/ }).click();
  await page.shows('.peek-function', 'runtime.gcBgMarkWorker');
  await page.page.getByRole('tab', { name: 'Top', exact: true }).click();
  await untilActive(page, 'runtime.gcBgMarkWorker');
  assert.equal(await page.page.locator('.top-row.same').count(), 1);
});

test('only the visible rows of thousands are drawn, and scrolling leaves no gaps', async () => {
  const page = await openTop(20_000);
  const count = Number(await grid(page).getAttribute('aria-rowcount')) - 1;
  assert.ok(count > 3000, `${count} rows`);
  assert.ok((await page.page.locator('.top-row').count()) < 80);
  for (const fraction of [0.3, 0.9, 0.5]) {
    await page.page.locator('.top-grid').evaluate((scroller, y) => (scroller.scrollTop = scroller.scrollHeight * y), fraction);
    await page.page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.top-grid')!.getBoundingClientRect();
      const visible = [...document.querySelectorAll('.top-row')].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      });
      const isFilled = visible.length >= Math.floor((bottom - top) / 22);
      return isFilled && !visible.some((element) => element.classList.contains('unknown'));
    });
  }
  await press(page, 'End');
  await page.page.waitForFunction((lastRow) => document.querySelector(`#top-row-${lastRow}.cursor:not(.unknown)`), count - 1);
  assert.deepEqual(await page.problems(), []);
});

test('sorting shows the first rows, not where the selected function has gone', async () => {
  const page = await openTop(20_000);
  await page.page.locator('.top-grid').evaluate((element) => (element.scrollTop = 9000));
  await page.page.locator('.top-row:not(.unknown)').nth(10).click();
  await page.page.waitForFunction(() => document.querySelector('.top-row.same'));
  await page.page.getByRole('columnheader', { name: /^cum/ }).first().click();
  await page.page.waitForFunction(() => document.querySelector('.top-grid')!.scrollTop === 0);
  await page.page.waitForFunction(() => document.querySelector('#top-row-0.cursor'));
});

test('bars of flat % and cum % have one scale, on which 100 % is as wide as the column', async () => {
  const barsOf = (page: PageUnderTest, name: string) => row(page, name).locator('.bar').evaluateAll((bars) =>
    bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.width)));
  const page = await openTop();
  assert.deepEqual(await barsOf(page, 'github.com/acme/shop/cart.(*Cart).Total'), [17, 62]);
  assert.deepEqual(await barsOf(page, 'runtime.mallocgc'), [14, 14]);
  const hint = await page.page.getByRole('columnheader', { name: 'flat %' }).getAttribute('title');
  assert.match(hint!, /^Flat as a share of the total; its bar has the scale of cum %\. /);
});

test('a comparison marks increases and decreases by shape, and can sort increases first', async () => {
  const page = await openTop(COMPARED);
  assert.deepEqual(await names(page), ['main.faster', 'main.slower', 'main.little', 'main.main']);
  assert.match(await row(page, 'main.faster').innerText(), /▼\s*−90\.0\sms/);
  assert.match(await row(page, 'main.slower').innerText(), /▲\s*\+40\.0\sms/);
  assert.match((await row(page, 'main.slower').getAttribute('aria-label'))!, /^main\.slower, flat \+40\.0\sms, \+[\d.]+\s%, /);
  const flat = page.page.getByRole('columnheader', { name: 'flat', exact: true });
  assert.equal(await flat.getAttribute('aria-sort'), 'other');
  await flat.getByRole('button').click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('slower'));
});

test('in percent, the table has no columns of values, and shares have the marks of a comparison', async () => {
  const page = await openTop(COMPARED, {}, { inPercent: true });
  await row(page, 'main.faster').locator('div:nth-child(2) .fell:not(.bar)').waitFor();
  const heads = page.page.getByRole('columnheader');
  const titles = (await heads.allInnerTexts()).map((text) => text.trim());
  assert.deepEqual(titles, ['flat %', 'sum %', 'cum %', 'name']);
  assert.ok(await row(page, 'main.slower').locator('.grew').first().isVisible());
  assert.deepEqual(await violationsOn(page.page), []);
});

test('the table has the granularity of the refinement and keeps the selection', async () => {
  const page = await openTop();
  await row(page, 'runtime.mallocgc').click();
  await page.page.evaluate(() => fakeHost.refineTo({ granularity: 'lines' }));
  await untilActive(page, 'runtime.mallocgc /usr/local/go/src/runtime/malloc.go:1059');
  await press(page, 'o');
  assert.equal((await lastSent(page, 'openFunction')).line, 1059);
});

test('the table stays until the answer for another profile arrives, and opens no source meanwhile', async () => {
  const page = await openTop();
  await page.page.evaluate(() => void (fakeHost.holding = true));
  await page.page.evaluate((picture) => fakeHost.load(picture, { id: 8 }), COMPARED);
  await press(page, 'ArrowDown', 'ArrowRight', 'Enter', 'o');
  assert.equal((await names(page)).length, 10);
  assert.equal((await page.received()).some(({ kind }) => kind === 'openFunction'), false, 'a source of the old profile was opened');
  await page.page.evaluate(() => {
    fakeHost.holding = false;
    fakeHost.release();
  });
  await page.page.waitForFunction(() => document.querySelectorAll('.top-row').length === 4);
});

test('a waiting sign is shown until a slow answer arrives', async () => {
  const page = await openTop();
  await page.page.evaluate(() => void (fakeHost.holding = true));
  await press(page, 'ArrowRight');
  await page.page.locator('.top-tab .waiting').waitFor();
  await page.page.evaluate(() => {
    fakeHost.holding = false;
    fakeHost.release();
  });
  await page.page.waitForSelector('.top-row.call');
  assert.equal(await page.page.locator('.top-tab .waiting').isVisible(), false);
});

test('a failure shows a banner and keeps the table, and a retry works', async () => {
  const page = await openTop();
  await page.page.evaluate(() => void (fakeHost.failing = 'The profile reader stopped.'));
  await page.page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
  await page.shows('.banner', 'The profile reader stopped.');
  assert.equal((await names(page)).length, 10);
  await page.page.evaluate(() => void (fakeHost.failing = ''));
  await page.page.getByRole('button', { name: 'Try again' }).click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('json.(*'));
});

test('sort order and search survive a reload', async () => {
  const page = await openTop();
  await page.page.getByRole('columnheader', { name: 'cum', exact: true }).getByRole('button').click();
  await press(page, 'r', 'u', 'n');
  await page.shows(RESULT, '4 of 10 functions');
  await page.page.reload();
  await page.page.evaluate((picture) => fakeHost.load(picture), PICTURE);
  await page.shows(RESULT, '4 of 10 functions');
  assert.deepEqual((await names(page))[0], 'runtime.main');
});

for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as readonly ThemeName[]) {
  test(`Top and Peek meet the accessibility rules, unfolded and in a comparison: ${theme}`, async () => {
    const page = await openTop(PICTURE, { theme });
    await press(page, 'ArrowDown', 'ArrowRight');
    await page.page.waitForSelector('.top-row.call');
    await page.picture(`top-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    await press(page, 'Alt+Enter');
    await page.page.waitForSelector('.peek-block');
    await page.picture(`peek-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    await page.page.evaluate((picture) => fakeHost.load(picture, { id: 8 }), COMPARED);
    await page.page.keyboard.press('/');
    await page.page.getByRole('combobox', { name: 'Search functions' }).fill('main.main');
    await page.page.getByRole('option', { name: 'main.main' }).click();
    await page.shows('.peek-side.signed:last-child', 'main.faster');
    await page.picture(`peek-compared-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    await page.page.getByRole('tab', { name: 'Top', exact: true }).click();
    await page.page.waitForSelector('.top-grid.signed');
    await page.picture(`top-compared-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    const [firm, noise] = await looksOf(page);
    assert.notEqual(noise, firm);
    assert.deepEqual(await violationsOn(page.page), []);
    assert.deepEqual(await page.problems(), []);
  });
}

test('a narrow Top hides shares, so that names have enough space', async () => {
  const widths = [
    [270, ['flat', 'cum', 'name'], 120], [395, ['flat', 'cum', 'name'], 200], [500, ['flat', 'cum', 'cum %', 'name'], 200],
  ] as const;
  for (const [width, heads, minWidth] of widths) {
    const page = await openTop(PICTURE, { width });
    const titles = await page.page.locator('.top-head [role=columnheader]').filter({ visible: true }).allInnerTexts();
    assert.deepEqual(titles.map((text) => text.trim()), heads);
    const name = (await page.page.locator('.top-row .name').first().boundingBox())!;
    assert.ok(name.width > minWidth, `${name.width} pixels at ${width}`);
  }
});

test('in a panel of 270 pixels, names of callees are readable', async () => {
  const { page } = await openTop(PICTURE, { width: 270 });
  await page.getByRole('treegrid', { name: 'Functions' }).press('ArrowRight');
  const callee = page.locator('.top-row[aria-level="3"] .label').first();
  const { width } = (await callee.boundingBox())!;
  assert.ok(width >= 60, `${width} pixels`);
});

/** The widest figures of costs per operation. */
const PER_OPERATION = ['nanoseconds/op', 'allocs/op'].map((unit) => COMPARED
  .replace('\n', `\nunit ${unit}\n`)
  .replaceAll('0000000 ', '000 ').replace('-2000000', '-99999'));

for (const width of [270, 395, 500, 700, 900]) {
  test(`at ${width} pixels, figures of costs per operation touch neither each other nor the names`, async () => {
    for (const picture of PER_OPERATION) {
      const page = await openTop(picture, { width });
      const gaps = await page.page.locator('.top-row').evaluateAll((rows) => rows.flatMap((row) => {
        const parts = [...row.children].filter((cell) => cell.getClientRects().length > 0).map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        });
        return parts.slice(1).map((part, i) => part.left - parts[i]!.right);
      }));
      assert.ok(gaps.length > 0 && Math.min(...gaps) >= 4, `${Math.min(...gaps)} pixels between two cells`);
    }
  });
}

test('where a narrow Top leaves the unit of operations out of the figures, their headers have it', async () => {
  for (const [width, header, text] of [[395, 'flat/op', /−9\.00\sµs$/], [700, 'flat', /−9\.00\sµs\/op$/]] as const) {
    const page = await openTop(PER_OPERATION[0], { width });
    const heads = page.page.locator('.top-head [role=columnheader]');
    assert.equal((await heads.first().innerText()).trim(), header);
    assert.match((await row(page, 'main.faster').locator('div').first().innerText()).trim(), text);
    assert.match((await row(page, 'main.faster').getAttribute('aria-label'))!, /flat −9\.00\sµs\/op/);
  }
});
