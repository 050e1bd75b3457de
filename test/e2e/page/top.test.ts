import assert from 'node:assert/strict';
import test from 'node:test';
import type { PageMessage } from '../../../src/protocol/messages';
import { violationsOn } from './accessibility';
import { pageTests, type Options, type PageUnderTest } from './browser';
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

/** Increases and decreases. */
const COMPARED = `
all 0
  main.main 0 /home/dev/shop/main.go:12
    main.slower 40000000 /home/dev/shop/main.go:30
    main.faster -90000000 /home/dev/shop/main.go:40
    main.little -2000000 /home/dev/shop/main.go:50
`;

/** The table of a profile, in its tab. */
async function opened(
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

/** The color and underline of a firm figure, and of the same figure marked as noise, which it stays. */
function looksOf({ page }: PageUnderTest): Promise<string[]> {
  return page.locator('.top-row:not(.cursor) .number:not(.zero)').first().evaluate((figure) => {
    const look = () => `${getComputedStyle(figure).color} ${getComputedStyle(figure).textDecorationLine}`;
    const firm = look();
    figure.classList.add('unsure');
    return [firm, look()];
  });
}

/** Names of the drawn rows, indented by two spaces per level. */
function names({ page }: PageUnderTest): Promise<string[]> {
  return page.locator('.top-row').evaluateAll((rows) =>
    rows
      .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((each) => {
        const indent = '  '.repeat(Number(each.getAttribute('aria-level')) - 1);
        return indent + (each.querySelector('.label')?.textContent ?? '');
      }));
}

/** Accessible name of the focused row. */
async function active(page: PageUnderTest): Promise<string> {
  const id = await grid(page).getAttribute('aria-activedescendant');
  return (id && (await page.page.locator(`#${id}`).getAttribute('aria-label'))) ?? '';
}

async function untilActive(page: PageUnderTest, beginning: string): Promise<void> {
  await page.page.waitForFunction((wanted) => {
    const id = document.querySelector('.top-grid')?.getAttribute('aria-activedescendant');
    return id && document.getElementById(id)?.getAttribute('aria-label')?.startsWith(wanted);
  }, beginning);
}

async function last<K extends PageMessage['kind']>(page: PageUnderTest, kind: K) {
  return (await page.sent(kind)) as Extract<PageMessage, { kind: K }>;
}

test('the table opens with the columns of pprof, sorted by flat', async () => {
  const page = await opened();
  assert.deepEqual((await names(page)).slice(0, 3), ['price.Convert', 'cart.(*Cart).Total', 'runtime.mallocgc']);
  const cells = await row(page, 'runtime.mallocgc').getByRole('gridcell').allInnerTexts();
  assert.deepEqual(cells.slice(0, 5).map((text) => text.trim()), ['0.33s', '13.75%', '57.92%', '0.33s', '13.75%']);
  const heads = await page.page.getByRole('columnheader').allInnerTexts();
  assert.deepEqual(heads.map((text) => text.trim()), ['flat', 'flat %', 'sum %', 'cum', 'cum %', 'name']);
  assert.deepEqual(await page.problems(), []);
});

test('a click on a column header sorts by it, and a second click reverses the order', async () => {
  const page = await opened();
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
  const page = await opened();
  await page.page.keyboard.press('/');
  await page.page.keyboard.type('^runtime\\.(m|s)');
  await page.shows('.top-tab-search .search-result', '3 of 10 rows');
  assert.deepEqual(await names(page), ['runtime.mallocgc', 'runtime.scanobject', 'runtime.main']);
  await page.page.keyboard.type('(');
  await page.shows('.top-tab .search-error', 'not an RE2 regular expression');
  assert.equal((await names(page)).length, 10, 'the table stays');
  await page.page.keyboard.press('Escape');
  await page.shows('.top-tab-search .search-result', '10 rows');
  await press(page, 'j', 's');
  await page.shows('.top-tab-search .search-result', '2 of 10 rows');
  await page.page.keyboard.press('Enter');
  assert.match(await active(page), /^encoding\/json/);
});

test('the keyboard unfolds rows to callers and callees, and those further along the stacks', async () => {
  const page = await opened();
  await press(page, 'ArrowDown', 'ArrowRight');
  await page.page.waitForSelector('.top-row.call');
  assert.equal(await active(page), 'github.com/acme/shop/cart.(*Cart).Total, flat 0.41s, 17.08%, sum 44.17%, cum 1.48s, 61.67%');
  await press(page, 'ArrowRight', 'ArrowRight');
  assert.equal(await active(page), 'main.main, 100% of github.com/acme/shop/cart.(*Cart).Total, cum 1.48s');
  await press(page, 'ArrowRight');
  await page.page.waitForFunction(() => document.querySelectorAll('.top-row.call').length === 4);
  assert.deepEqual((await names(page)).slice(1, 8), [
    'cart.(*Cart).Total', '  Callers', '    main.main', '      runtime.main', '  Callees', '    price.Convert',
    '    runtime.mallocgc',
  ]);
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
  assert.match(await active(page), /^github.com\/acme\/shop\/price.Convert, 60.14% of .*, flat 0.65s, inlined$/);
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  assert.equal((await names(page)).length, 10, 'all is folded again');
  assert.match(await active(page), /^github.com\/acme\/shop\/cart/);
});

test('the keyboard alone finds a function, unfolds it and opens its source', async () => {
  const page = await opened();
  await page.page.keyboard.press('/');
  await page.page.keyboard.type('Cart\\)\\.Total$');
  await page.shows('.top-tab-search .search-result', '1 of 10 rows');
  await page.page.keyboard.press('Enter');
  await untilActive(page, 'github.com/acme/shop/cart.(*Cart).Total');
  await page.page.keyboard.press('ArrowRight');
  await page.page.waitForSelector('.top-row.call');
  for (const key of ['ArrowDown', 'ArrowDown']) await page.page.keyboard.press(key);
  await untilActive(page, 'main.main, 100% of github.com/acme/shop/cart.(*Cart).Total');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.page.keyboard.press(key);
  await untilActive(page, 'github.com/acme/shop/cart.(*Cart).Total');
  await page.page.keyboard.press('Enter');
  assert.equal((await last(page, 'openFunction')).function, 'github.com/acme/shop/cart.(*Cart).Total');
});

test('rows are announced with level, position and whether they are unfolded', async () => {
  const page = await opened();
  await press(page, 'ArrowRight');
  await page.page.waitForSelector('.top-row.call');
  const attributes = (at: number) => page.page.locator(`#top-row-${at}`).evaluate((each) =>
    ['aria-rowindex', 'aria-level', 'aria-expanded', 'aria-setsize', 'aria-posinset', 'aria-selected'].map((name) => each.getAttribute(name)));
  assert.deepEqual(await attributes(0), ['2', '1', 'true', '10', '1', 'true']);
  assert.deepEqual(await attributes(1), ['3', '2', 'true', '2', '1', 'false']);
  assert.deepEqual(await attributes(2), ['4', '3', 'false', '1', '1', 'false']);
  assert.equal(await grid(page).getAttribute('aria-rowcount'), String(1 + (await names(page)).length));
});

test('Enter, double click, Ctrl+click and the button open the source', async () => {
  const page = await opened();
  await press(page, 'ArrowDown', 'Enter');
  const total = 'github.com/acme/shop/cart.(*Cart).Total';
  const expected = { kind: 'openFunction', profile: 3, function: total, file: '/home/dev/shop/cart/cart.go' };
  assert.deepEqual(await last(page, 'openFunction'), expected);
  await row(page, 'runtime.mallocgc').dblclick();
  assert.equal(((await page.sent('openFunction', 1)) as typeof expected).function, 'runtime.mallocgc');
  await row(page, 'strconv.ParseFloat').click({ modifiers: ['ControlOrMeta'] });
  assert.equal(((await page.sent('openFunction', 2)) as typeof expected).function, 'strconv.ParseFloat');
  await page.page.locator('.top-tab').getByRole('button', { name: 'Open source' }).click();
  assert.equal(((await page.sent('openFunction', 3)) as typeof expected).function, 'strconv.ParseFloat');
});

test('a row is copied as pprof prints it, and the host copies the whole table', async () => {
  const page = await opened();
  await press(page, 'ControlOrMeta+c');
  assert.equal((await last(page, 'copy')).text, '     0.65s 27.08% 27.08%      0.89s 37.08%  github.com/acme/shop/price.Convert');
  await press(page, 'ControlOrMeta+Shift+C');
  assert.deepEqual((await last(page, 'copyTable')).view, { sort: 'flat', direction: 'size', search: '', from: 0, limit: 0, find: '' });
  await page.shows('.spoken', '10 rows copied');
});

test('the selection is shared by all tabs, and Top scrolls to it', async () => {
  const page = await opened();
  await row(page, 'runtime.scanobject').click();
  await page.page.getByRole('tab', { name: 'Peek' }).click();
  await page.shows('.peek-function', 'runtime.scanobject');
  await page.page.getByRole('button', { name: / runtime.gcBgMarkWorker$/ }).click();
  await page.shows('.peek-function', 'runtime.gcBgMarkWorker');
  await page.page.getByRole('tab', { name: 'Top', exact: true }).click();
  await untilActive(page, 'runtime.gcBgMarkWorker');
  assert.equal(await page.page.locator('.top-row.same').count(), 1);
});

test('only visible rows of thousands are drawn, without gaps while scrolling', async () => {
  const page = await opened(20_000);
  const count = Number(await grid(page).getAttribute('aria-rowcount')) - 1;
  assert.ok(count > 3000, `${count} rows`);
  assert.ok((await page.page.locator('.top-row').count()) < 80);
  for (const part of [0.3, 0.9, 0.5]) {
    await page.page.locator('.top-grid').evaluate((scroller, at) => (scroller.scrollTop = scroller.scrollHeight * at), part);
    await page.page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.top-grid')!.getBoundingClientRect();
      const seen = [...document.querySelectorAll('.top-row')].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      });
      return seen.length >= Math.floor((bottom - top) / 22) && !seen.some((each) => each.classList.contains('unknown'));
    });
  }
  await press(page, 'End');
  await page.page.waitForFunction((lastRow) => document.querySelector(`#top-row-${lastRow}.cursor:not(.unknown)`), count - 1);
  assert.deepEqual(await page.problems(), []);
});

test('a comparison marks increases and decreases by shape, and can sort decreases first', async () => {
  const page = await opened(COMPARED);
  assert.deepEqual(await names(page), ['main.faster', 'main.slower', 'main.little', 'main.main']);
  assert.match(await row(page, 'main.faster').innerText(), /▼\s*-90ms/);
  assert.match(await row(page, 'main.slower').innerText(), /▲\s*40ms/);
  const flat = page.page.getByRole('columnheader', { name: 'flat', exact: true });
  assert.equal(await flat.getAttribute('aria-sort'), 'other');
  await flat.getByRole('button').click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('slower'));
});

test('in percent, the columns of values are left out, and the marks of a comparison are on the shares', async () => {
  const page = await opened(COMPARED, {}, { inPercent: true });
  await row(page, 'main.faster').locator('div:nth-child(2) .fell:not(.bar)').waitFor();
  const heads = page.page.getByRole('columnheader');
  const titles = (await heads.allInnerTexts()).map((text) => text.trim());
  assert.deepEqual(titles, ['flat %', 'sum %', 'cum %', 'name']);
  assert.ok(await row(page, 'main.slower').locator('.grew').first().isVisible());
  assert.deepEqual(await violationsOn(page.page), []);
});

test('the granularity of the refinement applies, and the selection is found again', async () => {
  const page = await opened();
  await row(page, 'runtime.mallocgc').click();
  await page.page.evaluate(() => fakeHost.refineTo({ granularity: 'lines' }));
  await untilActive(page, 'runtime.mallocgc /usr/local/go/src/runtime/malloc.go:1059');
  await press(page, 'Enter');
  assert.equal((await last(page, 'openFunction')).line, 1059);
});

test('the table stays until the answer for another profile arrives', async () => {
  const page = await opened();
  await page.page.evaluate(() => void (fakeHost.holding = true));
  await page.page.evaluate((picture) => fakeHost.load(picture, { id: 8 }), COMPARED);
  await press(page, 'ArrowDown', 'ArrowRight', 'Enter');
  assert.equal((await names(page)).length, 10);
  assert.equal((await page.received()).some(({ kind }) => kind === 'openFunction'), false, 'opened a source of the old profile');
  await page.page.evaluate(() => {
    fakeHost.holding = false;
    fakeHost.release();
  });
  await page.page.waitForFunction(() => document.querySelectorAll('.top-row').length === 4);
});

test('a slow answer shows that it is awaited', async () => {
  const page = await opened();
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

test('a failure is shown, and the table stays', async () => {
  const page = await opened();
  await page.page.evaluate(() => void (fakeHost.failing = 'The profile reader stopped.'));
  await page.page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
  await page.shows('.banner', 'The profile reader stopped.');
  assert.equal((await names(page)).length, 10);
  await page.page.evaluate(() => void (fakeHost.failing = ''));
  await page.page.getByRole('button', { name: 'Try again' }).click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('json.(*'));
});

test('sort order and search survive a reload', async () => {
  const page = await opened();
  await page.page.getByRole('columnheader', { name: 'cum', exact: true }).getByRole('button').click();
  await press(page, 'r', 'u', 'n');
  await page.shows('.top-tab-search .search-result', '4 of 10 rows');
  await page.page.reload();
  await page.page.evaluate((picture) => fakeHost.load(picture), PICTURE);
  await page.shows('.top-tab-search .search-result', '4 of 10 rows');
  assert.deepEqual((await names(page))[0], 'runtime.main');
});

for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as readonly ThemeName[]) {
  test(`Top and Peek meet the accessibility rules, unfolded and in a comparison: ${theme}`, async () => {
    const page = await opened(PICTURE, { theme });
    await press(page, 'ArrowDown', 'ArrowRight');
    await page.page.waitForSelector('.top-row.call');
    await page.picture(`top-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    await press(page, 'Alt+Enter');
    await page.page.waitForSelector('.peek-block');
    await page.picture(`peek-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    await page.page.evaluate((picture) => fakeHost.load(picture, { id: 8 }), COMPARED);
    await page.page.getByRole('combobox', { name: 'Choose a function' }).fill('main.main');
    await page.page.getByRole('option', { name: 'main.main' }).click();
    await page.shows('.peek-tab .signed', 'main.faster');
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

test('where Top is narrow, names keep their room and shares go', async () => {
  const widths = [[395, ['flat', 'cum', 'name']], [500, ['flat', 'cum', 'cum %', 'name']]] as const;
  for (const [width, heads] of widths) {
    const page = await opened(PICTURE, { width });
    const shown = await page.page.locator('.top-head [role=columnheader]').filter({ visible: true }).allInnerTexts();
    assert.deepEqual(shown.map((text) => text.trim()), heads);
    const name = (await page.page.locator('.top-row .name').first().boundingBox())!;
    assert.ok(name.width > 200, `${name.width} pixels at ${width}`);
  }
});
