import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../../../src/captures/session';
import type { ProfilesRows } from '../../../../src/views/profiles/profilesRows';
import type { LoadedCaptures } from '../../../../src/captures/loaded/loadedCaptures';
import { FakeEngine } from '../../../shared/fakeEngine';
import { FakeEmitter, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

/** The view of a list of captures, and the number of its refreshes. `change` reports a change of the captures. */
async function scene() {
  const visibility = new FakeEmitter<{ visible: boolean }>();
  const view = { visible: false, onDidChangeVisibility: visibility.event, dispose: () => undefined };
  const { window } = vscode.module as { window: Record<string, unknown> };
  window.createTreeView = () => view;
  const capturesChanged = new FakeEmitter<void>();
  const { ProfilesView } = await import('../../../../src/views/profiles/profilesView');
  const rows = { getChildren: () => Promise.resolve([]) } as unknown as ProfilesRows;
  const captures = { onDidChangeCaptures: capturesChanged.event } as unknown as LoadedCaptures;
  const profiles = new ProfilesView(new Session(new FakeEngine()), captures, () => Promise.resolve(rows));
  let refreshCount = 0;
  profiles.onDidChangeTreeData(() => refreshCount++);
  const show = (visible: boolean): void => {
    view.visible = visible;
    visibility.fire({ visible });
  };
  return { profiles, refreshes: () => refreshCount, show, change: () => capturesChanged.fire() };
}

test('a list that was never shown is not refreshed, because VS Code would read it twice and lose rows', async () => {
  const { refreshes, show, change } = await scene();
  change();
  show(true);
  assert.equal(refreshes(), 0);
});

test('a list that changed while hidden is refreshed once when it is shown again', async () => {
  const { profiles, refreshes, show, change } = await scene();
  show(true);
  await profiles.getChildren();
  show(false);
  change();
  change();
  assert.equal(refreshes(), 0);
  show(true);
  show(true);
  assert.equal(refreshes(), 1);
});

test('a visible list is refreshed at each change', async () => {
  const { refreshes, show, change } = await scene();
  show(true);
  change();
  change();
  assert.equal(refreshes(), 2);
});
