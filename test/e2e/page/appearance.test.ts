import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../driver/until';
import { pageTests, type PageUnderTest } from './browser';
import { drawnGraph } from './fakeCallGraph';
import type { ThemeName } from './themes';

const tests = pageTests();

const THEME_NAMES: readonly ThemeName[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

/** More packages than there are hues, and packages with muted colors. */
const PACKAGES = `
all 0
  main.main 5 /src/main.go:1
${Array.from({ length: 16 }, (_, i) => `    example.com/p${i}.F${i} 6 /src/p.go:1${i % 4 === 0 ? ' inlined' : ''}`).join('\n')}
    net/http.Serve 6 /go/src/net/http/server.go:9
    encoding/json.Parse 6 /go/src/encoding/json/decode.go:9
    runtime.mallocgc 6 /go/src/runtime/malloc.go:9`;

/** Returns the label with the lowest contrast (WCAG 2.2) to its frame, by computed styles, and the number of labels. */
function lowestContrast(page: PageUnderTest): Promise<{ contrast: number; label: string; labels: number }> {
  return page.page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const luminance = (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
        const channel = byte / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const labels = [...document.querySelectorAll("g.frame:not([data-look~='rest']) div")].filter(
      (div) => div.textContent !== '' && div.checkVisibility(),
    );
    const measured = labels.map((div) => {
      const rect = div.closest('g')!.querySelector('rect')!;
      const [text, background] = [luminance(getComputedStyle(div).color), luminance(getComputedStyle(rect).fill)];
      const contrast = (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05);
      return { contrast, label: div.textContent ?? '', labels: labels.length };
    });
    return measured.reduce((a, b) => (b.contrast < a.contrast ? b : a));
  });
}

async function assertReadable(page: PageUnderTest, state: string): Promise<void> {
  const { contrast, label, labels } = await lowestContrast(page);
  assert.ok(labels > 1, `${state}: only ${labels} labels`);
  assert.ok(contrast >= 4.5, `${state}: ${label} has a contrast of ${contrast.toFixed(2)}`);
}

for (const theme of THEME_NAMES) {
  test(`every label is readable in every state: ${theme}`, async () => {
    const page = await tests.open({ theme, width: 1400, height: 360 });
    await page.load(PACKAGES);
    await assertReadable(page, 'at rest');
    await page.frame('example.com/p3.F3').or(page.frame('p3.F3')).hover();
    await assertReadable(page, 'under the pointer');
    await page.graph.focus();
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('p\\d*[02468]\\.|json|alloc|main');
    await page.shows('.search-result', '11 frames');
    await assertReadable(page, 'in a search');
    await page.picture(`${theme}-search`);
    await page.page.keyboard.press('Escape');
    await page.page.waitForFunction(() => !document.querySelector("[data-look~='dimmed']"));
    await page.page.locator('g.frame').nth(2).click();
    await page.page.waitForFunction(() => document.querySelectorAll('.crumbs li').length === 3);
    await assertReadable(page, 'zoomed');
    assert.deepEqual(await page.problems(), []);
  });
}

test("in high contrast, frames have the theme's borders and the colors of their packages", async () => {
  const page = await tests.open({ theme: 'high-contrast' });
  await page.load(PACKAGES);
  const frames = await page.page.locator('g.frame rect').evaluateAll((rects) => rects.map((rect) => {
    const { fill, stroke } = getComputedStyle(rect);
    return { fill, stroke };
  }));
  assert.deepEqual(new Set(frames.map(({ stroke }) => stroke)), new Set(['rgb(111, 195, 223)']));
  assert.ok(new Set(frames.map(({ fill }) => fill)).size >= 15, 'packages look alike');
});

/** Returns the lightness and chroma (OKLCH) of the frames with a look, such as `matched`. */
function fills(page: PageUnderTest, look: string): Promise<(readonly [number, number])[]> {
  return page.page.locator(`g.frame[data-look~='${look}'] rect`).evaluateAll((rects) => rects.map((rect) => {
    const [lightness = NaN, chroma = NaN] = getComputedStyle(rect).fill.match(/[\d.]+/g)?.map(Number) ?? [];
    return [lightness, chroma] as const;
  }));
}

for (const theme of THEME_NAMES) {
  test(`search matches stand out, even frames with a neutral color: ${theme}`, async () => {
    const page = await tests.open({ theme });
    await page.load(PACKAGES);
    await page.graph.focus();
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('mallocgc|p5');
    await page.shows('.search-result', '2 frames');
    // The graph is drawn one or two animation frames after the text.
    await until('two matched frames stand out from gray ones', async () => {
      const [matched, dimmed] = [await fills(page, 'matched'), await fills(page, 'dimmed')];
      const standOut = matched.every(([bright]) => dimmed.every(([dim]) => Math.abs(bright - dim) > 0.2));
      return matched.length === 2 && dimmed.length > 0 && standOut && dimmed.every(([, chroma]) => chroma < 0.01);
    });
  });
}

/** One unit is one sample. */
const FEW_SAMPLES = `
all 0
  main.main 0 /src/main.go:1
    main.often 20 /src/main.go:9
    main.brief 4 /src/main.go:5
    main.rare 4 /src/main.go:7
      main.leaf 3 /src/main.go:8 inlined`;

/**
 * Opens FEW_SAMPLES with a host that answers with the samples only if asked to.
 * @param holding whether it holds its answers
 */
async function openWithSamplesLater({ holding }: { readonly holding: boolean }): Promise<PageUnderTest> {
  const page = await tests.open();
  await page.page.evaluate(({ picture, isHolding }) => {
    fakeHost.samplesLater = true;
    fakeHost.load(picture);
    fakeHost.holding = isHolding;
  }, { picture: FEW_SAMPLES, isHolding: holding });
  return page;
}

for (const theme of THEME_NAMES) {
  test(`frames of few samples are pale and readable: ${theme}`, async () => {
    const page = await tests.open({ theme });
    await page.load(FEW_SAMPLES);
    await assertReadable(page, 'at rest');
    await page.picture(`${theme}-few-samples`);
    const labels = await page.page.locator("g.frame[data-look~='few']").allTextContents();
    assert.deepEqual(labels.sort(), ['main.brief', 'main.leaf']);
    const lightness = async (name: string) => page.frame(name).locator('rect').evaluate((rect) => {
      const { fill, outlineStyle } = getComputedStyle(rect);
      return { value: Number(/[\d.]+/.exec(fill)?.[0]), outlineStyle };
    });
    const [few, plain] = [await lightness('main.brief'), await lightness('main.often')];
    assert.ok(Math.abs(few.value - plain.value) > 0.05, `${few.value} and ${plain.value}`);
    const dashed = theme.startsWith('high-contrast') ? 'dashed' : 'none';
    assert.deepEqual([few.outlineStyle, plain.outlineStyle], [dashed, 'none']);
    assert.deepEqual(await page.problems(), []);
  });
}

test('a frame of few samples says how many, is announced, and can be zoomed to', async () => {
  const page = await tests.open();
  await page.load(FEW_SAMPLES);
  await page.frame('main.brief').hover();
  await page.shows('.detail-source', 'rests on 4 samples: mostly chance · ');
  await page.frame('main.brief').click();
  await page.zoomedTo('main.brief');
  const name = await page.page.locator('#focused-frame').getAttribute('aria-label');
  assert.match(name ?? '', /, rests on 4 samples: mostly chance$/);
});

/** Waits for the held question about samples. The page may ask for the graph twice before, if its width changes. */
async function untilSamplesAsked({ page }: PageUnderTest): Promise<void> {
  await page.waitForFunction(() => {
    const isAsked = fakeHost.requests().at(-1)?.params.awaitSamples === true;
    if (!isAsked) fakeHost.release();
    return isAsked;
  });
}

test('an SVG that is saved before the frames of few samples are known waits for them', async () => {
  const page = await openWithSamplesLater({ holding: true });
  await untilSamplesAsked(page);
  await page.page.getByRole('button', { name: 'Save as SVG' }).click();
  await page.page.evaluate(() => fakeHost.release());
  const { svg } = await page.sent('saveSvg') as { svg: string };
  assert.match(svg, /rests on 4 samples: mostly chance/);
});

test('the graph is drawn before the page asks which frames rest on few samples, and only once for a tree', async () => {
  const page = await openWithSamplesLater({ holding: true });
  const awaiting = () =>
    page.page.evaluate(() => fakeHost.requests().map(({ params }) => params.awaitSamples ?? false));
  await untilSamplesAsked(page);
  assert.deepEqual((await awaiting()).slice(-2), [false, true]);
  assert.equal((await page.drawn()).length, 6);
  assert.equal(await page.page.locator("[data-look~='few']").count(), 0);
  await page.page.evaluate(() => {
    fakeHost.release();
    fakeHost.holding = fakeHost.samplesLater = false;
  });
  await page.page.locator("[data-look~='few']").first().waitFor({ state: 'attached' });
  await page.frame('main.often').click();
  await page.zoomedTo('main.often');
  assert.deepEqual((await awaiting()).slice(-3), [false, true, false]);
});

test('if another window is needed, only that one is requested with the frames of few samples', async () => {
  const page = await openWithSamplesLater({ holding: true });
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  await page.page.setViewportSize({ width: 800, height: 700 });
  await page.page.waitForFunction(() => document.querySelector('.graph')!.clientWidth < 800);
  // The page measures the new width after the next layout.
  await page.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.page.evaluate(() => {
    fakeHost.holding = false;
    fakeHost.release();
  });
  await page.page.locator("[data-look~='few']").first().waitFor({ state: 'attached' });
  const requests = await page.page.evaluate(() => fakeHost.requests().map(({ params }) => params));
  const [first, , last] = requests;
  assert.deepEqual(requests.map(({ awaitSamples = false }) => awaitSamples), [false, false, true]);
  assert.ok(last!.width < first!.width);
});

test('a zoom does not wait for the frames of few samples', async () => {
  const page = await openWithSamplesLater({ holding: false });
  await page.page.locator("[data-look~='few']").first().waitFor({ state: 'attached' });
  await page.page.evaluate(() => (fakeHost.holding = true));
  await page.frame('main.rare').click();
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  await page.page.evaluate(() => fakeHost.release());
  await page.zoomedTo('main.rare');
  await page.page.waitForFunction(() => fakeHost.hasHeldAnswers);
  await page.page.keyboard.press('Home');
  const cancelled = await page.sent('cancel');
  const awaited = await page.page.evaluate(() =>
    fakeHost.requests().filter(({ params }) => params.awaitSamples).at(-1)!.request);
  assert.equal(cancelled.kind === 'cancel' && cancelled.request, awaited);
});

test('the list of sample types has a caption; a single sample type is shown as text', async () => {
  const page = await tests.open({ width: 1000 });
  await page.load(PACKAGES);
  assert.deepEqual(await page.page.locator('.what .caption').allInnerTexts(), ['Sample type']);
  await page.page.evaluate(() => {
    const sampleTypes = [{ type: 'delay', unit: 'nanoseconds' }];
    fakeHost.load('all 1', { sampleTypes, sampleType: 0, siblings: [{ id: 3, label: 'mutex', sampleTypes }] });
  });
  await page.page.waitForFunction(() => document.querySelectorAll('.what .choice[hidden]').length === 1);
  assert.equal(await page.page.locator('.only-type').innerText(), 'mutex · delay');
});

test('a search error does not cover controls', async () => {
  for (const width of [400, 700, 1400]) {
    const page = await tests.open({ width });
    await page.load(PACKAGES, { startAt: 'main.main' });
    await page.graph.focus();
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('(a'.repeat(60));
    await page.shows('.search-error', 'missing closing )');
    const covered = await page.page.evaluate(() => {
      const box = document.querySelector('.search-error')!.getBoundingClientRect();
      return [...document.querySelectorAll('.toolbar *, .tab-row *')].filter((part) => {
        const { top, bottom, left, right } = part.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      }).length;
    });
    assert.equal(covered, 0, `at ${width} pixels`);
  }
});

for (const [width, height] of [[500, 700], [1600, 900]] as const) {
  test(`nothing is cut off or overlaps at ${width} pixels`, async () => {
    const page = await tests.open({ width, height });
    await page.load(30_000, { startAt: 'net/http.(*Type0).Method1' });
    await page.page.locator('.segment', { hasText: 'Everything' }).click();
    await page.frame('all').waitFor();
    await page.page.locator('g.frame').nth(3).click();
    await page.page.locator('.breadcrumb').waitFor();
    await page.picture(`wide-${width}`);
    const overflowing = await page.page.evaluate(() =>
      [...document.querySelectorAll('.toolbar *, .tab-row *, .breadcrumb *, .detail-card *')]
        .filter((part) => part.checkVisibility())
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5)
        .map((part) => part.className),
    );
    assert.deepEqual(overflowing, []);
    const parts = ['.tab-row', '.toolbar', '.graph', '.breadcrumb', '.flame .details'].map((part) => page.page.locator(part).boundingBox());
    const boxes = (await Promise.all(parts)).map((box) => box!);
    for (const [index, box] of boxes.slice(1).entries()) {
      const above = boxes[index]!;
      const isBeside = box.x >= above.x + above.width;
      assert.ok(isBeside || box.y >= above.y + above.height - 0.5, `part ${index + 1} overlaps the previous part`);
    }
    assert.ok(boxes[2]!.height > height / 2, 'the graph has less than half of the page');
  });
}

for (const [width, figure] of [[270, '100.25MB'], [395, '-23157 ns/op']] as const) {
  test(`at ${width} pixels, each figure of the details is visible`, async () => {
    const page = await tests.open({ width, height: 700 });
    await page.load(PACKAGES, { startAt: 'main.main' });
    await page.page.locator('g.frame').nth(3).click();
    const figures = page.page.locator('.flame .figure dd');
    const right = await figures.evaluateAll((values, text) => {
      return values.map((value) => {
        value.textContent = text;
        return value;
      }).map((value) => value.getBoundingClientRect().right);
    }, figure);
    assert.equal(right.length, 5);
    assert.ok(Math.max(...right) <= width - 10, right.join());
  });
}

test('the details of a function of a generic type show its own name, and cut off its folders and type arguments', async () => {
  const page = await tests.open({ width: 270, height: 500 });
  const name = 'github.com/google/btree.(*node[go.shape.interface␣{␣Less(github.com/google/btree.Item)␣bool␣}]).iterate';
  await page.load(`all 0\n  main.main 5 /src/main.go:1\n    ${name} 5 /src/a.go:1`);
  await page.page.locator('g.frame').nth(2).click();
  const shown = page.page.locator('.flame .detail-name');
  await page.shows('.flame .detail-name', 'btree.Item');
  assert.equal(await shown.textContent(), name.replaceAll('␣', ' '));
  const own = await shown.locator('.own-name').last().evaluate((part) => {
    const [own, all] = [part, part.parentElement!].map((each) => each.getBoundingClientRect());
    return { right: own!.right, end: all!.right, cut: part.scrollWidth - part.clientWidth };
  });
  assert.ok(own.cut <= 0 && own.right <= own.end, JSON.stringify(own));
});

for (const width of [270, 395, 540, 660, 900]) {
  test(`at ${width} pixels, the details of a selected function do not cover the flame graph`, async () => {
    const page = await tests.open({ width, height: 700 });
    await page.load(PACKAGES, { startAt: 'main.main' });
    await page.page.locator('g.frame').nth(3).click();
    await page.page.locator('.breadcrumb').waitFor();
    const [stage, card] = await Promise.all(['.stage', '.detail-card'].map((part) =>
      page.page.locator(`.flame ${part}`).boundingBox()));
    assert.ok(card!.y >= stage!.y + stage!.height - 1.5, `the card at ${card!.y} covers the graph to ${stage!.y + stage!.height}`);
  });
}

test('at 500 pixels, Reset zoom does not cover the zoom path', async () => {
  const page = await tests.open({ width: 500, height: 700 });
  const name = 'VeryLongName'.repeat(4);
  await page.load(`all 0\n  main.main 5 /src/main.go:1\n    example.com/store.${name} 5 /src/a.go:1`, { startAt: 'main.main' });
  await page.frame(name).click();
  await page.page.keyboard.press('Escape');
  const current = page.page.locator('.crumbs li[aria-current]');
  await current.waitFor();
  const [crumb, reset] = await Promise.all([current, page.page.getByRole('button', { name: 'Reset zoom' })].map((part) => part.boundingBox()));
  assert.ok(crumb!.x + crumb!.width <= reset!.x, `${crumb!.x + crumb!.width} to ${reset!.x}`);
});

test('at 900 pixels, the flame graph takes two thirds of the height', async () => {
  const page = await tests.open({ width: 900, height: 600 });
  await page.load(PACKAGES, { startAt: 'main.main' });
  const { height } = (await page.page.locator('.flame .stage').boundingBox())!;
  assert.ok(height >= 400, `${height} of 600 pixels`);
});

test('in a low panel of 900 pixels, the flame graph takes two thirds of the height too', async () => {
  const page = await tests.open({ width: 900, height: 270 });
  await page.load(PACKAGES, { startAt: 'main.main' });
  const { height } = (await page.page.locator('.flame .stage').boundingBox())!;
  assert.ok(height >= 180, `${height} of 270 pixels`);
  const outer = '.tab, .title, .refine-toggle, .search-toggle, .start-switch, .stage, .detail-name, .detail-actions';
  const covered = await page.page.locator(outer).filter({ visible: true }).evaluateAll((parts) => {
    const boxes = parts.map((part) => ({ part, ...part.getBoundingClientRect().toJSON() as DOMRect }));
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => {
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    }).map((b) => `${a.part.className} and ${b.part.className}`));
  });
  assert.deepEqual(covered, []);
});

for (const width of [395, 900]) {
  test(`tabs and the search do not move when the tab changes, at ${width} pixels`, async () => {
    const page = await tests.open({ width, height: 700 });
    await page.load(PACKAGES, { startAt: 'main.main' });
    await page.untilControlsDrawn();
    const graph = await drawnGraph('5 | main.F f.go:1');
    await page.page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
    const boxOf = async (part: string) => {
      const { x, y } = (await page.page.locator(part).filter({ visible: true }).first().boundingBox())!;
      return `${x} ${y}`;
    };
    const [tabs, search] = [await boxOf('.tabs'), await boxOf('.search-toggle')];
    for (const tab of ['Top', 'Graph', 'Callers & callees', 'Flame Graph']) {
      await page.page.getByRole('tab', { name: tab, exact: true }).click();
      assert.equal(await boxOf('.tabs'), tabs, tab);
      assert.equal(await boxOf('.search-toggle'), search, tab);
    }
  });
}
