import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { answerChart, NEW, OLD, open, output, page, panelState, problems, source, table } from './benchmarksScene';

test('a row has a bar from a common zero with its interval, in view down to 300 pixels', async () => {
  const files = [output(1), output(1.2).replaceAll('300 ns', '290 ns')];
  for (const width of [300, 520, 800, 1000]) {
    await open(panelState([source('old', files[0]!), source('new', files[1]!)]), { width });
    const pictures = table().locator('tbody .change-picture');
    const drawn = await pictures.evaluateAll((all) => all.map((picture) => {
      const box = (part: string) => picture.querySelector(part)!.getBoundingClientRect();
      const [zero, bar, whole] = [box('.zero'), box('.extent'), picture.getBoundingClientRect()];
      return { zero: zero.left, from: bar.left, to: bar.right, right: whole.right, lines: picture.querySelectorAll('.interval').length };
    }));
    assert.equal(drawn.length, 3);
    const heights = await table().evaluate((element) => {
      const row = element.querySelector('tbody tr:not(.ruler)')!.getBoundingClientRect().height;
      return [row, parseFloat(getComputedStyle(element).getPropertyValue('--row-height'))];
    });
    assert.deepEqual(heights, width < 620 ? [56, 56] : width < 920 ? [38, 38] : [24, 24]);
    for (const { zero: own, right, lines } of drawn) {
      assert.ok(Math.abs(own - drawn[0]!.zero) < 0.5 && right <= width && lines === 3, JSON.stringify(drawn));
    }
    const [{ zero, from, to }] = drawn as [(typeof drawn)[number]];
    assert.ok(to > zero + 5 && Math.abs(from - zero) < 2, JSON.stringify(drawn));
    const label = await pictures.first().getAttribute('aria-label');
    assert.match(label!, /^\+20(\.0)?\s%, 95\s% interval \+1\d(\.\d)?\s% to \+2\d/);
    assert.deepEqual(await violationsOn(page), []);
    await reviewScreenshot(page, `benchmarks pictures ${width}`);
  }
});

test('earlier captures of a row are a line, which each table requests once', async () => {
  await open(panelState([OLD, NEW].map((each) => ({ ...each, kind: 'capture' }))));
  await page.locator('tbody .trend-picture').nth(1).waitFor();
  const labels = await page.locator('tbody .trend-picture').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  assert.match(labels[0]!, /^3 captures, from 1[.\d]*\sµs to 0?\.?8[.\d]*\s[µn]s$/);
  for (const width of [520, 1000]) {
    await page.setViewportSize({ width, height: 900 });
    const right = await page.locator('tbody .trend-picture').first().evaluate((each) => each.getBoundingClientRect().right);
    assert.ok(right > 0 && right <= width, `${right} at ${width} pixels`);
    await reviewScreenshot(page, `benchmarks captures ${width}`);
  }
  assert.equal(await table().getByRole('columnheader', { name: 'captures' }).isVisible(), true);
  const tables = await page.evaluate(() => fakePageHost.received.flatMap((message) => {
    return message.kind === 'ask' && message.question === 'trends' ? [(message.params as { table: number }).table] : [];
  }));
  assert.deepEqual(tables.sort(), [0, 1, 2]);
  await open(panelState([OLD, NEW]));
  assert.equal(await page.locator('.trend').count(), 0, 'files have no captures');
  assert.deepEqual(await problems(), []);
});

/** Captures of benchmarks whose names differ only at their ends. */
const captured = ['09:19:42 · 0123456*', '09:31:07 · fedcba9'].map((label, i) => ({
  ...source(label, output(1 - i / 5).replaceAll('size=', 'compression=zstd/level=best/size='), { commit: i === 0 ? OLD.commit : NEW.commit }),
  kind: 'capture' as const,
}));

test('two captures fit into the page down to 240 pixels, and no two names or labels read alike', async () => {
  for (const width of [240, 300, 360, 520, 621, 800, 921, 1440]) {
    await open(panelState(captured), { width });
    await page.locator('tbody .change-picture').first().waitFor();
    const [needs, ...cut] = await page.locator('main').evaluate((main) => [
      main.scrollWidth, ...[...main.querySelectorAll('.case, thead .input > span')].filter((text) => text.scrollWidth > text.clientWidth + 1),
    ].map((found) => (typeof found === 'number' ? found : found.textContent)));
    assert.ok(Number(needs) <= width, `${needs} pixels at ${width}`);
    assert.deepEqual(cut, [], `cut at ${width}`);
    await reviewScreenshot(page, `benchmarks of captures ${width}`);
  }
});

test('the name of a benchmark stays in view while a narrow page scrolls sideways', async () => {
  await open(panelState([...captured, source('third', output(0.7))]), { width: 300 });
  const name = table().locator('tbody .name button').first();
  const leftOf = () => name.evaluate((button) => Math.round(button.getBoundingClientRect().left));
  const before = await leftOf();
  await page.locator('main').evaluate((main) => main.scrollTo({ left: 40 }));
  assert.equal(await page.locator('main').evaluate((main) => main.scrollLeft), 40);
  assert.equal(await leftOf(), before);
});

test('the chart of a row is as narrow as the page, and names each commit once', async () => {
  const state = panelState(captured);
  await open(state, { width: 240 });
  await table().locator('tbody .name button').first().click();
  await answerChart(state);
  const { width } = (await page.locator('figure svg').boundingBox())!;
  assert.ok(width <= 216, String(width));
  const texts = await page.locator('figure :is(.label, .tick[y="193"])').evaluateAll((all) => all.map((text) => text.firstChild!.textContent));
  assert.deepEqual(texts, ['09:19:42', '0123456*', '09:31:07', 'fedcba9']);
});
