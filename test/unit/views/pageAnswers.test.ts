import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Active } from '../../../src/session';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

test('the step of the walkthrough about the flame graph is ticked when a page has one, not before', async () => {
  const { PageAnswers } = await import('../../../src/views/pageAnswers');
  let fails = true;
  const engine = { ask: () => (fails ? Promise.reject(new Error('unloaded')) : Promise.resolve({ file: [] })) };
  const answers = new PageAnswers(engine as never, { latestOnly: () => ({}) } as never, {} as never);
  const active = { capture: {}, shown: 1, sampleType: 0 } as unknown as Active;
  const view = { root: 0, restFrom: 0, width: 900, minWidth: 2, maxFrames: 100, search: '' };
  const ask = () => answers.answer(active, { kind: 'ask', question: 'flame', profile: 1, request: 1, params: view });
  await assert.rejects(ask(), /unloaded/);
  assert.deepEqual(vscode.executed, []);
  fails = false;
  await ask();
  assert.deepEqual(vscode.executed, [['setContext', 'linecost.ticked.flame', true]]);
});
