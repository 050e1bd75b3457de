import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Memento, TextDocument } from 'vscode';
import { FakeMemento } from '../../../shared/fakeStorage';
import { withVscode } from '../../../shared/withVscode';

const messages: string[] = [];
/** The setting editor.wordWrap, by language. */
const wrapOf: Record<string, string> = {};

withVscode({
  window: { showInformationMessage: async (text: string) => void messages.push(text) },
  workspace: {
    getConfiguration: (_section: string, { languageId }: TextDocument) => ({
      get: (_key: string, fallback: string) => wrapOf[languageId] ?? fallback,
    }),
  },
});

const load = () => import('../../../../src/captures/loaded/columnStyles');
const goFile = { languageId: 'go' } as TextDocument;

beforeEach(() => {
  messages.length = 0;
  delete wrapOf.go;
});

for (const setting of ['on', 'bounded', 'wordWrapColumn']) {
  test(`with editor.wordWrap "${setting}" for Go, the lines of a Go file are wrapped`, async () => {
    const { isWrapped } = await load();
    wrapOf.go = setting;
    assert.equal(isWrapped(goFile), true);
    assert.equal(isWrapped({ languageId: 'markdown' } as TextDocument), false);
  });
}

test('without the setting, or with "off", lines are not wrapped', async () => {
  const { isWrapped } = await load();
  assert.equal(isWrapped(goFile), false);
  wrapOf.go = 'off';
  assert.equal(isWrapped(goFile), false);
});

test('the message about costs at the ends of lines is shown only once', async () => {
  const { explainWordWrap } = await load();
  const memento = new FakeMemento();
  await explainWordWrap(memento as unknown as Memento);
  await explainWordWrap(memento as unknown as Memento);
  assert.deepEqual(messages, ['Costs are at the line ends while word wrap is on.']);
});
