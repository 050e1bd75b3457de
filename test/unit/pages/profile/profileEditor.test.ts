import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import type { Uri } from 'vscode';
import { FakeUri } from '../../../shared/fakeVscode';
import { GIT_LFS } from '../../../../src/profile/wire/otherFormats';
import { until } from '../../../shared/until';
import { FILE, newViewed, noticeOf, scene, settled, TAB_COLUMN, TOO_LARGE, vscode } from './profileEditorScene';

beforeEach(() => {
  vscode.executed.length = 0;
  vscode.closeTabs();
});

test('the page appears while the file is read, and shows the profile once it is read', async (context) => {
  const { openTab, reads, session } = await scene(context);
  const { page } = openTab();
  let changes = 0;
  page.onDidChange(() => changes++);
  assert.deepEqual([page.active, page.notice], [undefined, undefined]);
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  assert.equal(page.active?.capture, cpu.capture);
  assert.equal(session.active?.capture, cpu.capture);
  assert.ok(changes > 0);
});

test('if reading takes long, the page says that it reads the file', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  mock.timers.tick(2000);
  assert.equal(page.notice?.text, 'Reading cpu.pprof…');
  reads[0].succeed(newViewed());
  await settled();
  assert.equal(page.notice, undefined);
});

test('the profile of a background tab becomes active once its file is read, if no other profile is active', async (context) => {
  const { openTab, reads, session } = await scene(context);
  openTab(FILE, false);
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  assert.equal(session.active?.capture, cpu.capture);
});

test('the profile of a background tab does not replace another active profile until the tab is shown', async (context) => {
  const { openTab, reads, session } = await scene(context);
  const other = newViewed();
  session.show(other);
  const { page, bringToFront } = openTab(FILE, false);
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  assert.deepEqual([session.active?.capture, page.active?.capture], [other.capture, cpu.capture]);
  bringToFront();
  assert.equal(session.active?.capture, cpu.capture);
});

test('the page keeps its own profile and sample type while another capture is active', async (context) => {
  const { openTab, reads, session } = await scene(context);
  const { page } = openTab();
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  session.switchSampleType(0);
  session.refine({ focus: 'main' });
  assert.deepEqual([page.active?.sampleType, page.active?.refinement], [0, { focus: 'main' }]);
  session.show(newViewed());
  assert.equal(page.active?.capture, cpu.capture);
  assert.deepEqual([page.active?.sampleType, page.active?.refinement], [0, {}]);
  page.choose(cpu.profile.summary.id, 1);
  assert.deepEqual([session.active?.capture, page.active?.sampleType], [cpu.capture, 1]);
});

test('a file that is written again is read again, and the earlier profile is closed', async (context) => {
  const { openTab, reads, session, closed } = await scene(context);
  const { page } = openTab();
  const [first, second] = [newViewed(), newViewed()];
  reads[0].succeed(first);
  await settled();
  vscode.fileEvent(FILE, 'changed');
  reads[1].succeed(second);
  await settled();
  const shown = [page.active?.capture, session.active?.capture];
  assert.deepEqual([...shown, closed], [second.capture, second.capture, [first.capture]]);
});

test('a file that changes while it is read is read once more', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  vscode.fileEvent(FILE, 'changed');
  vscode.fileEvent(FILE, 'changed');
  assert.equal(reads.length, 1);
  reads[0].succeed(newViewed());
  await settled();
  assert.equal(reads.length, 2);
  const last = newViewed();
  reads[1].succeed(last);
  await settled();
  assert.deepEqual([page.active?.capture, reads.length], [last.capture, 2]);
});

test('the name of the watched file may contain characters that are special in patterns', async (context) => {
  const { openTab, reads } = await scene(context);
  openTab('/w/cpu[1]{a}.pprof');
  reads[0].succeed(newViewed());
  await settled();
  vscode.fileEvent('/w/cpu[1]{a}.pprof', 'changed');
  vscode.fileEvent('/w/other.pprof', 'changed');
  assert.equal(reads.length, 2);
});

test('while a file is damaged, the page shows its last profile with a notice', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  const [first, second] = [newViewed(), newViewed()];
  reads[0].succeed(first);
  await settled();
  vscode.fileEvent(FILE, 'changed');
  reads[1].fail('The file ends early.');
  await settled();
  assert.equal(page.active?.capture, first.capture);
  const text = 'The file ends early. Showing the last version that could be read.';
  assert.deepEqual(noticeOf(page), [text, 'Try Again']);
  void page.notice?.act?.();
  reads[2].succeed(second);
  await settled();
  assert.deepEqual([page.active?.capture, page.notice], [second.capture, undefined]);
});

test('while a file is deleted, the page shows its last profile with a notice', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  reads[0].succeed(newViewed());
  await settled();
  vscode.fileEvent(FILE, 'deleted');
  assert.equal(page.notice?.text, 'The file was deleted. Showing the last version that could be read.');
  vscode.fileEvent(FILE, 'created');
  reads[1].succeed(newViewed());
  await settled();
  assert.equal(page.notice, undefined);
});

test('the notice for a file that is not a profile offers another editor', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  reads[0].fail('This is not a pprof profile: it starts with "hello".');
  await settled();
  assert.deepEqual(noticeOf(page), ['This is not a pprof profile: it starts with "hello".', 'Open With…']);
  vscode.executed.length = 0;
  await page.notice?.act?.();
  assert.deepEqual(vscode.executed, [['workbench.action.reopenWithEditor']]);
});

test('the notice for an empty file, a Git LFS pointer and the output of preprofile says what it is, with one button', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  reads[0].fail('The profile is empty.');
  await settled();
  const [text, button] = noticeOf(page)!;
  assert.match(text!, /^This file is empty: .* before pprof\.StopCPUProfile\.$/);
  assert.equal(button, 'Try Again');
  void page.notice?.act?.();
  await until(() => reads.length === 2);
  reads[1].fail(GIT_LFS);
  await settled();
  assert.deepEqual(noticeOf(page), [GIT_LFS, 'Run git lfs pull']);
});

test('the notice for a profile beyond the memory limit opens the setting, and changing it reads the profile again', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  reads[0].fail(TOO_LARGE);
  await settled();
  assert.deepEqual(noticeOf(page), [TOO_LARGE, 'Open Settings']);
  vscode.executed.length = 0;
  await page.notice?.act?.();
  assert.deepEqual(vscode.executed, [['workbench.action.openSettings', { query: 'linecost.limits.memory' }]]);
  vscode.configure('linecost.limits.memory', 4096);
  const cpu = newViewed();
  reads[1].succeed(cpu);
  await settled();
  assert.equal(page.active?.capture, cpu.capture);
  vscode.configure('linecost.limits.memory', 8192);
  assert.equal(reads.length, 2);
});

test('closing a tab does not stop reading the file, which another tab may need', async (context) => {
  const { openTab, addTab, reads } = await scene(context);
  const first = openTab();
  first.close();
  assert.equal(reads[0].closing.aborted, false);
  const { page } = addTab(first.document);
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  assert.equal(page.active?.capture, cpu.capture);
});

test('closing the last tab ends the read, the file watcher and the page', async (context) => {
  const { openTab, reads, pages } = await scene(context);
  const { document, close } = openTab();
  close();
  document.dispose();
  await settled();
  assert.deepEqual([reads[0].closing.aborted, pages.size, vscode.watcherCount], [true, 0, 0]);
});

test('a profile whose tab was closed is unloaded, even if it was still being read', async (context) => {
  const { openTab, reads, closed } = await scene(context);
  const [open, late] = [newViewed(), newViewed()];
  const { document } = openTab();
  reads[0].succeed(open);
  await settled();
  vscode.fileEvent(FILE, 'changed');
  reads[1].succeed(late);
  document.dispose();
  await settled();
  assert.deepEqual(closed, [open.capture, late.capture]);
});

test('a cancelled read is reported, and can be started again', async (context) => {
  const { openTab, reads } = await scene(context);
  const { page } = openTab();
  reads[0].succeed(Promise.reject(new DOMException('', 'AbortError')) as never);
  await settled();
  assert.deepEqual(noticeOf(page), ['Reading the profile was cancelled.', 'Try Again']);
});

test('a file that is opened in the foreground gets a permanent tab, not a preview', async (context) => {
  const { openTab } = await scene(context);
  openTab();
  assert.deepEqual(vscode.executed, [['workbench.action.keepEditor']]);
});

test('if the panel is visible, code opens in front of a file that the user opens', async (context) => {
  const options = { isPanelVisible: true, hasCode: true };
  const { openTab, reads, session, codeColumns, editors } = await scene(context, options);
  await settled();
  openTab();
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  assert.deepEqual([codeColumns, session.active?.capture], [[TAB_COLUMN], cpu.capture]);
  assert.equal(editors.showing(cpu.capture), undefined, 'the panel shows the profile');
});

test('if no code is found, the file stays in front of the panel', async (context) => {
  const { openTab, reads, session, editors } = await scene(context, { isPanelVisible: true });
  await settled();
  openTab();
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  assert.equal(session.active?.capture, cpu.capture);
  assert.notEqual(editors.showing(cpu.capture), undefined);
});

test('a tab that VS Code restores stays in front of the panel', async (context) => {
  const filesAtStart = [FakeUri.file(FILE).toString()];
  const options = { isPanelVisible: true, hasCode: true, filesAtStart };
  const { openTab, reads, codeColumns, session } = await scene(context, options);
  await settled();
  openTab();
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  assert.deepEqual([codeColumns, session.active?.capture], [[], cpu.capture]);
});

test('the editor is loaded with the first file, and knows which files were in tabs at the start', async () => {
  const { profileEditorOnDemand } = await import('../../../../src/pages/profile/profileEditorOnDemand');
  const loads: unknown[] = [];
  vscode.openTab(FakeUri.file('/w/restored.pprof'));
  const provider = profileEditorOnDemand(async (filesAtStart) => {
    loads.push(filesAtStart);
    return { openCustomDocument: (uri: Uri) => uri } as never;
  });
  assert.deepEqual(loads, []);
  for (const file of [FILE, '/w/other.pprof']) {
    vscode.openTab(FakeUri.file(file));
    await provider.openCustomDocument(FakeUri.file(file) as never, {} as never, {} as never);
  }
  assert.deepEqual(loads, [['file:///w/restored.pprof']]);
});

test('a click on a .prof file of another program opens no page, but Open With… or a click on a .prof file of Go does', async (context) => {
  const { openTab, pages } = await scene(context);
  const tabs = [
    openTab('/w/python.prof'),
    openTab('/w/python.prof', true, 'linecost.anyProfile'),
    openTab('/w/python.pprof'),
    openTab('/w/go.prof'),
  ];
  await settled();
  assert.deepEqual(tabs.map(({ webview }) => pages.has(webview)), [false, true, true, true]);
});

test('when a tab of a file is hidden, the panel is told that it may show the profile', async (context) => {
  const { openTab, reads, editors } = await scene(context);
  const { hide } = openTab();
  const cpu = newViewed();
  reads[0].succeed(cpu);
  await settled();
  const shown: boolean[] = [];
  editors.onDidChange(() => shown.push(editors.showing(cpu.capture) !== undefined));
  hide();
  assert.deepEqual(shown, [false]);
});
