import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, test } from 'node:test';
import type { CaptureFailure } from '../../../src/common/captureError';
import { repoRoot } from '../../host/paths.mjs';
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
  const { reportFailure } = await import('../../../src/ui/failureMessage');
  try {
    act();
  } catch (error) {
    await reportFailure(error, fakeOutput());
  }
}

test('an expected situation is not reported as an error: it has a button for what to do first, and no Show Output', async () => {
  const { requireTrust } = await import('../../../src/ui/preconditionError');
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

test('a failure that the guide explains has a button for its place', async () => {
  const { CaptureError } = await import('../../../src/common/captureError');
  vscode.user = { button: 'Learn More' };
  const place = async (failure: CaptureFailure) => {
    vscode.executed.length = 0;
    await report(() => {
      throw new CaptureError(failure, 'It failed.');
    });
    return vscode.executed.find(([command]) => command === 'linecost.openGuide')?.[1];
  };
  assert.deepEqual(await place('unreachable'), 'live-services#if-a-fetch-fails');
  assert.deepEqual(await place('noProfile'), 'troubleshooting#messages-about-a-run');
  assert.deepEqual(await place('compile'), undefined);
});

test('an unexpected error is shown as one, with Show Output', async () => {
  await report(() => {
    throw new Error('The disk is full.');
  });
  const [{ severity, buttons }] = vscode.messages;
  assert.deepEqual([severity, buttons], ['error', ['Show Output']]);
});

test('a failure in two places has a button for each', async () => {
  const { CaptureError } = await import('../../../src/common/captureError');
  const [own, external] = ['a_test.go', 'x_test.go'].map((file, i) => ({ file: `/w/${file}`, line: i + 3, column: 1 }));
  await report(() => {
    throw new CaptureError('sameName', 'Two benchmarks have one name.', own, undefined, external);
  });
  assert.deepEqual(vscode.messages[0]!.buttons, ['Open a_test.go:3', 'Open x_test.go:4', 'Show Output']);
});

test('if Go is missing, a button leads to its download, and the empty Profiles view says so', async () => {
  const { CaptureError } = await import('../../../src/common/captureError');
  await report(() => {
    throw new CaptureError('goNotFound', 'Go was not found: install it, or set linecost.go.path to the go command.');
  });
  assert.deepEqual(vscode.messages[0]!.buttons, ['Install Go', 'Open Settings', 'Show Output']);
  assert.deepEqual(vscode.executed, [['setContext', 'linecost.goMissing', true]]);
  const { contributes } = JSON.parse(await readFile(path.join(repoRoot, 'package.json'), 'utf8')) as {
    contributes: { viewsWelcome: readonly { readonly contents: string; readonly when: string }[] };
  };
  const [welcome] = contributes.viewsWelcome.filter(({ when }) => / && linecost\.goMissing /.test(when));
  assert.match(welcome!.contents, /^Go was not found.*\(https:\/\/go\.dev\/dl\/\).*openSettings.*linecost\.profileBenchmark/s);
});

test('a red message about a benchmark leaves the screen once the benchmark runs again, and only then', async () => {
  const { failureOf, hideFailuresOf } = await import('../../../src/ui/failureMessage');
  const { reportFailure } = await import('../../../src/ui/failureMessage');
  const hidden = () => vscode.executed.filter(([command]) => command === 'notifications.hideToasts').length;
  // The fake user closes the message in a later task.
  const reported = reportFailure(failureOf(new Error('A fails.'), 'A'), fakeOutput());
  hideFailuresOf('B');
  assert.equal(hidden(), 0, 'another benchmark');
  hideFailuresOf('A');
  hideFailuresOf('A');
  assert.equal(hidden(), 1);
  await reported;
  await reportFailure(failureOf(new Error('A fails.'), 'A'), fakeOutput());
  hideFailuresOf('A');
  assert.equal(hidden(), 1, 'a message that the user has closed');
});
