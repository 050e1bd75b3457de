import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ProfilePanel } from '../../../../src/pages/profile/profilePanel';
import type { PageSubject } from '../../../../src/pages/profile/profilePage';
import { withVscode } from '../../../shared/withVscode';

/** The argument preserveFocus of each call that showed the panel. */
const preserveFocusArgs: boolean[] = [];
const panel = {
  reveal: (_: unknown, preserveFocus: boolean) => void preserveFocusArgs.push(preserveFocus),
  onDidChangeViewState: () => undefined,
  onDidDispose: () => undefined,
};

withVscode({
  Uri: { joinPath: (...parts: string[]) => parts.join('/') },
  ViewColumn: { Beside: -2 },
  window: {
    tabGroups: { all: [] },
    registerWebviewPanelSerializer: () => undefined,
    createWebviewPanel: (_: string, __: string, showOptions: { preserveFocus: boolean }) => {
      preserveFocusArgs.push(showOptions.preserveFocus);
      return panel;
    },
  },
});

let Panel: typeof ProfilePanel;
before(async () => {
  Panel = (await import('../../../../src/pages/profile/profilePanel')).ProfilePanel;
});

test('the panel and its tab take focus if requested, whether the panel is new or already open', () => {
  const tabs: unknown[] = [];
  const page = { showTab: (...tab: unknown[]) => void tabs.push(tab) };
  const editors = { showing: () => undefined };
  const profilePanel = new Panel({} as never, () => page as never, '/media' as never, async () => undefined, editors as never);
  profilePanel.show('top', true);
  profilePanel.show('peek', true, 'main.main');
  profilePanel.show('flame');
  assert.deepEqual(preserveFocusArgs, [false, false, true]);
  assert.deepEqual(tabs, [['top', true, undefined], ['peek', true, 'main.main'], ['flame', false, undefined]]);
});

test('a panel is empty without an active profile, and waits for an active one without a notice', () => {
  const subjects: PageSubject[] = [];
  const session = { active: undefined as object | undefined };
  const makePage = (_panel: unknown, subject: PageSubject) => {
    subjects.push(subject);
    return { showTab: () => undefined };
  };
  const editors = { showing: () => undefined };
  const profilePanel = new Panel(session as never, makePage as never, '/media' as never, async () => undefined, editors as never);
  profilePanel.show();
  assert.equal(subjects[0]!.notice, 'empty');
  session.active = {};
  assert.equal(subjects[0]!.notice, undefined);
});
