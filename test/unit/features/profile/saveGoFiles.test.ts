import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

/** A dirty document whose save() resolves to false. If `isWritten`, it is clean afterwards, as after Auto Save. */
function dirtyDocument(isWritten: boolean) {
  const document = { uri: FakeUri.file('/w/a.go'), fileName: '/w/a.go', isUntitled: false, isDirty: true };
  const save = () => {
    document.isDirty = !isWritten;
    return Promise.resolve(false);
  };
  return Object.assign(document, { save });
}

async function saveAll(document: ReturnType<typeof dirtyDocument>): Promise<void> {
  const { workspace } = vscode.module as { workspace: object };
  Object.defineProperty(workspace, 'textDocuments', { value: [document], configurable: true });
  Object.defineProperty(workspace, 'asRelativePath', { value: () => 'a.go', configurable: true });
  const { saveGoDocuments } = await import('../../../../src/features/profile/runOptions');
  await saveGoDocuments();
}

test('a dirty file that Auto Save writes at the same moment counts as saved', async () => {
  await saveAll(dirtyDocument(true));
});

test('the error names a dirty file that cannot be saved', async () => {
  const message = 'a.go has unsaved changes that VS Code could not save. Save the file, then try again.';
  await assert.rejects(saveAll(dirtyDocument(false)), { message });
});
