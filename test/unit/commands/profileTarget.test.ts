import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeUri, fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

/** A document whose save says that it did nothing; `isWritten` tells whether something else has saved it by then. */
function edited(isWritten: boolean) {
  const document = { uri: FakeUri.file('/w/a.go'), fileName: '/w/a.go', isUntitled: false, isDirty: true };
  const save = () => {
    document.isDirty = !isWritten;
    return Promise.resolve(false);
  };
  return Object.assign(document, { save });
}

async function saveAll(document: ReturnType<typeof edited>): Promise<void> {
  const { workspace } = vscode.module as { workspace: object };
  Object.defineProperty(workspace, 'textDocuments', { value: [document], configurable: true });
  Object.defineProperty(workspace, 'asRelativePath', { value: () => 'a.go', configurable: true });
  const { saveGoDocuments } = await import('../../../src/commands/profileTarget');
  await saveGoDocuments();
}

test('an edited file that Auto Save writes at the same moment counts as saved', async () => {
  await saveAll(edited(true));
});

test('an edited file that cannot be saved is named, and nothing is measured', async () => {
  await assert.rejects(saveAll(edited(false)), { message: 'a.go could not be saved: save it first.' });
});
