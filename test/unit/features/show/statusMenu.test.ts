import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../../../src/captures/session';
import type { ColumnStyles } from '../../../../src/captures/loaded/columnStyles';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

interface Item {
  readonly label: string;
}

/** A menu in which the user presses Enter or Escape at once. */
class FakeMenu {
  static key: 'Enter' | 'Escape' = 'Enter';
  static shown: FakeMenu;
  title = '';
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  isDisposed = false;
  private accept = () => undefined as void;
  private hidden = () => undefined as void;
  get selectedItems() {
    return this.activeItems.slice(0, 1);
  }
  onDidAccept(listener: () => void) {
    this.accept = listener;
  }
  onDidHide(listener: () => void) {
    this.hidden = listener;
  }
  show() {
    FakeMenu.shown = this;
    if (FakeMenu.key === 'Enter') this.accept();
    else this.hide();
  }
  hide() {
    this.hidden();
  }
  dispose() {
    this.isDisposed = true;
  }
}

const vscode = fakeVscode('/w');
Object.assign((vscode.module as { window: object }).window, { createQuickPick: () => new FakeMenu() });
Object.assign(vscode.module, { QuickPickItemKind: { Separator: -1 } });
withVscode(vscode.module);

/** Opens the menu on `cpu`, the second sample type, and presses a key; returns what was chosen. */
async function press(key: typeof FakeMenu.key) {
  const { switchSampleType } = await import('../../../../src/features/show/statusMenu');
  const profile = { summary: summaryOf(1, 'samples/count,cpu/nanoseconds'), label: 'cpu' };
  const chosen: unknown[] = [];
  const active = { capture: { title: 'BenchmarkX', profiles: [profile] }, profile, sampleType: 1 };
  const session = { active, choose: (...args: unknown[]) => chosen.push(args) } as unknown as Session;
  FakeMenu.key = key;
  await switchSampleType({ session, styles: { isHidden: false } as ColumnStyles });
  return chosen;
}

test('the menu of the status bar begins at the shown sample type, so that Enter does not switch it', async () => {
  assert.deepEqual(await press('Enter'), [[1, 1]]);
  const { title, activeItems, isDisposed } = FakeMenu.shown;
  assert.deepEqual([title, activeItems.map(({ label }) => label), isDisposed], ['Linecost: BenchmarkX', ['$(check) cpu'], true]);
});

test('Escape in the menu of the status bar changes nothing', async () => {
  assert.deepEqual(await press('Escape'), []);
  assert.equal(FakeMenu.shown.isDisposed, true);
});
