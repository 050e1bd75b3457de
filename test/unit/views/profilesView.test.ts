import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../../src/session';
import type { ProfilesRows } from '../../../src/views/profilesRows';
import type { LoadedCaptures } from '../../../src/workbench/loadedCaptures';
import { FakeEngine } from '../../shared/fakeEngine';
import { FakeEmitter, fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

/** The view on a list of captures that the test changes, and the number of refreshes. */
async function scene() {
  const visibility = new FakeEmitter<{ visible: boolean }>();
  const view = { visible: false, onDidChangeVisibility: visibility.event, dispose: () => undefined };
  const { window } = vscode.module as { window: Record<string, unknown> };
  window.createTreeView = () => view;
  const kept = new FakeEmitter<void>();
  const { ProfilesView } = await import('../../../src/views/profilesView');
  const rows = { getChildren: () => Promise.resolve([]) } as unknown as ProfilesRows;
  const captures = { onDidChangeCaptures: kept.event } as unknown as LoadedCaptures;
  const profiles = new ProfilesView(new Session(new FakeEngine()), captures, () => Promise.resolve(rows));
  const told = { times: 0 };
  profiles.onDidChangeTreeData(() => told.times++);
  const show = (visible: boolean): void => {
    view.visible = visible;
    visibility.fire({ visible });
  };
  return { profiles, told, show, change: () => kept.fire() };
}

test('a list that was never shown is not refreshed, because VS Code would read it twice and lose rows', async () => {
  const { told, show, change } = await scene();
  change();
  show(true);
  assert.equal(told.times, 0);
});

test('a list that changed while it was hidden is refreshed once when it is shown again', async () => {
  const { profiles, told, show, change } = await scene();
  show(true);
  await profiles.getChildren();
  show(false);
  change();
  change();
  assert.equal(told.times, 0);
  show(true);
  show(true);
  assert.equal(told.times, 1);
});

test('a visible list is refreshed at each change', async () => {
  const { told, show, change } = await scene();
  show(true);
  change();
  change();
  assert.equal(told.times, 2);
});
