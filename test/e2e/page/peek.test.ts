import assert from 'node:assert/strict';
import test from 'node:test';
import { type Options, pageTests, type PageUnderTest } from './browser';

const tests = pageTests();

const PICTURE = `
all 0
  main.main 20 /home/dev/shop/main.go:12
    cart.Total 410 /home/dev/shop/cart/cart.go:48
      price.Convert 650 /home/dev/shop/price/price.go:31 inlined
        strconv.ParseFloat 240 /usr/local/go/src/strconv/atof.go:701
      runtime.mallocgc 180 /usr/local/go/src/runtime/malloc.go:1059
    json.Unmarshal 90 /usr/local/go/src/encoding/json/decode.go:113
      runtime.mallocgc 150 /usr/local/go/src/runtime/malloc.go:1059
`;

async function openPeek(
  picture: string | number = PICTURE,
  options: Options = {},
  changes: Parameters<PageUnderTest['load']>[1] = {},
): Promise<PageUnderTest> {
  const page = await tests.open(options);
  await page.load(picture, changes);
  await page.page.getByRole('tab', { name: 'Callers & callees' }).click();
  return page;
}

const field = ({ page }: PageUnderTest) => page.getByRole('combobox', { name: 'Search functions' });
const call = ({ page }: PageUnderTest, name: string) => page.getByRole('button', { name: new RegExp(` ${name}( inlined)?$`) });
const showsFunction = (page: PageUnderTest, name: string) => page.shows('.peek-function .peek-name', name);

/** Chooses a function by part of its name. */
async function choose(page: PageUnderTest, text: string, name: string): Promise<void> {
  await page.page.keyboard.press('/');
  await field(page).fill(text);
  await page.page.getByRole('option', { name, exact: true }).click();
  await showsFunction(page, name);
}

/** The texts of the callers or callees, such as `1.5 µs 100 % main.main`. */
const calls = ({ page }: PageUnderTest, side: 'Callers' | 'Callees') =>
  page.getByRole('list', { name: new RegExp(`^${side} of`) }).getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => button.textContent?.trim()));

test('without a selection, Peek shows the heaviest function; without samples, it says that there are none, as the other tabs do', async () => {
  const page = await openPeek();
  await showsFunction(page, 'price.Convert');
  await page.page.evaluate(() => fakeHost.load('all 0', { id: 8 }));
  await page.shows('.peek-tab .empty', 'The profile has no samples of this type.');
});

test('a function is chosen by part of its name, and Peek shows its callers and callees', async () => {
  const page = await openPeek();
  await choose(page, 'tot', 'cart.Total');
  assert.deepEqual(await calls(page, 'Callers'), ['1.5\u202fµs 100\u202f% main.main']);
  assert.deepEqual(await calls(page, 'Callees'), ['0.89\u202fµs 60\u202f% price.Convert inlined', '0.18\u202fµs 12\u202f% runtime.mallocgc']);
  const figures = await page.page.locator('.peek-figures').innerText();
  assert.equal(figures.replace(/\s+/g, ' '), 'flat 0.41 µs flat % 24 % cum 1.5 µs cum % 85 %');
  assert.deepEqual(await page.problems(), []);
});

test('in a narrow panel, the figures are below the name and aligned with it', async () => {
  const page = await openPeek();
  await page.page.setViewportSize({ width: 420, height: 800 });
  await choose(page, 'tot', 'cart.Total');
  const [name, figure] = await Promise.all(['.peek-function .peek-name', '.peek-figures dt'].map((part) =>
    page.page.locator(part).first().evaluate((element) => element.getBoundingClientRect())));
  assert.ok(figure!.top > name!.bottom, 'beside the name');
  assert.equal(figure!.left, name!.left);
});

test('at 270 pixels, each figure of the function is visible', async () => {
  const page = await openPeek();
  await page.page.setViewportSize({ width: 270, height: 800 });
  await choose(page, 'tot', 'cart.Total');
  const right = await page.page.locator('.peek-figures dd').evaluateAll((values) => {
    return values.map((value) => value.getBoundingClientRect().right);
  });
  assert.equal(right.length, 4);
  assert.ok(Math.max(...right) <= 260, right.join());
});

test('a command shows the callers and callees of its function, not of the last selection', async () => {
  const page = await openPeek();
  await choose(page, 'tot', 'cart.Total');
  const show = (select: string) => page.page.evaluate((name) => {
    fakeHost.send('showTab', { tab: 'peek', focus: true, select: name });
  }, select);
  await show('json.Unmarshal');
  await showsFunction(page, 'json.Unmarshal');
  await page.page.getByRole('tab', { name: 'Top' }).click();
  await show('price.Convert');
  await showsFunction(page, 'price.Convert');
  await show('unused');
  await page.shows('.peek-tab .empty', 'This profile has no samples of unused.');
});

test('a click or a key selects a caller or callee, and Back and Forward return to earlier functions', async () => {
  const page = await openPeek();
  await choose(page, 'tot', 'cart.Total');
  await call(page, 'runtime.mallocgc').click();
  await showsFunction(page, 'runtime.mallocgc');
  await page.page.keyboard.press('ArrowUp');
  await page.page.keyboard.press('Enter');
  await showsFunction(page, 'json.Unmarshal');
  for (const [button, name] of [['Back', 'runtime.mallocgc'], ['Back', 'cart.Total'], ['Forward', 'runtime.mallocgc']] as const) {
    await page.page.getByRole('button', { name: new RegExp(`^${button}`) }).click();
    await showsFunction(page, name);
  }
  await page.page.locator('.peek-function').focus();
  await page.page.keyboard.press('Alt+ArrowLeft');
  await showsFunction(page, 'cart.Total');
});

test('a click on the function opens its source, and so does Ctrl+click or Ctrl+Enter on a caller or callee', async () => {
  const page = await openPeek();
  await choose(page, 'tot', 'cart.Total');
  await page.page.locator('.peek-function').click();
  const expected = { kind: 'openFunction', profile: 3, function: 'cart.Total', file: '/home/dev/shop/cart/cart.go' };
  assert.deepEqual(await page.sent('openFunction'), expected);
  await call(page, 'price.Convert').click({ modifiers: ['ControlOrMeta'] });
  assert.equal((await page.sent('openFunction', 1) as typeof expected).function, 'price.Convert');
  await call(page, 'runtime.mallocgc').focus();
  await page.page.keyboard.press('Control+Enter');
  assert.equal((await page.sent('openFunction', 2) as typeof expected).function, 'runtime.mallocgc');
  await showsFunction(page, 'cart.Total');
});

test('the keyboard chooses a function from the list, and an invalid pattern shows an error', async () => {
  const page = await openPeek();
  await page.page.keyboard.press('/');
  await page.page.keyboard.type('^(json|price)');
  // The list has all functions until the pattern has an answer.
  await page.page.locator('[role=option]:first-child', { hasText: 'price.Convert' }).waitFor();
  assert.deepEqual(await page.page.locator('[role=option]').allInnerTexts(), ['price.Convert', 'json.Unmarshal']);
  await page.page.keyboard.press('ArrowDown');
  await page.page.keyboard.press('Enter');
  await showsFunction(page, 'json.Unmarshal');
  assert.equal(await page.page.getByRole('listbox').count(), 0, 'the list is still open');
  await page.page.keyboard.press('/');
  await field(page).fill('(');
  await page.shows('.chooser-remark', 'not an RE2 regular expression');
  await field(page).fill('no such name');
  await page.shows('.chooser-remark', 'No function matches.');
});

test('Peek says if the function has no samples', async () => {
  const page = await openPeek();
  await choose(page, 'tot', 'cart.Total');
  await page.page.evaluate(() => fakeHost.load('all 0\n  main.other 5 /home/dev/shop/main.go:12', { id: 9 }));
  await page.shows('.peek-tab .empty', 'This profile has no samples of cart.Total.');
});

test('a long list shows the heaviest calls, and a button shows all calls', async () => {
  const many = Array.from({ length: 300 }, (_, i) => `    f.callee${i} ${1000 - i} /f.go:${i + 1}`);
  const page = await openPeek(`all 0\n  main.main 1 /main.go:1\n${many.join('\n')}`);
  await choose(page, 'main', 'main.main');
  assert.equal((await calls(page, 'Callees')).length, 200);
  await page.page.getByRole('button', { name: 'Show all 300' }).click();
  await page.page.waitForFunction(() => document.querySelectorAll('.peek-call').length === 300);
});

test('at the granularity of lines, Peek shows all lines of the function, heaviest first', async () => {
  const page = await tests.open();
  await page.load('all 0\n  main.main 5 /main.go:1\n    f.work 7 /f.go:3\n  main.main 5 /main.go:2\n    f.work 9 /f.go:8');
  await page.page.evaluate(() => fakeHost.refineTo({ granularity: 'lines' }));
  await page.page.getByRole('tab', { name: 'Callers & callees' }).click();
  await page.page.keyboard.press('/');
  await field(page).fill('work');
  await page.page.locator('[role=option]').click();
  await page.page.locator('.peek-block').nth(1).waitFor();
  assert.deepEqual(await page.page.locator('.peek-function .peek-name').allInnerTexts(), ['f.work /f.go:8', 'f.work /f.go:3']);
});

test('callers and callees of few samples are gray and say why, after one question', async () => {
  // One unit is one sample.
  const page = await openPeek('all 0\n  main.main 200\n    main.rare 3\n    main.often 90');
  await showsFunction(page, 'main.main');
  const rare = page.page.getByRole('button', { name: / main\.rare mostly chance$/ });
  await rare.waitFor();
  assert.equal(await rare.getAttribute('title'), 'main.rare\nToo few samples: mostly chance');
  assert.equal(await page.page.locator('.peek-call.unsure').count(), 1);
  assert.deepEqual(await page.problems(), []);
});

test('the figures of the function itself are gray and say why if they rest on few samples', async () => {
  const page = await openPeek('all 0\n  main.main 3\n    main.often 90');
  await choose(page, 'main', 'main.main');
  await page.shows('.peek-remark', 'flat mostly chance');
  const gray = page.page.locator('.peek-figures dd.unsure');
  assert.deepEqual(await gray.allInnerTexts(), ['3\u202fns', '3\u202f%']);
  assert.equal(await gray.first().getAttribute('title'), 'Too few samples: mostly chance');
  const colors = await page.page.locator('.peek-figures dd').evaluateAll((all) => all.map((dd) => getComputedStyle(dd).color));
  assert.notEqual(colors[0], colors[2]);
  assert.deepEqual(await page.problems(), []);
});

test('in a comparison, increases have a plus', async () => {
  const page = await openPeek('all 0\n  main.main 0\n    main.slower 90\n    main.faster -20');
  await choose(page, 'main', 'main.main');
  assert.deepEqual((await calls(page, 'Callees')).length, 2);
  const values = await page.page.locator('.peek-value').allInnerTexts();
  assert.deepEqual(values.map((text) => text.replaceAll(/\s/g, '')), ['▲+90ns', '▼−20ns']);
});

test('in a comparison without decreases, increases have a plus too, and a change of few samples is no increase', async () => {
  const comparison = { head: 'CPU new · 0 → 93 ns', now: '14:22', before: '14:05', unit: 'nanoseconds', remarks: [], normalize: false };
  const page = await openPeek('all 0\n  main.main 0\n    main.slower 90\n    main.rare 3', {}, { comparison });
  await choose(page, 'main', 'main.main');
  await page.page.locator('.peek-call.unsure').waitFor();
  const values = await page.page.locator('.peek-value').allInnerTexts();
  assert.deepEqual(values.map((text) => text.replaceAll(/\s/g, '')), ['▲+90ns', '~+3ns']);
});

test('a remark that does not fit beside the name is hidden, and the tooltip has it', async () => {
  const name = 'main.(*decoder).rareCase';
  const page = await openPeek(`all 0\n  main.main 200\n    ${name} 3 /home/dev/a.go:1 inlined`, { width: 395 });
  await showsFunction(page, 'main.main');
  const row = page.page.locator('.peek-call', { hasText: 'rareCase' });
  await row.locator('.remark', { hasText: 'mostly chance' }).waitFor({ state: 'attached' });
  const isVisible = (part: string) => row.evaluate((call, selector) => {
    const [inner, outer] = [call.querySelector(selector)!, call].map((element) => element.getBoundingClientRect());
    return inner!.top >= outer!.top && inner!.bottom <= outer!.bottom;
  }, part);
  const hasWholeName = () => row.locator('.peek-name').evaluate((text) => text.scrollWidth <= text.clientWidth);
  assert.deepEqual([await hasWholeName(), await isVisible('.remark:last-child')], [true, false]);
  assert.match(await row.getAttribute('title') ?? '', /^main\.\(\*decoder\)\.rareCase\ninlined\n/);
  await page.page.setViewportSize({ width: 900, height: 800 });
  await page.page.waitForFunction(() => innerWidth === 900);
  assert.deepEqual([await hasWholeName(), await isVisible('.remark:last-child')], [true, true]);
});

test('a long name is cut off in its type arguments, because the methods of a type differ after them', async () => {
  const name = 'a.org/b.(*node[go.shape.*uint8,example.com/some/where.AnyTypeWithALongName]).insert';
  const calls = `all 0\n  main.main 90 /home/dev/main.go:3\n    ${name} 40 /home/dev/b/b.go:30\n`;
  const { page } = await openPeek(calls, { width: 500 });
  const parts = page.getByRole('list', { name: /^Callees of/ }).locator('.peek-name > span');
  await parts.first().waitFor();
  const cutOff = await parts.evaluateAll((elements) =>
    elements.map((part) => [part.textContent, part.scrollWidth > part.clientWidth]));
  const typeArguments = 'go.shape.*uint8,example.com/some/where.AnyTypeWithALongName';
  assert.deepEqual(cutOff, [['b.(*node[', false], [typeArguments, true], [']).insert', false]]);
});
