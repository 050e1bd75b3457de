import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests, type DrawnFrame } from './browser';

const tests = pageTests();

const SHOP = `
all 0
  main.main 10 /src/main.go:3
    main.work 30 /src/main.go:9
      json.Parse 40 /go/src/encoding/json/parse.go:77 inlined
    log.Print 20 /go/src/log/log.go:5`;

const HOSTILE = `
all 0
  <img␣src=x␣onerror=alert(1)>.f 40 </title><script>alert(2)</script>.go:1
  a.b"'&amp;{{constructor}} 30 javascript:alert(3):7
  ${'github.com/long/'.repeat(40)}p.(*T[${'go.shape.struct␣{␣Name␣string␣},'.repeat(20)}int]).Method 30 /p.go:8`;

function placeOf(frames: readonly DrawnFrame[], label: string): string {
  const frame = frames.find((drawn) => drawn.label === label);
  return frame ? `depth ${frame.depth} from ${frame.from.toFixed(2)} width ${frame.width.toFixed(2)}` : 'not drawn';
}

test('frames are below their callers, with widths proportional to cum', async () => {
  const page = await tests.open();
  await page.load(SHOP);
  const frames = await page.drawn();
  assert.equal(frames.length, 5);
  assert.equal(placeOf(frames, 'all'), 'depth 0 from 0.00 width 1.00');
  assert.equal(placeOf(frames, 'main.main'), 'depth 1 from 0.00 width 1.00');
  assert.equal(placeOf(frames, 'main.work'), 'depth 2 from 0.00 width 0.70');
  assert.equal(placeOf(frames, 'log.Print'), 'depth 2 from 0.70 width 0.20');
  assert.equal(placeOf(frames, 'json.Parse'), 'depth 3 from 0.00 width 0.40');
  assert.deepEqual(await page.problems(), []);
});

test('an answer is drawn at once, without an animation', async () => {
  const page = await tests.open();
  await page.page.evaluate((picture) => {
    fakeHost.holding = true;
    fakeHost.load(picture);
  }, SHOP);
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  const drawn = await page.page.evaluate(async () => {
    const send = fakeHost.prepared();
    send();
    // This listener runs after the page's listener, in the same task.
    await new Promise((received) => addEventListener('message', received, { once: true }));
    const widths = [...document.querySelectorAll('g.frame rect')].map((rect) => rect.getAttribute('width'));
    const labels = [...document.querySelectorAll('g.frame div')].map((label) => label.textContent);
    return { widths, labels, animations: document.getAnimations().length };
  });
  assert.equal(drawn.widths.filter((width) => Number(width) > 0).length, 5);
  assert.equal(drawn.labels[0], 'all');
  assert.equal(drawn.animations, 0);
});

test('nothing changes after the animation frame that draws an answer', async () => {
  const page = await tests.open();
  await page.page.evaluate((picture) => {
    fakeHost.holding = true;
    fakeHost.load(picture);
  }, SHOP);
  await page.untilControlsDrawn();
  const changes: unknown[] = [];
  for (const act of [
    () => page.page.waitForFunction(() => fakeHost.hasHeldAnswers),
    () => page.frame('main.work').click(),
    () => page.page.keyboard.press('Home'),
  ]) {
    await act();
    await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
    changes.push(...await page.page.evaluate(async () => {
      const send = fakeHost.prepared();
      send();
      await new Promise((received) => addEventListener('message', received, { once: true }));
      const seen: string[] = [];
      const observer = new MutationObserver((records) => {
        seen.push(...records.map(({ target, attributeName }) => `${target.nodeName} ${attributeName}`));
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      for (let frame = 0; frame < 4; frame++) await new Promise((next) => requestAnimationFrame(next));
      observer.disconnect();
      return seen;
    }));
  }
  assert.deepEqual(changes, []);
});

test('wide frames have labels at every zoom', async () => {
  const page = await tests.open();
  await page.load('all 0\n  a.Wide 990\n  a.Thin 10\n    a.Below 10');
  const labels = () => page.page.locator('g.frame').evaluateAll((groups) => groups.map((group) => {
    const label = group.querySelector('div');
    return label === null ? '–' : `${label.textContent} ${getComputedStyle(label).display}`;
  }).sort());
  assert.deepEqual(await labels(), ['a.Wide block', 'all block', '–', '–']);
  await page.page.locator('g.frame').nth(2).click();
  await page.zoomedTo('a.Thin');
  assert.deepEqual(await labels(), ['a.Below block', 'a.Thin block', 'all block']);
  await page.graph.focus();
  await page.page.keyboard.press('Home');
  await page.zoomedTo('all');
  assert.deepEqual(await labels(), ['a.Wide block', 'all block', '–', '–']);
});

test('a search changes only the look of frames', async () => {
  const page = await tests.open();
  await page.load(SHOP);
  await page.page.evaluate(() => {
    const seen = new Set<string | null>();
    const observer = new MutationObserver((records) => records.forEach(({ target, attributeName }) => {
      if ((target as Element).closest('g.frame')) seen.add(attributeName);
    }));
    observer.observe(document.querySelector('.d3-flame-graph')!, { subtree: true, attributes: true });
    Object.assign(globalThis, { seen });
  });
  await page.graph.focus();
  await page.page.keyboard.press('/');
  await page.page.keyboard.type('json');
  await page.shows('.search-result', '1 frame');
  await page.page.waitForFunction(() => document.querySelector("[data-look~='matched']"));
  const changed = await page.page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  assert.ok(changed.includes('data-look'));
  for (const name of ['transform', 'width', 'fill', 'name']) assert.ok(!changed.includes(name), `${name} was set again`);
});

test('an inlined frame has no border towards its caller', async () => {
  const page = await tests.open();
  await page.load(SHOP);
  const dashes = (label: string) => page.frame(label).locator('rect').getAttribute('stroke-dasharray');
  const width = await page.frame('json.Parse').locator('rect').getAttribute('width');
  assert.equal(await dashes('json.Parse'), `0 ${width} ${Number(width) + 36}`);
  assert.equal(await dashes('main.work'), null);
});

test('names from a profile are shown as text everywhere', async () => {
  const page = await tests.open({ width: 1600 });
  await page.load(HOSTILE, { title: '<b>title</b>', startAt: '<i>start</i>', siblings: [
    { id: 3, label: '<u>cpu</u>', sampleTypes: [{ type: '<b>cpu</b>', unit: 'nanoseconds' }] },
    { id: 4, label: 'memory', sampleTypes: [{ type: '<i>space</i>', unit: 'bytes' }] },
  ] });
  await page.page.locator('.segment', { hasText: 'Everything' }).click();
  await page.page.waitForFunction(() => document.querySelectorAll('g.frame').length === 4);
  for (const frame of await page.page.locator('g.frame').all()) await frame.hover();
  await page.frame('<img src=x onerror=alert(1)>.f').click();
  await page.page.waitForFunction(() => document.querySelectorAll('.crumbs li').length === 2);
  assert.equal(await page.page.locator('.page :is(img, script, b, i, u)').count(), 0);
  assert.match(await page.page.locator('.crumbs').innerText(), /<img src=x onerror=alert\(1\)>/);
  assert.deepEqual(await page.problems(), []);
});

test('the details show a very long name in full without moving the graph', async () => {
  const page = await tests.open({ width: 500 });
  await page.load(HOSTILE);
  const before = await page.graph.boundingBox();
  await page.page.locator('g.frame').nth(3).hover();
  const name = await page.page.locator('.flame .detail-name').textContent();
  assert.ok((name?.length ?? 0) > 1000);
  assert.deepEqual(await page.graph.boundingBox(), before);
});

test('frames with negative values and deep stacks are drawn', async () => {
  const page = await tests.open();
  await page.load('all 0\n  a.Faster -60\n  a.Slower 40');
  assert.equal(placeOf(await page.drawn(), '− a.Faster'), 'depth 1 from 0.00 width 0.60');
  await page.frame('− a.Faster').hover();
  assert.match(await page.page.locator('.flame .figures').innerText(), /−60\sns/);
  await page.page.evaluate(() => {
    const lines = Array.from({ length: 1190 }, (_, depth) => `${'  '.repeat(depth)}f.f${depth} ${depth === 1189 ? 5 : 0}`);
    fakeHost.load(lines.join('\n'), { id: 8, title: 'deep' });
  });
  await page.page.waitForFunction(() => document.querySelectorAll('g.frame').length === 1190);
  await page.graph.focus();
  for (let i = 0; i < 60; i++) await page.page.keyboard.press('ArrowDown');
  assert.ok(await page.graph.evaluate(({ scrollTop }) => scrollTop > 300), 'the graph did not scroll to the focused frame');
  assert.deepEqual(await page.problems(), []);
});

test('a notice says that the profile has no samples; if only the start has none, whole stacks are shown', async () => {
  const page = await tests.open();
  await page.load('all 0');
  assert.equal(await page.page.locator('.flame .empty').innerText(), 'The profile has no samples of this type.');
  await page.page.evaluate((picture) => fakeHost.load(picture, { id: 9, startAt: 'x.BenchmarkIdle' }), SHOP.replace(
    'log.Print 20', 'x.BenchmarkIdle 0'));
  await page.frame('main.main').waitFor();
  assert.equal(await page.page.locator('.flame .empty').isVisible(), false);
});

test('without a profile the page shows a notice, and its button reaches the host', async () => {
  const page = await tests.open();
  await page.page.evaluate(() => fakeHost.setState({ notice: { text: 'Nothing is open.', action: 'Open…' } }));
  await page.page.getByRole('button', { name: 'Open…' }).click();
  await page.sent('noticeAction');
  assert.equal(await page.page.locator('.toolbar').isVisible(), false);
});

test('more than a thousand frames are drawn and zoomed', async (t) => {
  const page = await tests.open({ width: 1400, height: 900 });
  await page.page.evaluate(() => (fakeHost.holding = true));
  await page.page.evaluate(() => fakeHost.load(30_000));
  const first = await page.timeOfAnswer();
  await page.page.locator('g.frame').nth(1).click({ position: { x: 5, y: 5 } });
  const zoom = await page.timeOfAnswer();
  const frames = (await page.drawn()).length;
  // The times are only printed here; test/bench measures them.
  t.diagnostic(`${frames} frames: first paint ${first.toFixed(0)} ms, zoom ${zoom.toFixed(0)} ms`);
  assert.ok(frames > 1000 && frames <= 2000, `${frames} frames`);
});
