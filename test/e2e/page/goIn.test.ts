import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type PageUnderTest } from './browser';
import { drawnGraph } from './fakeCallGraph';

const tests = pageTests();

const PICTURE = `
all 0
  main.main 20 /shop/main.go:12
    cart.Total 410 /shop/cart/cart.go:48
      price.Convert 650 /shop/price/price.go:31
      runtime.mallocgc 180 /usr/local/go/src/runtime/malloc.go:1059
`;
const STACKS = '650 | price.Convert p.go:31 < cart.Total c.go:48 < main.main m.go:1\n20 | main.main m.go:1';

async function openTab(name: string): Promise<PageUnderTest> {
  const page = await tests.open();
  const graph = await drawnGraph(STACKS, true);
  await page.page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
  await page.load(PICTURE);
  await page.page.getByRole('tab', { name, exact: true }).click();
  return page;
}

/** The functions whose sources the page has opened. */
async function opened(page: PageUnderTest): Promise<(string | undefined)[]> {
  const messages = (await page.received()) as readonly { kind: string; function?: string }[];
  return messages.filter(({ kind }) => kind === 'openFunction').map(({ function: name }) => name);
}

async function press({ page }: PageUnderTest, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('in the graph, Enter selects a function and zooms in on it, and Ctrl+Enter opens its source', async () => {
  const page = await openTab('Graph');
  await page.page.waitForSelector('.call-graph-tab.drawn');
  const transform = () => page.page.locator('.scene').getAttribute('transform');
  await page.page.getByRole('option', { name: /^cart\.Total,/ }).focus();
  const before = await transform();
  await press(page, 'Enter');
  assert.notEqual(await transform(), before);
  await page.shows('.call-graph-tab .detail-name', 'cart.Total');
  assert.deepEqual(await opened(page), []);
  await press(page, 'ControlOrMeta+Enter');
  await page.sent('openFunction');
  assert.deepEqual(await opened(page), ['cart.Total']);
});

test('in Top, Enter unfolds a row, and Ctrl+Enter opens its source', async () => {
  const page = await openTab('Top');
  await page.page.waitForSelector('.top-row.cursor');
  await page.page.locator('.top-grid').focus();
  await press(page, 'Enter');
  await page.page.waitForSelector('.top-row.call');
  assert.deepEqual(await opened(page), []);
  await press(page, 'ControlOrMeta+Enter');
  await page.sent('openFunction');
  assert.deepEqual(await opened(page), ['price.Convert']);
});

test('in Callers & callees, Enter on the function goes to its heaviest callee; o and a double click open the source', async () => {
  const page = await openTab('Callers & callees');
  const showsFunction = (name: string) => page.shows('.peek-function .peek-name', name);
  const callOf = (name: string) => page.page.getByRole('button', { name: new RegExp(` ${name}$`) });
  await showsFunction('price.Convert');
  await callOf('cart.Total').click();
  await showsFunction('cart.Total');
  await press(page, 'o');
  await page.sent('openFunction');
  await press(page, 'Enter');
  await showsFunction('price.Convert');
  await callOf('cart.Total').dblclick();
  await showsFunction('cart.Total');
  await page.sent('openFunction', 1);
  assert.deepEqual(await opened(page), ['cart.Total', 'cart.Total']);
});
