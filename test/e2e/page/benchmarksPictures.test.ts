import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { NEW, OLD, open, output, page, panelState, problems, source, table } from './benchmarksScene';

test('a row has a bar from a common zero with its interval, in view down to 300 pixels', async () => {
  const files = [output(1), output(1.2).replaceAll('300 ns', '290 ns')];
  for (const width of [300, 520, 1000]) {
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
    assert.deepEqual(heights, width < 680 ? [38, 38] : [24, 24]);
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
