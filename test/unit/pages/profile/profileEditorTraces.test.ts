import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newViewed, noticeOf, scene, settled, vscode } from './profileEditorScene';

const TRACE = '/w/trace.out';

test('a large trace is read only after the button of its notice, which says what it takes', async (context) => {
  const { LargeTraceError } = await import('../../../../src/captures/loaded/largeTrace');
  const { openTab, reads } = await scene(context);
  const { page } = openTab(TRACE, true, 'linecost.anyProfile');
  reads[0].fail(new LargeTraceError('trace.out has 310 MB: go tool trace needs about 16 GB of memory.'));
  await settled();
  assert.deepEqual(noticeOf(page), ['trace.out has 310 MB: go tool trace needs about 16 GB of memory.', 'Read Trace']);
  assert.notEqual(reads[0].options.isLargeWanted, true);
  void page.notice?.act?.();
  assert.equal(reads[1].options.isLargeWanted, true);
  reads[1].succeed(newViewed());
  await settled();
  assert.equal(page.notice, undefined);
});

test('a trace in an untrusted workspace leads to its trust, and is read once it is trusted', async (context) => {
  const { PreconditionError } = await import('../../../../src/ui/preconditionError');
  const { openTab, reads } = await scene(context);
  const { page } = openTab(TRACE, true, 'linecost.anyProfile');
  const fix = { title: 'Manage Workspace Trust', command: 'workbench.trust.manage' };
  reads[0].fail(new PreconditionError('Trust this workspace first.', fix));
  await settled();
  assert.deepEqual(noticeOf(page), ['Trust this workspace first.', 'Manage Workspace Trust']);
  await page.notice?.act?.();
  assert.equal(vscode.executed.at(-1)?.[0], 'workbench.trust.manage');
  vscode.setTrusted(true);
  reads[1].succeed(newViewed());
  await settled();
  assert.deepEqual([page.notice, page.active === undefined], [undefined, false]);
});

test('an empty file with the name of a trace is called a trace', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab(TRACE, true, 'linecost.anyProfile');
  reads[0].fail('The profile is empty.');
  await settled();
  assert.match(page.notice?.text ?? '', /has not written the trace yet/);
});
