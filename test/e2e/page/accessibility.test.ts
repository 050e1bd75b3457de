import assert from 'node:assert/strict';
import test from 'node:test';
import { violationsOn } from './accessibility';
import { pageTests } from './browser';
import { drawnGraph } from './fakeCallGraph';
import { THEMES, type ThemeName } from './themes';

const tests = pageTests();

const RUN = `
all 0
  main.main 5 /src/m.go:1
    main.load 7 /src/m.go:3
      json.Parse 9 /go/src/encoding/json/parse.go:77 inlined
  runtime.gc 3 /go/src/runtime/mgc.go:1300`;
const STACKS = `
  9 | json.Parse parse.go:77 < main.load m.go:3 < main.main m.go:1
  7 | main.load m.go:3 < main.main m.go:1
  5 | main.main m.go:1
  3 | runtime.gc mgc.go:1300
`;

/** An element that each tab shows once it is drawn. */
const DRAWN_ELEMENTS = {
  'Flame Graph': 'g.frame',
  Top: '.top-row.function',
  Graph: '.box.function',
  'Callers & callees': '.peek-call',
};

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`every tab and its help meet the accessibility rules, with the refine form open: ${theme}`, async () => {
    const { page, problems } = await open(theme);
    const violations: string[] = [];
    const check = async (place: string) => {
      violations.push(...(await violationsOn(page)).map((text) => `${place}: ${text}`));
    };
    for (const [tab, content] of Object.entries(DRAWN_ELEMENTS)) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tabpanel', { name: tab, exact: true }).locator(content).first().waitFor();
      await check(tab);
      await page.getByRole('button', { name: 'Keys and colors' }).click();
      await page.getByRole('dialog').waitFor();
      await check(`the help of ${tab}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    assert.deepEqual(violations, []);
    assert.deepEqual(await problems(), []);
  });
}

/** The colors of themes whose grays are pale, as VS Code passes them, over those of a default theme. */
const PALE = {
  'Light+': {
    theme: 'light', foreground: '#616161', descriptionForeground: '#717171', 'editorWidget-background': '#f3f3f3',
    'list-inactiveSelectionBackground': '#e4e6f1',
  },
  'Solarized Light': {
    theme: 'light', foreground: '#616161', descriptionForeground: '#717171', 'editor-background': '#fdf6e3',
    'editorWidget-background': '#eee8d5', 'list-inactiveSelectionBackground': '#d1cbb8', 'input-foreground': '#586e75',
    'input-background': '#ddd6c1',
  },
  'Quiet Light': {
    theme: 'light', foreground: '#616161', descriptionForeground: '#717171', 'editor-background': '#f5f5f5',
    'editorWidget-background': '#f3f3f3', 'list-inactiveSelectionBackground': '#d3dbcd',
  },
  Monokai: { theme: 'dark', 'editor-background': '#272822', 'panelTitle-inactiveForeground': '#75715e' },
  'Tomorrow Night Blue': {
    theme: 'dark', 'editor-background': '#002451', 'editorWidget-background': '#001c40',
    'list-inactiveSelectionBackground': '#405b7d',
  },
} as const;

for (const [name, { theme, ...colors }] of Object.entries(PALE)) {
  test(`text is readable under a theme with pale grays, also in the selected row and with few samples: ${name}`, async () => {
    const opened = await tests.open({ theme });
    const { page } = opened;
    await page.evaluate((values) => {
      for (const [key, value] of Object.entries(values)) document.documentElement.style.setProperty(`--vscode-${key}`, value);
    }, colors);
    await opened.load(RUN);
    await page.keyboard.press('/');
    await page.keyboard.type('json|main|runtime');
    await page.locator('.search-result', { hasText: '%' }).waitFor();
    const violations = await violationsOn(page);
    await page.getByRole('tab', { name: 'Top', exact: true }).click();
    await page.locator('.top-row.function', { hasText: 'json.Parse' }).click();
    await page.keyboard.press('ArrowRight');
    await page.locator('.number.unsure').first().waitFor();
    violations.push(...await violationsOn(page));
    await page.getByRole('tab', { name: 'Callers & callees', exact: true }).click();
    await page.locator('.peek-call').first().waitFor();
    violations.push(...await violationsOn(page));
    await page.getByRole('tab', { name: 'Flame Graph', exact: true }).click();
    await page.locator('.graph').focus();
    await page.keyboard.press('Shift+F10');
    await page.locator('.menu-key').first().waitFor();
    violations.push(...await violationsOn(page));
    assert.deepEqual(violations, []);
  });
}

test('in a low and narrow page, the help scrolls by keys, and a failure is whole with its button', async () => {
  const opened = await tests.open({ width: 300, height: 500 });
  const { page } = opened;
  await page.evaluate(() => document.documentElement.style.setProperty('--vscode-font-size', '20px'));
  await opened.load(RUN);
  await page.getByRole('button', { name: 'Keys and colors' }).click();
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.dialog')!.scrollTop > 0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => void (fakeHost.failing = 'The profile needs 812 MB of memory: raise linecost.memoryLimit.'));
  await page.getByRole('tab', { name: 'Top', exact: true }).click();
  const { x, width } = (await page.getByRole('button', { name: 'Try again' }).boundingBox())!;
  assert.ok(x >= 0 && x + width <= 300, `from ${x}, ${width} pixels`);
});

test('a screen reader is told what the flame graph is zoomed to, but not of a search', async () => {
  const pageUnderTest = await tests.open();
  await pageUnderTest.load(RUN);
  const { page, graph } = pageUnderTest;
  await graph.focus();
  await page.keyboard.press('/');
  await page.keyboard.type('json');
  await page.locator('.search-result', { hasText: '%' }).waitFor();
  assert.equal(await page.locator('.spoken').textContent(), '');
  await graph.focus();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await pageUnderTest.shows('.spoken', 'Zoomed to main.main, cum 21\u202fns, 88\u202f%, flat 5\u202fns');
  await page.keyboard.press('Home');
  await pageUnderTest.shows('.spoken', 'Zoomed out to all, cum 24\u202fns, 100\u202f%');
});

/** Opens the page with a selected function, which all tabs show, and with the refine form open. */
async function open(theme: ThemeName) {
  const pageUnderTest = await tests.open({ theme });
  await pageUnderTest.page.evaluate((graph) => void (fakeHost.callGraph = graph), await drawnGraph(STACKS));
  await pageUnderTest.load(RUN);
  await pageUnderTest.frame('main.load').click();
  await pageUnderTest.zoomedTo('main.load');
  await pageUnderTest.page.getByRole('button', { name: 'Refine' }).click();
  await pageUnderTest.page.getByRole('group', { name: 'Refine' }).waitFor();
  return { page: pageUnderTest.page, problems: () => pageUnderTest.problems() };
}
