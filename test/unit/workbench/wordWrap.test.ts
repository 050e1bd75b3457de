import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Memento, TextDocument } from 'vscode';
import { FakeMemento } from '../../shared/fakeStorage';
import { withVscode } from '../../shared/withVscode';

const said: string[] = [];
/** editor.wordWrap by language. */
const wrapOf: Record<string, string> = {};

withVscode({
  window: { showInformationMessage: async (text: string) => void said.push(text) },
  workspace: {
    getConfiguration: (_section: string, { languageId }: TextDocument) => ({
      get: (_key: string, usual: string) => wrapOf[languageId] ?? usual,
    }),
  },
});

const load = () => import('../../../src/workbench/wordWrap');
const goFile = { languageId: 'go' } as TextDocument;

beforeEach(() => {
  said.length = 0;
  delete wrapOf.go;
});

for (const way of ['on', 'bounded', 'wordWrapColumn']) {
  test(`with editor.wordWrap "${way}" for Go, the lines of a Go file are wrapped`, async () => {
    const { isWrapped } = await load();
    wrapOf.go = way;
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

test('why costs are at the line ends is said once ever', async () => {
  const { sayThatCostsMoved } = await load();
  const memento = new FakeMemento();
  await sayThatCostsMoved(memento as unknown as Memento);
  await sayThatCostsMoved(memento as unknown as Memento);
  assert.deepEqual(said, [
    'Costs are at the end of each line while word wrap is on: VS Code wraps lines as if a column in front of them had no width.',
  ]);
});
