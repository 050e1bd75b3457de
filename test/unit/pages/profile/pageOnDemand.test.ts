import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBackgroundFailure } from '../../../../src/ui/inBackground';
import { type OwnPageOptions, type Page, pageOnDemand } from '../../../../src/pages/profile/pageOnDemand';

const own = {} as OwnPageOptions;

function recordingPage() {
  const calls: unknown[][] = [];
  const record = (name: string) => (...args: unknown[]) => void calls.push([name, ...args]);
  const page: Page = {
    exportSvg: record('exportSvg'),
    showTab: record('showTab'),
    dispose: record('dispose'),
  };
  return { page, calls };
}

test('calls before the code of pages is loaded take effect in their order once it is', async () => {
  const { page, calls } = recordingPage();
  const onDemand = pageOnDemand(async () => () => page, own);
  onDemand.showTab('top', true, 'main.f');
  onDemand.exportSvg();
  assert.deepEqual(calls, []);
  await nextTurn();
  onDemand.dispose();
  await nextTurn();
  assert.deepEqual(calls, [['showTab', 'top', true, 'main.f'], ['exportSvg'], ['dispose']]);
});

test('a page that is closed before its code is loaded is never created', async () => {
  let created = 0;
  const onDemand = pageOnDemand(async () => () => {
    created++;
    return recordingPage().page;
  }, own);
  onDemand.dispose();
  await nextTurn();
  assert.equal(created, 0);
});

test('the user sees the failure if the code of pages cannot be loaded', async () => {
  const failures: unknown[] = [];
  const listening = onBackgroundFailure((error) => failures.push(error));
  const failure = new Error('ENOENT');
  pageOnDemand(() => Promise.reject(failure), own);
  await nextTurn();
  listening.dispose();
  assert.deepEqual(failures, [failure]);
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
