import assert from 'node:assert/strict';
import test from 'node:test';
import { build } from 'esbuild';
import type * as Mutations from '../../shared/mutatedMessages';
import { repoRoot } from '../../host/paths.mjs';
import { pageTests, type PageUnderTest } from './browser';

declare global {
  // Exists only inside the page.
  var mutations: typeof Mutations;
}

const tests = pageTests();

const TREE = `
all 0
  main.main 20 /src/main.go:7
    main.work 80 /src/work.go:9
    main.rest 10 /src/rest.go:3`;

async function loadMutations(page: PageUnderTest): Promise<void> {
  const entryPoints = ['test/shared/mutatedMessages.ts'];
  const bundle = await build({
    entryPoints, bundle: true, write: false, format: 'iife', globalName: 'mutations', absWorkingDir: repoRoot,
  });
  await page.page.evaluate(`${bundle.outputFiles[0]!.text}; globalThis.mutations = mutations;`);
}

test('malformed messages from the host cause no errors, and the page still works afterwards', async () => {
  const page = await tests.open();
  await loadMutations(page);
  const mutatedCount = await page.page.evaluate(async () => {
    const random = mutations.randomNumbers(4);
    const post = window.postMessage.bind(window) as (message: unknown) => void;
    let isMutating = true;
    let count = 0;
    window.postMessage = (message: unknown) => {
      if (!isMutating || random() < 0.4) return post(message);
      count++;
      post(mutations.mutated(message, random));
    };
    const tabs = ['flame', 'top', 'graph', 'peek'] as const;
    for (let round = 0; round < 400; round++) {
      if (round % 4 === 0) fakeHost.load('all 0\n  main.main 20 /src/main.go:7\n    main.work 80 /src/work.go:9');
      else fakeHost.send({ kind: 'showTab', tab: tabs[round % 3]!, focus: false });
      if (round % 10 === 0) {
        const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
        tabs[Math.floor(random() * tabs.length)]?.click();
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    isMutating = false;
    return count;
  });
  assert.ok(mutatedCount > 200, `${mutatedCount} messages were mutated`);
  await page.page.evaluate(() => fakeHost.send({ kind: 'showTab', tab: 'flame', focus: false }));
  await page.load(TREE, { id: 99, captured: 99, siblings: [] });
  await page.graph.locator('text=main.work').first().waitFor();
  assert.deepEqual(page.errors, []);
});

test('messages from another origin are ignored', async () => {
  const page = await tests.open();
  await page.load(TREE);
  await page.graph.locator('text=main.work').first().waitFor();
  await page.page.evaluate(() => {
    const data = { kind: 'state', state: { notice: { text: 'From elsewhere.' } } };
    for (const origin of ['https://elsewhere.test', 'null', '']) {
      window.dispatchEvent(new MessageEvent('message', { data, origin }));
    }
    fakeHost.send({ kind: 'state', state: {} });
  });
  await page.page.locator('text=No profile is open.').waitFor();
  assert.equal(await page.page.locator('text=From elsewhere.').count(), 0);
});
