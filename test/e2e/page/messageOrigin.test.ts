import assert from 'node:assert/strict';
import test from 'node:test';
import { pageTests } from './browser';

const tests = pageTests();

const TREE = `
all 0
  main.main 20 /src/main.go:7
    main.work 80 /src/work.go:9
    main.rest 10 /src/rest.go:3`;

test('messages from another origin are ignored', async () => {
  const page = await tests.open();
  await page.load(TREE);
  await page.graph.locator('text=main.work').first().waitFor();
  await page.page.evaluate(() => {
    const data = { kind: 'state', state: { notice: { text: 'From elsewhere.' } } };
    for (const origin of ['https://elsewhere.test', 'null', '']) {
      window.dispatchEvent(new MessageEvent('message', { data, origin }));
    }
    fakeHost.setState({});
  });
  await page.page.locator('text=No profile is open.').waitFor();
  assert.equal(await page.page.locator('text=From elsewhere.').count(), 0);
});
