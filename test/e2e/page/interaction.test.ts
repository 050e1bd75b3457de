import assert from 'node:assert/strict';
import test from 'node:test';
import { drawnGraph } from './fakeCallGraph';
import { pageTests, type PageUnderTest } from './browser';
import { idOf } from './fakeProfile';

const tests = pageTests();

const RUN = `
all 0
  runtime.goexit 0 /go/src/runtime/asm.s:1700
    testing.runN 0 /go/src/testing/benchmark.go:205
      shop.BenchmarkCart 10 /src/shop/cart_test.go:12
        shop.Checkout 30 /src/shop/cart.go:44
          json.Parse 40 /go/src/encoding/json/parse.go:77
        shop.Log 20 /src/shop/log.go:9
  runtime.gc 25 /go/src/runtime/mgc.go:1300`;

const MANY = `
all 0
  main.wide 1000 /src/a.go:1
${Array.from({ length: 40 }, (_, i) => `  main.small${i} 1 /src/s.go:${i + 1}`).join('\n')}`;

async function openFocused(tree = RUN, changes: Parameters<PageUnderTest['load']>[1] = {}): Promise<PageUnderTest> {
  const page = await tests.open();
  await page.load(tree, changes);
  await page.graph.focus();
  return page;
}

const details = (page: PageUnderTest) => page.page.locator('.flame .detail-name').textContent();

async function press(page: PageUnderTest, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.page.keyboard.press(key);
}

test('a click works even if the graph changes while the button is down', async () => {
  const page = await openFocused('all 0\n  a.F 10\n    b.G 20');
  await page.page.evaluate(() => (fakeHost.holding = true));
  await press(page, 'ArrowDown', 'Enter');
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  await page.frame('b.G').hover({ position: { x: 9, y: 9 } });
  await page.page.mouse.down();
  await page.page.evaluate(() => {
    fakeHost.holding = false;
    fakeHost.release();
  });
  await page.zoomedTo('a.F');
  await page.page.mouse.up();
  await page.zoomedTo('b.G');
});

test('a click zooms in and keeps the ancestors visible, and the zoom path and a button zoom out', async () => {
  const page = await openFocused();
  await page.page.setViewportSize({ width: 1300, height: 700 });
  await page.frame('shop.Checkout').click();
  await page.zoomedTo('shop.Checkout');
  const drawn = await page.drawn();
  assert.equal(drawn.find(({ label }) => label === 'shop.BenchmarkCart')?.width, 1);
  assert.equal(drawn.find(({ label }) => label === 'shop.Checkout')?.width, 1);
  assert.equal(drawn.some(({ label }) => label === 'shop.Log'), false);
  await page.page.locator('.crumb', { hasText: 'testing.runN' }).click();
  await page.zoomedTo('testing.runN');
  await page.frame('all').click();
  await page.zoomedTo('all');
  const reset = page.page.getByRole('button', { name: 'Reset zoom' });
  assert.equal(await reset.isVisible(), false);
  await page.frame('shop.Checkout').click();
  await page.zoomedTo('shop.Checkout');
  await reset.click();
  await page.zoomedTo('all');
  assert.deepEqual(await page.problems(), []);
});

test('arrow keys move between frames, Enter zooms in, Backspace zooms out, Home resets', async () => {
  const page = await openFocused();
  await press(page, 'ArrowDown', 'ArrowRight');
  assert.equal(await details(page), 'runtime.gc');
  await press(page, 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
  assert.equal(await details(page), 'shop.Log');
  await press(page, 'ArrowUp', 'ArrowDown', 'Enter');
  await page.zoomedTo('shop.Checkout');
  await press(page, 'Backspace');
  await page.zoomedTo('shop.BenchmarkCart');
  await press(page, 'Home');
  await page.zoomedTo('all');
});

test('the focused frame is announced with its costs, share and depth', async () => {
  const page = await openFocused();
  await press(page, 'ArrowDown', 'ArrowDown');
  const focused = await page.graph.evaluate((graph) => {
    const item = document.getElementById(graph.getAttribute('aria-activedescendant') ?? '');
    return ['role', 'aria-level', 'aria-label'].map((name) => item?.getAttribute(name));
  });
  assert.deepEqual(focused, ['treeitem', '3', 'testing.runN, cum 100\u202fns, 80\u202f%, flat 0']);
  assert.equal(await page.graph.getAttribute('tabindex'), '0');
  assert.equal(await page.page.locator('#focused-frame').count(), 1);
});

test('clicks, keys, the button and the menu open the source of the same frame', async () => {
  const page = await openFocused();
  const frame = idOf(RUN, 'shop.Checkout');
  const actions: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['ctrl+click', () => page.frame('shop.Checkout').click({ modifiers: ['Control'] })],
    ['alt+click', () => page.frame('shop.Checkout').click({ modifiers: ['Alt'] })],
    ['double click', () => page.frame('shop.Checkout').dblclick()],
    ['o', () => press(page, 'o')],
    ['ctrl+Enter', () => press(page, 'Control+Enter')],
    ['button', () => page.page.mouse.move(5, 5).then(() => page.page.locator('.flame').getByText('Open source').click())],
    ['menu', async () => {
      await page.frame('shop.Checkout').click({ button: 'right' });
      await page.page.getByRole('menuitem', { name: 'Open source' }).click();
    }],
  ];
  for (const [index, [name, act]] of actions.entries()) {
    await act();
    assert.deepEqual(await page.sent('openSource', index), { kind: 'openSource', profile: 3, frame }, name);
  }
  await page.zoomedTo('all');
});

test('a double click opens the source when the mouse button goes down the second time', async () => {
  const page = await openFocused();
  const { x, y, width, height } = (await page.frame('shop.Checkout').boundingBox())!;
  const { mouse } = page.page;
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  await mouse.up();
  await mouse.down({ clickCount: 2 });
  assert.deepEqual(await page.sent('openSource'), { kind: 'openSource', profile: 3, frame: idOf(RUN, 'shop.Checkout') });
  await mouse.up({ clickCount: 2 });
  await page.zoomedTo('all');
});

test('the menu works by keyboard, copies the name, and then returns the focus to the graph', async () => {
  const page = await openFocused();
  await press(page, 'ArrowDown', 'ArrowDown', 'Shift+F10');
  await page.page.getByRole('menu').waitFor();
  await press(page, 'ArrowUp', 'Enter');
  assert.deepEqual(await page.sent('copy'), { kind: 'copy', text: 'testing.runN' });
  assert.equal(await page.page.getByRole('menu').count(), 0);
  await press(page, 'ArrowUp');
  assert.equal(await details(page), 'runtime.goexit');
});

test('the details show the hovered frame, or the selected one if none is hovered; without both, they are hidden', async () => {
  const page = await openFocused();
  await page.frame('shop.Log').hover();
  assert.equal(await details(page), 'shop.Log');
  assert.equal(await page.page.locator('.flame .detail-source').textContent(), '…/shop/log.go:9');
  assert.match((await page.page.locator('.flame .figures').innerText()).replace(/\s+/g, ' '), /20 ns.*20 ns.*16 %.*20 %/);
  await page.page.mouse.move(400, 690);
  assert.equal(await page.page.locator('.flame .details').isVisible(), false);
  await press(page, 'ArrowDown');
  assert.equal(await details(page), 'runtime.goexit');
  await page.frame('shop.Log').hover();
  assert.equal(await details(page), 'shop.Log');
});

test('the details show the hovered frame when the graph changes, until a key moves the focus', async () => {
  const page = await openFocused();
  await page.frame('shop.Log').hover();
  await press(page, '/');
  await page.page.keyboard.type('json');
  await page.shows('.search-result', '1 frame');
  assert.equal(await details(page), 'shop.Log');
  await press(page, 'Enter');
  assert.equal(await details(page), 'json.Parse');
});

test('the details show the focused frame until the pointer moves again', async () => {
  const page = await openFocused();
  await page.frame('testing.runN').hover();
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  await page.zoomedTo('shop.BenchmarkCart');
  await page.page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  assert.equal(await details(page), 'shop.BenchmarkCart');
  await page.frame('testing.runN').hover({ position: { x: 9, y: 9 } });
  assert.equal(await details(page), 'testing.runN');
});

test('a double click on "smaller frames" or on all opens no source, and with Ctrl it opens the source once', async () => {
  const page = await tests.open({ width: 500 });
  await page.load(MANY);
  await page.frame('main.wide').click();
  await page.zoomedTo('main.wide');
  await page.frame('all').click();
  await page.zoomedTo('all');
  await page.frame('all').dblclick({ modifiers: ['Control'] });
  await page.frame('main.wide').dblclick({ modifiers: ['Control'] });
  await page.page.locator("g[data-look~='rest']").dblclick();
  await page.zoomedTo('smaller frames');
  const requests = (await page.received()).filter(({ kind }) => kind === 'openSource');
  assert.deepEqual(requests, [{ kind: 'openSource', profile: 3, frame: idOf(MANY, 'main.wide') }]);
});

test('hovering a frame highlights every frame of the same function', async () => {
  const page = await openFocused('all 0\n  a.F 5\n    b.G 5\n      a.F 20\n  c.H 8');
  await page.frame('b.G').hover();
  assert.equal(await page.page.locator('g.same').count(), 1);
  await page.frame('a.F').first().hover();
  assert.equal(await page.page.locator('g.same').count(), 2);
});

test('a search highlights matches, dims other frames and shows the share, and Escape clears the search', async () => {
  const page = await openFocused();
  await press(page, '/');
  await page.page.keyboard.type('shop\\.(log|check)');
  await page.shows('.search-result', '72\u202f% · 2 frames');
  assert.equal(await page.page.locator("g[data-look~='matched']").count(), 2);
  assert.equal(await page.page.locator("g[data-look~='dimmed']").count(), 6);
  await press(page, 'Enter');
  assert.equal(await details(page), 'shop.Checkout');
  await press(page, 'n');
  assert.equal(await details(page), 'shop.Log');
  await press(page, 'Escape');
  await page.page.waitForFunction(() => !document.querySelector("[data-look~='dimmed']"));
  assert.equal(await page.page.locator('.search-result').first().textContent(), '');
});

test('an invalid search shows an error until the pattern is valid again', async () => {
  const page = await openFocused();
  await press(page, 'Control+f');
  await page.page.keyboard.type('shop.(');
  await page.shows('.search-error', 'missing closing )');
  await page.page.keyboard.type('Log)');
  await page.shows('.search-result', '1 frame');
  assert.equal(await page.page.locator('.search-error').first().isVisible(), false);
});

test('small frames are drawn as one frame, and zooming into it shows them', async () => {
  const page = await tests.open({ width: 500 });
  await page.load(MANY);
  const smallerFrames = page.page.locator("g[data-look~='rest']");
  await smallerFrames.hover();
  assert.match((await details(page)) ?? '', /^\d+ smaller frames$/);
  await smallerFrames.click();
  await page.zoomedTo('smaller frames');
  assert.ok((await page.drawn()).filter(({ depth }) => depth === 2).length >= 39);
  await page.graph.focus();
  await press(page, 'Backspace');
  await page.frame('main.wide').waitFor();
});

test('the graph starts at the benchmark, at any function, or shows whole stacks', async () => {
  const page = await openFocused(RUN, { startAt: 'shop.BenchmarkCart' });
  await page.zoomedTo('shop.BenchmarkCart');
  assert.equal((await page.drawn())[0]?.label, 'shop.BenchmarkCart');
  await page.page.getByRole('button', { name: 'Everything' }).click();
  await page.zoomedTo('all');
  await page.frame('shop.Log').click({ button: 'right' });
  await page.page.getByRole('menuitem', { name: 'Start at this function' }).click();
  await page.zoomedTo('shop.Log');
  assert.equal(await page.page.locator('.segment').allInnerTexts().then(String), 'From shop.BenchmarkCart,From Log,Everything');
  await page.page.getByRole('button', { name: 'From shop.BenchmarkCart' }).click();
  await page.zoomedTo('shop.BenchmarkCart');
  await page.frame('shop.Checkout').click({ modifiers: ['Control'] });
  assert.deepEqual(await page.sent('openSource'), {
    kind: 'openSource',
    profile: 3,
    frame: idOf(RUN, 'shop.Checkout', 'shop.BenchmarkCart'),
    from: 'shop.BenchmarkCart',
  });
});

const sampleTypes = ({ page }: PageUnderTest) => page.getByRole('combobox', { name: 'Sample type' });

const chosenType = (page: PageUnderTest) =>
  sampleTypes(page).evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.textContent ?? '');

test('one list has all sample types of the capture, and choosing another one keeps the zoom', async () => {
  const page = await openFocused();
  await page.frame('shop.Checkout').click();
  await page.zoomedTo('shop.Checkout');
  assert.deepEqual(await sampleTypes(page).locator('option').allInnerTexts(), [
    'samples', 'cpu', 'alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space',
  ]);
  assert.equal(await chosenType(page), 'cpu');
  await sampleTypes(page).selectOption('samples');
  assert.deepEqual(await page.sent('setSampleType'), { kind: 'setSampleType', profile: 3, sampleType: 0 });
  await page.page.locator('.total', { hasText: /^812 samples$/ }).waitFor();
  await page.zoomedTo('shop.Checkout');
  await sampleTypes(page).selectOption('alloc_space');
  assert.deepEqual(await page.sent('setSampleType', 1), { kind: 'setSampleType', profile: 4, sampleType: 1 });
  assert.equal(await chosenType(page), 'alloc_space');
  assert.deepEqual(await page.problems(), []);
});

test('the list shows the sample type of each new profile', async () => {
  const page = await openFocused();
  const kinds = [
    { label: 'goroutine', types: ['goroutine'], chosen: 0 },
    { label: 'cpu', types: ['samples', 'cpu'], chosen: 1 },
    { label: 'goroutine', types: ['goroutine'], chosen: 0 },
    { label: 'cpu', types: ['samples', 'cpu'], chosen: 1 },
    { label: 'block', types: ['contentions', 'delay'], chosen: 1 },
  ];
  for (const [i, { label, types, chosen }] of kinds.entries()) {
    await page.page.evaluate((kind) => {
      const sampleTypes = kind.types.map((type) => ({ type, unit: 'count' }));
      const siblings = [{ id: kind.id, label: kind.label, sampleTypes }];
      const { id, chosen: sampleType } = kind;
      const profile = { id, captured: id, capture: `capture ${id}`, sampleTypes, sampleType, siblings };
      fakeHost.load('all 0\n  main.main 4', profile);
    }, { id: 10 + i, label, types, chosen });
    const isSingle = types.length === 1;
    await page.page.waitForFunction((hidden) => document.querySelector('.only-type')!.checkVisibility() !== hidden, !isSingle);
    await page.page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(isSingle ? await page.page.locator('.only-type').innerText() : await chosenType(page),
      label === 'block' ? 'block · delay' : types[chosen]);
  }
});

test('a reload restores the zoom, search and start, even if the profile has another id', async () => {
  const page = await openFocused(RUN, { startAt: 'shop.BenchmarkCart' });
  await page.page.setViewportSize({ width: 1300, height: 700 });
  await page.page.getByRole('button', { name: 'Everything' }).click();
  await page.zoomedTo('all');
  await page.frame('shop.BenchmarkCart').click();
  await page.zoomedTo('shop.BenchmarkCart');
  await press(page, '/');
  await page.page.keyboard.type('log');
  await page.shows('.search-result', '1 frame');
  await page.page.reload();
  await page.load(RUN, { startAt: 'shop.BenchmarkCart', id: 12 });
  await page.zoomedTo('shop.BenchmarkCart');
  await page.shows('.search-result', '1 frame');
  assert.equal(await page.page.locator('.crumbs li').count(), 4);
  assert.equal(await page.page.getByRole('search').locator('vscode-text-field').first().evaluate((field: HTMLInputElement) => field.value), 'log');
});

test('a reload resets the zoom if the zoomed function is gone', async () => {
  const page = await openFocused();
  await page.frame('shop.Checkout').click();
  await page.zoomedTo('shop.Checkout');
  await page.page.reload();
  await page.load(RUN.replace('shop.Checkout', 'shop.Payment'));
  await page.zoomedTo('all');
});

test('a failure shows a banner and keeps the graph, and a retry draws the new window', async () => {
  const page = await openFocused();
  const before = await page.drawn();
  await page.page.evaluate(() => (fakeHost.failing = 'The worker ran out of memory.'));
  await page.frame('shop.Checkout').click();
  await page.shows('.banner', 'The worker ran out of memory.');
  const labels = (await page.drawn()).map(({ label }) => label);
  assert.deepEqual(labels, before.map(({ label }) => label));
  await page.page.evaluate(() => (fakeHost.failing = ''));
  await page.page.getByRole('button', { name: 'Try again' }).click();
  await page.zoomedTo('shop.Checkout');
  assert.equal(await page.page.locator('.banner').isVisible(), false);
});

test('a newer request cancels older ones, and a waiting sign is shown only after a while', async () => {
  const page = await openFocused();
  // The page may have requested the whole graph twice, because its width changed while it opened.
  const earlier = await page.page.evaluate(() => {
    fakeHost.holding = true;
    return fakeHost.requests().length;
  });
  // All keys are sent in one task, and the timer fires before the sign shows, so that a slow machine does not matter.
  const isHidden = await page.graph.evaluate(async (graph) => {
    const beforeSign = new Promise((resolve) => setTimeout(resolve, 200));
    for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'Enter', 'ArrowDown', 'Enter']) {
      graph.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
    await beforeSign;
    return document.querySelector<HTMLElement>('.flame .waiting')!.hidden;
  });
  assert.ok(isHidden, 'the waiting sign is shown too early');
  await page.page.locator('.flame .waiting').waitFor({ state: 'visible' });
  await page.page.evaluate(() => {
    fakeHost.release();
    fakeHost.holding = false;
  });
  await page.zoomedTo('shop.BenchmarkCart');
  const { roots, cancelled } = await page.page.evaluate((count) => {
    const requests = fakeHost.requests().slice(count);
    const cancels = fakeHost.received.filter((message) => message.kind === 'cancel');
    const isCancelled = (id: number) => cancels.some(({ request }) => request === id);
    return {
      roots: requests.map(({ params }) => params.root),
      cancelled: requests.map(({ request }) => isCancelled(request)),
    };
  }, earlier);
  const [first, last] = [idOf(RUN, 'runtime.goexit'), idOf(RUN, 'shop.BenchmarkCart')];
  assert.deepEqual([roots[0], roots.at(-1)], [first, last]);
  assert.deepEqual(cancelled, roots.map((root) => root !== last), 'the wrong requests were cancelled');
  assert.equal(await page.page.locator('.flame .waiting').isVisible(), false);
});

test('the page requests a new window when its width changes', async () => {
  const page = await openFocused();
  await page.page.setViewportSize({ width: 600, height: 700 });
  await page.page.waitForFunction(() => fakeHost.requests().at(-1)!.params.width < 600);
  await page.page.waitForFunction(() => {
    const [svg, canvas] = [document.querySelector('.canvas svg[height]'), document.querySelector('.canvas')];
    return Number(svg?.getAttribute('width')) === canvas?.clientWidth;
  });
  assert.equal(await page.page.evaluate(() => document.documentElement.scrollWidth), 600);
});

test('the help lists keys and colors, and Escape closes it', async () => {
  const page = await openFocused();
  await press(page, '?');
  const text = await page.page.getByRole('dialog').innerText();
  for (const part of [/Backspace/, /^\?$/m, /package/, /runtime/, /smaller|too small/, /inlined/, /search/]) assert.match(text, part);
  await press(page, 'Escape');
  assert.equal(await page.page.getByRole('dialog').count(), 0);
  assert.equal(await page.graph.evaluate((graph) => graph === document.activeElement), true);
});

test('a tab that a command opens takes the focus, even before it is drawn', async () => {
  const page = await openFocused(RUN);
  const graph = await drawnGraph('5 | main.F f.go:1');
  await page.page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
  const focusTargets = { top: '.top-grid', graph: '.call-graph [role=option]', peek: '.peek-function', flame: '.graph' };
  for (const [tab, element] of Object.entries(focusTargets)) {
    await page.page.evaluate((name) => fakeHost.send('showTab', { tab: name as 'top', focus: true }), tab);
    await page.page.waitForFunction((selector) => document.activeElement?.matches(selector), element);
  }
  await page.page.evaluate(() => fakeHost.send('showTab', { tab: 'top', focus: false }));
  await page.page.waitForFunction(() => document.querySelector('#tab-top')?.getAttribute('aria-selected') === 'true');
  assert.equal(await page.page.evaluate(() => document.activeElement?.matches('.top-grid')), false);
});

test('a double click does not select text', async () => {
  const page = await openFocused(RUN);
  await page.page.locator('g.frame').nth(1).dblclick();
  await page.page.getByRole('tab', { name: 'Top' }).click();
  await page.page.locator('.top-row .name').first().dblclick();
  assert.equal(await page.page.evaluate(() => String(getSelection())), '');
});
