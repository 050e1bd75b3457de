import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Session } from '../../../../src/captures/session';
import type { ColumnStyles } from '../../../../src/captures/loaded/columnStyles';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';
import { repoRoot } from '../../../host/paths.mjs';

interface Item {
  readonly label: string;
  readonly description?: string;
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
  const active = { capture: { title: 'BenchmarkX', profiles: [profile], results: [] }, profile, sampleType: 1, refinement: {} };
  const session = { active, choose: (...args: unknown[]) => chosen.push(args) } as unknown as Session;
  FakeMenu.key = key;
  const styles = { isHidden: false } as ColumnStyles;
  await switchSampleType({ session, styles, figureForms: { show: () => Promise.resolve() }, hasDisk: true });
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

interface Setting {
  readonly enumItemLabels?: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly keybindings: readonly { readonly command: string; readonly key: string }[];
  };
}

test('the menu names styles as the setting does, and the keys that are bound', async () => {
  const { contributes } = JSON.parse(await readFile(path.join(repoRoot, 'package.json'), 'utf8')) as Manifest;
  await press('Escape');
  const { items } = FakeMenu.shown;
  const labels = items.map(({ label }) => label.replace(/^\$\(\S+\) /, '').replaceAll('\u00a0', ' '));
  const styles = contributes.configuration.properties['linecost.columns.style']!.enumItemLabels!.slice(0, -1);
  const from = labels.indexOf(styles[0]!);
  assert.deepEqual(labels.slice(from, from + styles.length), styles);
  const keys = ['nextSampleType', 'nextFigures', 'toggleCosts'].map((name) => {
    return contributes.keybindings.find(({ command }) => command === `linecost.${name}`)!.key;
  });
  const shown = items.flatMap(({ description }) => /Ctrl\/Cmd\+(F\d+)$/.exec(description ?? '')?.[1] ?? []);
  assert.deepEqual(shown.map((key) => `ctrl+${key.toLowerCase()}`), keys);
});

test('the menu has forms, styles and the comparison, and the key beside what it does', async () => {
  await press('Escape');
  const labels = FakeMenu.shown.items.map(({ label }) => label.replace(/^\$\(\S+\) /, '').replaceAll('\u00a0', ' '));
  for (const label of ['Totals', 'Percent of the total', 'Narrow column', 'Hide costs', 'Set as baseline', 'Compare with…', 'Refine…']) {
    assert.ok(labels.includes(label), `${label}: ${labels.join(', ')}`);
  }
  const described = FakeMenu.shown.items.filter(({ description }) => description?.includes('Ctrl/Cmd'));
  assert.deepEqual(described.map(({ label, description }) => [label.split(' ').at(-1), description!.split(' · ').at(-1)!.replaceAll('\u00a0', ' ')]),
    [['samples', 'Ctrl/Cmd+F8'], ['total', 'Ctrl/Cmd+F7'], ['costs', 'Ctrl/Cmd+F10']]);
});
