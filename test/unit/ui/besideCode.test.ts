import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVscode } from '../../shared/withVscode';

class FakeWebviewInput {
  constructor(readonly viewType: string) {}
}

const tabGroups = { all: [] as object[] };
class FakeTextInput {}

withVscode({
  ViewColumn: { Beside: -2 },
  TabInputWebview: FakeWebviewInput,
  TabInputText: FakeTextInput,
  window: { tabGroups },
});

function group(viewColumn: number, isActive: boolean, viewType?: string): object {
  const input = viewType === undefined ? new FakeTextInput() : new FakeWebviewInput(`mainThreadWebview-${viewType}`);
  return { viewColumn, isActive, tabs: [{ input }], activeTab: { input } };
}

test('a panel opens in the column of another panel of Linecost, unless that column is active; otherwise beside the code', async () => {
  const { besideCode } = await import('../../../src/ui/besideCode');
  const columnAmong = (...groups: object[]) => {
    tabGroups.all = groups;
    return besideCode();
  };
  assert.equal(columnAmong(group(1, true), group(2, false, 'linecost.flameGraph')), 2);
  assert.equal(columnAmong(group(1, true), group(2, false), group(3, false, 'linecost.results')), 3);
  assert.equal(columnAmong(group(1, true), group(2, false, 'other.linecost.flameGraphs')), -2);
  assert.equal(columnAmong(group(1, false), group(2, true, 'linecost.flameGraph')), 2);
  assert.equal(columnAmong(group(1, true)), -2);
});

test('a panel that is opened from the walkthrough beside the code opens in its column', async () => {
  const { besideCode } = await import('../../../src/ui/besideCode');
  const walkthrough = { viewColumn: 2, isActive: true, tabs: [{}], activeTab: { input: undefined } };
  tabGroups.all = [group(1, false), walkthrough];
  assert.equal(besideCode(), 2);
  tabGroups.all = [{ ...walkthrough, viewColumn: 1 }];
  assert.equal(besideCode(), -2);
});
