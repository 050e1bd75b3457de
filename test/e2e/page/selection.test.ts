import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type PageUnderTest } from './browser';

const tests = pageTests();

const RUN = `
all 0
  main.main 10 /src/m.go:1
    main.load 30 /src/m.go:9
      json.Parse 40 /src/json.go:7
    main.save 20 /src/m.go:20
  runtime.gc 25 /src/gc.go:3`;

const OTHER = `
all 0
  main.main 10 /src/m.go:1
    main.save 20 /src/m.go:20`;

const openTab = ({ page }: PageUnderTest, name: string) => page.getByRole('tab', { name, exact: true }).click();
const details = (page: PageUnderTest, part: string) => page.page.locator(`.flame .${part}`).innerText();
const ringWidth = ({ page }: PageUnderTest) => page.locator('.ring.focus').first().getAttribute('width').then(Number);

/** Waits until a frame is focused and the details show it. */
async function untilFocused(page: PageUnderTest, name: string): Promise<void> {
  await page.page.waitForFunction((label) => document.querySelector('#focused-frame')?.getAttribute('name') === label, name);
  await page.shows('.flame .detail-name', name);
}

/** Selects a function in Top. */
async function select(page: PageUnderTest, name: string): Promise<void> {
  await openTab(page, 'Top');
  await page.page.getByRole('row', { name: new RegExp(`^${name.replace('.', '\\.')},`) }).first().click();
}

/** What is copied of an element whose whole text is selected. */
const copied = ({ page }: PageUnderTest, selector: string) => page.locator(selector).evaluate((shown) => {
  getSelection()!.selectAllChildren(shown);
  const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true, composed: true });
  shown.dispatchEvent(event);
  return event.clipboardData!.getData('text/plain');
});

async function openPage(): Promise<PageUnderTest> {
  const page = await tests.open();
  await page.load(RUN);
  return page;
}

/** Shows another profile, as a refinement or a comparison does. */
const switchTo = (page: PageUnderTest, tree: string, id: number) =>
  page.page.evaluate(([picture, profile]) => fakeHost.load(picture, { id: profile }), [tree, id] as const);

test('the flame graph focuses the function selected in Top, even after a refinement', async () => {
  const page = await openPage();
  await select(page, 'json.Parse');
  await switchTo(page, RUN, 5);
  await openTab(page, 'Flame Graph');
  await untilFocused(page, 'json.Parse');
  assert.ok((await ringWidth(page)) > 10);
  await page.graph.focus();
  await page.page.keyboard.press('ArrowUp');
  await untilFocused(page, 'main.load');
  assert.deepEqual(await page.problems(), []);
});

test('a refinement keeps the selection in the visible flame graph', async () => {
  const page = await openPage();
  await page.frame('main.save').click();
  await page.zoomedTo('main.save');
  await switchTo(page, OTHER.replace('main.main 10', 'main.main 11'), 5);
  await page.zoomedTo('all');
  await untilFocused(page, 'main.save');
});

test('the flame graph focuses the selected function after a reload in another tab', async () => {
  const page = await openPage();
  await select(page, 'main.load');
  await page.page.reload();
  await page.page.evaluate((tree) => fakeHost.load(tree), RUN);
  await page.page.waitForSelector('.top-row.function');
  await openTab(page, 'Flame Graph');
  await untilFocused(page, 'main.load');
});

test('a selected function outside the zoomed frame is reported missing, and focused after zooming out', async () => {
  const page = await openPage();
  await page.frame('main.load').click();
  await page.zoomedTo('main.load');
  await select(page, 'runtime.gc');
  await openTab(page, 'Flame Graph');
  await page.shows('.flame .detail-name', 'runtime.gc');
  assert.equal(await details(page, 'detail-source'), 'Not among the functions that the graph shows; zoom out to look for it.');
  assert.match(await details(page, 'figures'), /–[^]*–[^]*–[^]*–/);
  assert.equal(await ringWidth(page), 0);
  assert.equal(await page.page.locator('#focused-frame').count(), 0);
  await page.graph.focus();
  for (const key of ['Enter', 'o', 'p', 'Control+Enter', 'Control+c']) await page.page.keyboard.press(key);
  const actions = (await page.received()).filter(({ kind }) => kind === 'openSource' || kind === 'copy');
  assert.deepEqual(actions, []);
  await page.zoomedTo('main.load');
  await page.page.keyboard.press('Home');
  await page.zoomedTo('all');
  await untilFocused(page, 'runtime.gc');
});

test('arrow keys start from the zoomed frame if the selected function is missing', async () => {
  const page = await openPage();
  await page.frame('main.load').click();
  await page.zoomedTo('main.load');
  await select(page, 'main.save');
  await openTab(page, 'Flame Graph');
  await page.shows('.flame .detail-name', 'main.save');
  await page.graph.focus();
  await page.page.keyboard.press('ArrowDown');
  await untilFocused(page, 'json.Parse');
  await page.page.keyboard.press('Backspace');
  await page.zoomedTo('main.main');
  await untilFocused(page, 'main.main');
});

test('a selected function that is not in the profile is reported missing', async () => {
  const page = await openPage();
  await select(page, 'runtime.gc');
  await switchTo(page, OTHER, 6);
  await openTab(page, 'Flame Graph');
  await page.shows('.flame .detail-name', 'runtime.gc');
  assert.equal(await details(page, 'detail-source'), 'Not among the functions that the graph shows.');
  await page.frame('main.save').hover();
  assert.equal(await details(page, 'detail-name'), 'main.save');
  await page.page.mouse.move(400, 690);
  assert.equal(await details(page, 'detail-name'), 'runtime.gc');
  await page.frame('main.save').click();
  await page.zoomedTo('main.save');
  await untilFocused(page, 'main.save');
  assert.deepEqual(await page.problems(), []);
});

test('keys that are pressed before a search in Top has its answer act on the row that it finds', async () => {
  const page = await openPage();
  await openTab(page, 'Top');
  await page.page.waitForSelector('.top-row.function');
  await page.page.evaluate(() => (fakeHost.holding = true));
  for (const key of ['/', ...'save$', 'Enter', 'ArrowRight']) await page.page.keyboard.press(key);
  await page.page.evaluate(() => {
    fakeHost.holding = false;
    fakeHost.release();
  });
  await page.shows('.top-row.call .label', 'main.main');
  await page.shows('.top-row.cursor .label', 'main.save');
});

test('a name is copied from the details in one line, also with the text around it', async () => {
  const name = 'github.com/a/b.(*Tree[go.shape.int]).Insert';
  const page = await tests.open();
  await page.load(`all 0\n  ${name} 10 /src/b.go:1`);
  await openTab(page, 'Top');
  await page.page.getByRole('row', { name: /Insert,/ }).first().click();
  await page.page.locator('.detail-name:visible').waitFor();
  assert.equal(await copied(page, '.detail-name:visible'), name);
  assert.match(await copied(page, '.detail-what:visible'), /^github\.com\/a\/b\.\(\*Tree\[go\.shape\.int\]\)\.Insert\n+\S*b\.go/);
  assert.equal(await page.page.locator('.copying').count(), 0);
});
