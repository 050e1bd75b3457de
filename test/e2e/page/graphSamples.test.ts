import assert from 'node:assert/strict';
import test from 'node:test';
import { violationsOn } from './accessibility';
import { pageTests } from './browser';
import { drawnGraph } from './fakeCallGraph';
import { THEMES, type ThemeName } from './themes';

const tests = pageTests();

const STACKS = `
  3 30   | rare.F r.go:1 < main.main m.go:4
  60 600 | often.F o.go:1 < main.main m.go:5
  2 20   | main.main m.go:5
`;

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`in the graph, functions of few samples are gray and say why: ${theme}`, async () => {
    const tab = await tests.open({ theme });
    const { page } = tab;
    const graph = await drawnGraph(STACKS, true, 'samples/count cpu/nanoseconds');
    await page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
    await tab.load('all 0\n  main.main 5 /src/m.go:1');
    await page.getByRole('tab', { name: 'Graph', exact: true }).click();
    await page.waitForSelector('.call-graph-tab.drawn');
    const node = (name: string) => page.getByRole('option', { name: new RegExp(`^${name},`) });
    const lookOf = (name: string) => node(name).locator('path').first().evaluate((path) => {
      const text = path.closest('.box')!.querySelector('text')!;
      return { color: getComputedStyle(text).fill, isDashed: getComputedStyle(path).strokeDasharray !== 'none' };
    });
    const [rare, often] = [await lookOf('rare.F'), await lookOf('often.F')];
    if (theme.startsWith('high-contrast')) assert.deepEqual([rare.isDashed, often.isDashed], [true, false]);
    else assert.notEqual(rare.color, often.color);
    assert.match((await node('rare.F').getAttribute('aria-label'))!, /, cum .*, mostly chance$/);
    assert.equal(await page.locator('.box.few title').textContent(), 'rare.F (30\u202fns)\nToo few samples: mostly chance');
    // Details of a selection have their own place; while one only hovers, they lie over the graph.
    await node('main.main').click();
    assert.deepEqual(await page.locator('.call-graph-tab dd.unsure').allInnerTexts(), ['20\u202fns', '3\u202f%']);
    assert.deepEqual(await violationsOn(page), []);
  });
}

test('in a difference, figures and percentages below the graph have signs', async () => {
  const tab = await tests.open();
  const { page } = tab;
  const graph = await drawnGraph('90 | slower.F f.go:1 < main.main m.go:1\n-30 | faster.F g.go:1 < main.main m.go:2');
  await page.evaluate((answer) => void (fakeHost.callGraph = answer), graph);
  await tab.load('all 0\n  main.main 5 /src/m.go:1');
  await page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.waitForSelector('.call-graph-tab.drawn');
  const figures: string[][] = [];
  for (const name of ['slower.F', 'faster.F']) {
    await page.getByRole('option', { name: new RegExp(`^${name},`) }).hover();
    await tab.shows('.call-graph-tab .detail-name', name);
    figures.push(await page.locator('.call-graph-tab dd').allInnerTexts());
  }
  assert.deepEqual(figures, [['+90\u202fns', '+75\u202f%', '+90\u202fns', '+75\u202f%'], ['−30\u202fns', '−25\u202f%', '−30\u202fns', '−25\u202f%']]);
});
