import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { fakeOutput } from '../../shared/fakeOutput';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

beforeEach(() => {
  vscode.setTrusted(true);
  vscode.user = {};
  vscode.messages.length = vscode.executed.length = 0;
});

async function report(act: () => unknown): Promise<void> {
  const { reportFailure } = await import('../../../src/workbench/failureMessage');
  try {
    act();
  } catch (error) {
    await reportFailure(error, fakeOutput());
  }
}

test('an expected situation is no error: it has a button that leads on, and no Show Output', async () => {
  const { requireTrust } = await import('../../../src/workbench/preconditionError');
  await report(() => requireTrust('profiling runs its code'));
  assert.deepEqual(vscode.messages, []);
  vscode.setTrusted(false);
  vscode.user = { button: 'Manage Workspace Trust' };
  await report(() => requireTrust('profiling runs its code'));
  const [{ severity, text, buttons }] = vscode.messages;
  assert.deepEqual([severity, text], ['information', 'Trust this workspace first: profiling runs its code.']);
  assert.deepEqual(buttons, ['Manage Workspace Trust']);
  assert.deepEqual(vscode.executed, [['workbench.trust.manage']]);
});

test('an unexpected error is shown as one, with Show Output', async () => {
  await report(() => {
    throw new Error('The disk is full.');
  });
  const [{ severity, buttons }] = vscode.messages;
  assert.deepEqual([severity, buttons], ['error', ['Show Output']]);
});
