import assert from 'node:assert/strict';
import test from 'node:test';
import type { Refinement } from '../../../src/pages/protocol/refineState';
import { pageTests, type PageUnderTest } from './browser';
import { violationsOn } from './accessibility';

const tests = pageTests();

const RUN = `
all 0
  main.serve 0 /src/shop/serve.go:9
    shop.(*Cart).Checkout[...] 30 /src/shop/cart.go:44 {user=ann,route=/cart}
      json.Parse 40 /go/src/encoding/json/parse.go:77 {user=bob,route=/cart}
    shop.Log 20 /src/shop/log.go:9 {user=cleo,route=/log,bytes=1536}
    shop.Prices 5 /src/shop/log.go:29 {user=ann,route=/prices,bytes=16}
  runtime.gc 25 /go/src/runtime/mgc.go:1300`;

async function openPage(tree = RUN, options: Parameters<typeof tests.open>[0] = {}): Promise<PageUnderTest> {
  const page = await tests.open(options);
  await page.load(tree);
  return page;
}

const refineButton = (page: PageUnderTest) => page.page.getByRole('button', { name: /^Refine/ });
const chips = (page: PageUnderTest) => page.page.locator('.chip').allTextContents();
const activeName = (page: PageUnderTest) => page.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Waits until the host has applied a refinement and the page shows its chips. */
async function untilRefined(page: PageUnderTest, expected: Refinement): Promise<void> {
  const sorted = (refinement: object) => JSON.stringify(Object.entries(refinement).sort());
  const { labels = [], ...others } = expected;
  await page.page.waitForFunction(
    ([refinement, count]) =>
      JSON.stringify(Object.entries(fakeHost.refinement).sort()) === refinement &&
      document.querySelectorAll('.chip').length === count &&
      !document.querySelector('.refine.pending'),
    [sorted(expected), labels.length + Object.keys(others).length] as const,
  );
}

/** Types a text into the focused field and presses Enter. */
async function type(page: PageUnderTest, text: string): Promise<void> {
  await page.page.keyboard.type(text);
  await page.page.keyboard.press('Enter');
}

/** Opens the form, refines by focus `json`, and then enters an invalid pattern. */
async function enterInvalidPattern(page: PageUnderTest): Promise<void> {
  await refineButton(page).click();
  await type(page, 'json');
  await untilRefined(page, { focus: 'json' });
  await page.page.keyboard.press('Control+A');
  await type(page, '(');
  await page.shows('.refine-field.wrong .field-note', 'not an RE2 regular expression');
}

test('clearing the refinement outside the page does not move the focus into the page', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await type(page, 'json');
  await untilRefined(page, { focus: 'json' });
  await page.page.locator('.chip-remove').focus();
  await page.page.evaluate(() => {
    document.hasFocus = () => false;
    fakeHost.refineTo({});
  });
  await untilRefined(page, {});
  assert.equal(await page.page.evaluate(() => document.activeElement?.tagName), 'BODY');
});

test('without a refinement, only the button is visible', async () => {
  const page = await openPage();
  assert.equal(await page.page.locator('.refine').isVisible(), false);
  assert.equal(await refineButton(page).getAttribute('aria-expanded'), 'false');
  await page.picture('refine-nothing');
});

test('the keyboard alone opens the form, refines, and removes the chip', async () => {
  const page = await openPage();
  await refineButton(page).focus();
  await page.page.keyboard.press('Enter');
  await type(page, 'json');
  await untilRefined(page, { focus: 'json' });
  await page.page.waitForSelector('.chip');
  assert.deepEqual(await chips(page), ['focus json✕']);
  await page.frame('shop.Log').waitFor({ state: 'detached' });
  await page.page.keyboard.press('Escape');
  assert.equal(await page.page.locator('.refine-form').isVisible(), false);
  assert.deepEqual(await chips(page), ['focus json✕']);
  assert.equal(await activeName(page), 'Refine (refined)');
  await page.page.getByRole('button', { name: 'Remove focus: json' }).focus();
  await page.page.keyboard.press('Enter');
  await untilRefined(page, {});
  await page.frame('shop.Log').waitFor();
  assert.equal(await activeName(page), 'Refine');
  assert.deepEqual(await page.problems(), []);
});

test('an invalid pattern shows an error at its field and keeps the profile, and Escape restores the field', async () => {
  const page = await openPage();
  await enterInvalidPattern(page);
  await page.picture('refine-wrong');
  assert.deepEqual(await chips(page), ['focus json✕']);
  assert.equal(await page.frame('json.Parse').count(), 1);
  await page.page.keyboard.press('Escape');
  await page.page.waitForFunction(() => !document.querySelector('.refine-field.wrong'));
  const value = await page.page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  assert.equal(value, 'json');
});

for (const width of [320, 510, 1400]) {
  test(`chips and fields are below the toolbar and inside the page at ${width} pixels`, async () => {
    const page = await openPage(RUN, { width });
    await enterInvalidPattern(page);
    await page.picture(`refine-${width}`);
    const misplaced = await page.page.evaluate(() => {
      const bottoms = [...document.querySelectorAll('.what, .tools')].map((part) => part.getBoundingClientRect().bottom);
      const minTop = Math.max(...bottoms);
      return [...document.querySelectorAll('.toolbar *, .refine, .refine *, .tab-row *')]
        .filter((part) => part.checkVisibility())
        .filter((part) => {
          const { left, right, top } = part.getBoundingClientRect();
          return left < 0 || right > innerWidth + 0.5 || (part.closest('.refine') !== null && top < minTop);
        })
        .map((part) => part.outerHTML.slice(0, 80));
    });
    assert.deepEqual(misplaced, []);
  });
}

test('other fields still work while one field is invalid', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await type(page, '(');
  await page.page.waitForSelector('.refine-field.wrong');
  await page.page.getByLabel(/^hide:/).last().click();
  await type(page, 'Log');
  await untilRefined(page, { hide: 'Log' });
  assert.equal(await page.page.locator('.refine-field.wrong').count(), 1);
});

test('the field, its chip and an announcement say that a pattern matches nothing', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await type(page, 'nomatch');
  await page.shows('.chip.unmatched', 'matches nothing');
  await page.shows('.field-note', 'Matches nothing');
  await page.shows('.spoken', 'Nothing matches focus.');
  await page.picture('refine-unmatched');
});

test('an invalid range of label values shows how to write a range', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await page.page.getByRole('button', { name: 'More ways to refine' }).click();
  await page.page.getByLabel(/^tagfocus:/).last().click();
  await type(page, 'bytes=1.5kb:');
  await page.shows('.field-note:not(:empty)', 'Matches nothing in this profile: write a range as 1kb:64kb, in whole numbers');
  await page.page.keyboard.press('Control+A');
  await type(page, 'user=zoe');
  await untilRefined(page, { tagfocus: 'user=zoe' });
  await page.page.waitForFunction(
    () => document.querySelector('.field-note:not(:empty)')?.textContent === 'Matches nothing in this profile',
  );
});

test('a saved flame graph names its refinement', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await type(page, 'Checkout|json');
  await untilRefined(page, { focus: 'Checkout|json' });
  await page.page.getByRole('button', { name: 'Save as SVG' }).click();
  const { svg } = (await page.sent('saveSvg')) as { svg: string };
  assert.match(svg, / · refined by focus: Checkout\|json<\/text>/);
});

test('the Down key offers earlier values', async () => {
  const page = await openPage();
  await refineButton(page).click();
  for (const text of ['json', 'Log']) {
    await page.page.keyboard.press('Control+A');
    await type(page, text);
    await untilRefined(page, { focus: text });
  }
  await page.page.keyboard.press('ArrowDown');
  await page.page.getByRole('menuitem', { name: 'json' }).waitFor();
  await page.picture('refine-history');
  await page.page.keyboard.press('Enter');
  await untilRefined(page, { focus: 'json' });
  assert.deepEqual(await page.problems(), []);
});

test('flags, numbers and choices keep their types, and one button clears all', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await page.page.getByRole('button', { name: 'More ways to refine' }).click();
  await page.page.getByRole('checkbox', { name: /^noinlines/ }).click();
  await page.page.getByLabel(/^divide_by/).last().click();
  await type(page, '4');
  await untilRefined(page, { noinlines: true, divide_by: 4 });
  await page.page.getByRole('combobox', { name: 'granularity' }).selectOption('lines');
  await untilRefined(page, { noinlines: true, divide_by: 4, granularity: 'lines' });
  await page.page.waitForFunction(() => document.querySelectorAll('.chip').length === 3);
  assert.deepEqual(await chips(page), ['divide_by 4✕', 'granularity lines✕', 'noinlines✕']);
  await page.picture('refine-more');
  await page.page.getByRole('button', { name: 'Clear all' }).click();
  await untilRefined(page, {});
  assert.equal(await page.page.getByLabel(/^divide_by/).last().evaluate((field: HTMLInputElement) => field.value), '');
});

test('the keyboard selects labels, and a sample needs one of the selected values of each key', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await page.page.getByRole('button', { name: 'Labels…' }).focus();
  await page.page.keyboard.press('Enter');
  await page.page.getByRole('checkbox', { name: /^cleo/ }).waitFor();
  assert.equal(await activeName(page), 'Search labels');
  const rows = await page.page.locator('.label-row').allTextContents();
  assert.deepEqual(rows.slice(0, 3), ['1.50kB20\u202fns · 17\u202f%', '16B5\u202fns · 4\u202f%', '/cart70\u202fns · 58\u202f%']);
  await page.page.keyboard.type('user');
  await page.page.waitForFunction(() => document.querySelectorAll('.label-row').length === 3);
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Space']) await page.page.keyboard.press(key);
  await untilRefined(page, { labels: [{ key: 'user', texts: ['bob', 'ann'], ranges: [] }] });
  await page.page.getByLabel('Search labels').last().fill('');
  await page.page.getByRole('checkbox', { name: /^\/prices/ }).click();
  const both = [{ key: 'route', texts: ['/prices'], ranges: [] }, { key: 'user', texts: ['bob', 'ann'], ranges: [] }];
  await untilRefined(page, { labels: both });
  await page.picture('refine-labels');
  assert.equal(await page.page.getByRole('checkbox', { name: /^ann/ }).getAttribute('aria-checked'), 'true');
  await page.page.keyboard.press('Escape');
  await page.page.waitForFunction(() => !document.querySelector('.popup'));
  assert.deepEqual(await chips(page), ['label route: /prices✕', 'label user: bob, ann✕']);
  await page.frame('json.Parse').waitFor({ state: 'detached' });
  assert.deepEqual(await page.problems(), []);
});

test('labels that stay the same while the search goes on are not drawn again, which would lose a key pressed on them', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await page.page.getByRole('button', { name: 'Labels…' }).click();
  await page.page.getByRole('checkbox', { name: /^cleo/ }).waitFor();
  await page.page.keyboard.type('use');
  await page.page.waitForFunction(() => document.querySelectorAll('.label-row').length === 3);
  await page.page.evaluate(() => void (fakeHost.holding = true));
  await page.page.keyboard.type('r');
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  const isStillThere = await page.page.evaluate(async () => {
    const row = document.querySelector('.label-row')!;
    fakeHost.release();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return row.isConnected;
  });
  assert.ok(isStillThere);
});

test('selected values can be excluded, numbers can be filtered by a range, and an invalid range shows an error', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await page.page.getByRole('button', { name: 'Labels…' }).click();
  await page.page.getByRole('checkbox', { name: /^cleo/ }).click();
  await page.page.getByRole('button', { name: 'All but these' }).click();
  await untilRefined(page, { labels: [{ key: 'user', texts: ['cleo'], ranges: [], leftOut: true }] });
  await page.page.getByLabel('Range of bytes').last().click();
  await type(page, '5s:1kb');
  await page.shows('.label-note.wrong', 'units of different kinds');
  await page.picture('refine-labels-wrong');
  await page.page.keyboard.type('1b:1kb');
  await page.page.keyboard.press('Enter');
  await untilRefined(page, {
    labels: [
      { key: 'bytes', texts: [], ranges: ['1b:1kb'] },
      { key: 'user', texts: ['cleo'], ranges: [], leftOut: true },
    ],
  });
  await page.page.getByRole('checkbox', { name: '1b:1kb' }).waitFor();
});

test('a long list shows the heaviest values, and a button shows the other values', async () => {
  const many = Array.from({ length: 300 }, (_, i) => `  main.f${i} ${i + 1} /a.go:1 {user=u${i}}`);
  const page = await openPage(`all 0\n${many.join('\n')}`);
  await refineButton(page).click();
  await page.page.getByRole('button', { name: 'Labels…' }).click();
  await page.page.getByRole('button', { name: '250 more…' }).click();
  await page.page.waitForFunction(() => document.querySelectorAll('.label-row').length === 300);
});

test('without labels in the profile, the list says how to set labels', async () => {
  const page = await openPage('all 0\n  main.main 5 /a.go:1');
  await refineButton(page).click();
  await page.page.getByRole('button', { name: 'Labels…' }).click();
  await page.shows('.label-note', 'pprof.Do');
  await page.picture('refine-no-labels');
});

test('a refinement is saved under a name, applied, renamed and deleted', async () => {
  const page = await openPage();
  await refineButton(page).click();
  await type(page, 'json');
  await untilRefined(page, { focus: 'json' });
  const open = () => page.page.getByRole('button', { name: 'Saved…' }).click();
  await open();
  await type(page, 'parsing');
  await page.page.locator('.saved-apply').waitFor();
  await page.page.keyboard.press('Escape');
  await page.page.getByRole('button', { name: 'Clear all' }).click();
  await untilRefined(page, {});
  await open();
  await page.picture('refine-saved');
  await page.page.keyboard.press('Enter');
  await untilRefined(page, { focus: 'json' });
  await open();
  await page.page.getByRole('button', { name: 'Rename parsing' }).click();
  await page.page.keyboard.press('Control+A');
  await type(page, 'decoding');
  await page.page.getByRole('button', { name: 'Delete decoding' }).click();
  await page.shows('.saved-none', 'Nothing is saved yet');
  assert.deepEqual(await page.page.evaluate(() => fakeHost.saved), []);
});

test('the menu of a frame focuses on a function or hides it, and hidden functions stay hidden', async () => {
  const page = await openPage();
  const choose = async (label: string, item: string) => {
    await page.frame(label).click({ button: 'right', position: { x: 4, y: 4 } });
    await page.page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('shop.(*Cart).Checkout[...]', 'Hide');
  // Patterns match pprof's name of the function.
  const checkout = '^shop\\.\\.Checkout\\[\\.\\.\\.\\]$';
  await untilRefined(page, { hide: checkout });
  await page.page.waitForFunction(() => !document.querySelector('g.frame[name^="shop.(*Cart)"]'));
  await choose('shop.Log', 'Hide');
  await untilRefined(page, { hide: `${checkout}|^shop\\.Log$` });
  await choose('json.Parse', 'Focus');
  await untilRefined(page, { hide: `${checkout}|^shop\\.Log$`, focus: '^json\\.Parse$' });
  assert.equal(await page.page.locator('.refine-form').isVisible(), false);
});

for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const) {
  test(`the refine bar meets the accessibility rules: ${theme}`, async () => {
    const page = await openPage(RUN, { theme });
    await refineButton(page).click();
    await type(page, '^main');
    await page.page.getByLabel(/^ignore:/).last().click();
    await type(page, 'nomatch');
    await page.page.waitForSelector('.chip.unmatched');
    await page.page.getByLabel(/^hide:/).last().click();
    await type(page, '[');
    await page.page.waitForSelector('.refine-field.wrong');
    await page.picture(`refine-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
    await page.page.getByRole('button', { name: 'Labels…' }).click();
    await page.page.getByRole('checkbox', { name: /^ann/ }).click();
    await page.page.waitForFunction(() => document.querySelectorAll('.chip').length === 3);
    await page.picture(`refine-labels-${theme}`);
    assert.deepEqual(await violationsOn(page.page), []);
  });
}
