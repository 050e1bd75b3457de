import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstructionDocuments } from '../../../../src/editor/instructions/instructionDocuments';
import type { ListRow } from '../../../../src/editor/instructions/instructionList';
import { FakeDocument } from '../../../shared/fakeEditors';
import { type FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

async function newDocuments(): Promise<InstructionDocuments> {
  const { InstructionDocuments } = await import('../../../../src/editor/instructions/instructionDocuments');
  return new InstructionDocuments();
}

/** Adds a list with one row. */
function add(documents: InstructionDocuments, text: string): FakeUri {
  const rows: ListRow[] = [{ kind: 'own', text }];
  const { uri } = documents.add('a.go:7', { rows: { address: rows, cost: rows }, order: 'address', total: 1 });
  return uri as unknown as FakeUri;
}

const textOf = (documents: InstructionDocuments, uri: FakeUri) => documents.provideTextDocumentContent(uri as never);
const close = (uri: FakeUri) => vscode.closeDocument(new FakeDocument(uri, []));

test('the instructions of a closed peek view can be opened in an editor', async () => {
  const documents = await newDocuments();
  const uri = add(documents, 'ADDQ AX, BX');
  for (let opening = 0; opening < 5; opening++) {
    close(uri);
    assert.equal(textOf(documents, uri), 'ADDQ AX, BX\n');
  }
  documents.dispose();
});

test('the lists that were closed last are kept, and of those that were closed before, only the open ones', async () => {
  const documents = await newDocuments();
  const [first, open, ...later] = ['first', 'open', 'a', 'b', 'c'].map((text) => add(documents, text));
  for (const uri of [first!, ...later]) close(uri);
  assert.match(textOf(documents, first!), /^This assembly was lost/);
  assert.deepEqual([open!, ...later].map((uri) => textOf(documents, uri)), ['open\n', 'a\n', 'b\n', 'c\n']);
  documents.dispose();
});

test('the lens of the order has the word of its command, and names the other order', async () => {
  const documents = await newDocuments();
  const uri = add(documents, 'ADDQ AX, BX');
  const titles = () => documents.provideCodeLenses({ uri } as never).map(({ command }) => command?.title);
  assert.ok(titles().includes('Sort by cost'), titles().join());
  documents.orderBy('cost');
  assert.ok(titles().includes('Sort by address'), titles().join());
  documents.dispose();
});
