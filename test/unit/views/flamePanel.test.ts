import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FlamePanel } from '../../../src/views/flamePanel';
import { withVscode } from '../../shared/withVscode';

/** Whether VS Code was told to leave the focus where it is, for each time that the panel was shown. */
const preserved: boolean[] = [];
const panel = {
  reveal: (_: unknown, preserveFocus: boolean) => void preserved.push(preserveFocus),
  onDidChangeViewState: () => undefined,
  onDidDispose: () => undefined,
};

withVscode({
  Uri: { joinPath: (...parts: string[]) => parts.join('/') },
  ViewColumn: { Beside: -2 },
  window: {
    registerWebviewPanelSerializer: () => undefined,
    createWebviewPanel: (_: string, __: string, place: { preserveFocus: boolean }) => {
      preserved.push(place.preserveFocus);
      return panel;
    },
  },
});

let Panel: typeof FlamePanel;
before(async () => {
  Panel = (await import('../../../src/views/flamePanel')).FlamePanel;
});

test('the panel and its tab take the keys if that is wanted, whether the panel is new or open already', () => {
  const told: unknown[] = [];
  const page = { showTab: (...tab: unknown[]) => void told.push(tab) };
  const editors = { showing: () => undefined };
  const shown = new Panel({} as never, () => page as never, '/media' as never, async () => undefined, editors as never);
  shown.show('top', true);
  shown.show('peek', true);
  shown.show('flame');
  assert.deepEqual(preserved, [false, false, true]);
  assert.deepEqual(told, [['top', true], ['peek', true], ['flame', false]]);
});
