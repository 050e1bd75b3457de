import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageTests } from './browser';

const tests = pageTests();

/** The name ends with `Firm`: see fakeTable. */
const COMPARED = `
all 0
  main.main 0 /home/dev/shop/main.go:12
    main.slower 40000000 /home/dev/shop/main.go:30
    main.faster -90000000 /home/dev/shop/main.go:40
    main.littleFirm -2000000 /home/dev/shop/main.go:50
`;

test('in a comparison, firm changes come first, until a click sorts by size', async () => {
  const page = await tests.open();
  await page.load(COMPARED);
  await page.page.getByRole('tab', { name: 'Top', exact: true }).click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('littleFirm'));
  const flat = page.page.getByRole('columnheader', { name: 'flat', exact: true });
  assert.match((await flat.getAttribute('title'))!, /Sorted: firm changes first/);
  await flat.getByRole('button').click();
  await page.page.waitForFunction(() => document.querySelector('#top-row-0')?.textContent?.includes('faster'));
  await page.page.waitForFunction(() => document.querySelector('#top-row-2')?.textContent?.includes('littleFirm'));
});

test('a figure of few samples is gray in the row of the cursor too, if its function is not the selected one', async () => {
  const opened = await tests.open();
  await opened.load('all 0\n  main.main 3 /home/dev/main.go:12');
  await opened.page.getByRole('tab', { name: 'Top', exact: true }).click();
  const figure = opened.page.locator('.top-row.cursor:not(.same) .number.unsure').first();
  await figure.waitFor();
  const colors = await figure.evaluate((each) => {
    return [each, each.parentElement!].map((part) => getComputedStyle(part).color);
  });
  assert.equal(new Set(colors).size, 2, colors.join());
});
