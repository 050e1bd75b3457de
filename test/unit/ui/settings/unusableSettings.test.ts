import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { SettingSchema } from '../../../../src/ui/settings/unusableSettings';
import { fakeOutput } from '../../../shared/fakeOutput';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const SCHEMAS = packageJson.contributes.configuration.properties as unknown as Record<string, SettingSchema>;
const values: Record<string, unknown> = {};
const shown: string[] = [];
const executed: unknown[][] = [];
let folders: string[] | undefined;
let folderValues: Record<string, unknown> = {};
let clicks: string | undefined;
let onChange = (_: { affectsConfiguration(section: string): boolean }): void => undefined;

withVscode({
  env: {},
  commands: { executeCommand: async (...call: unknown[]) => void executed.push(call) },
  workspace: {
    get workspaceFolders() {
      return folders?.map((uri) => ({ uri }));
    },
    getConfiguration: (_: undefined, folder?: string) => ({
      get: (name: string) => {
        if (folder && name === 'linecost.go.env') return folderValues[folder];
        return name in values ? values[name] : SCHEMAS[name]?.default;
      },
      inspect: (name: string) => (name in values ? { workspaceValue: values[name] } : {}),
    }),
    onDidChangeConfiguration: (listener: typeof onChange) => {
      onChange = listener;
      return { dispose: () => undefined };
    },
  },
  window: {
    showWarningMessage: async (text: string, _: object, ...buttons: string[]) => {
      shown.push(text);
      return buttons.find((button) => button === clicks);
    },
  },
});

async function check(): Promise<void> {
  (await import('../../../../src/ui/settings/unusableSettings')).tellUnusableSettings(SCHEMAS, fakeOutput([]));
}

test('all values that cannot be used are named once, in one message, with a button that opens the settings', async () => {
  Object.assign(values, { 'linecost.profile.kinds': [], 'linecost.profile.count': -1, 'linecost.limits.memory': 0, 'linecost.go.env': 'x' });
  clicks = 'Open Settings';
  await check();
  await check();
  assert.deepEqual(shown, [
    'linecost.profile.kinds is [], not a list of cpu, memory, mutex, block, wall, trace: the default, cpu, memory, is used. ' +
    'linecost.profile.count is -1, not a whole number from 1 to 1000: the default, 1, is used. ' +
    'linecost.limits.memory is 0, not a whole number from 256 to 65536: the default, 2048, is used. ' +
    'linecost.go.env is "x", not an object with a text for each name: it counts as not set.',
  ]);
  await until(() => executed.length === 1);
  const names = 'linecost.profile.kinds,linecost.profile.count,linecost.limits.memory,linecost.go.env';
  assert.deepEqual(executed[0], ['workbench.action.openSettings', { query: `@id:${names}` }]);
});

test('a value that is changed to another that cannot be used is named again, alone, and so is a repeated mistake', async () => {
  shown.length = 0;
  executed.length = 0;
  values['linecost.profile.kinds'] = ['gpu'];
  await check();
  assert.deepEqual(shown, ['linecost.profile.kinds is ["gpu"], not a list of cpu, memory, mutex, block, wall, trace: the default, cpu, memory, is used.']);
  await until(() => executed.length === 1);
  assert.deepEqual(executed[0], ['workbench.action.openSettings', { query: 'linecost.profile.kinds' }]);
  values['linecost.profile.kinds'] = ['cpu'];
  await check();
  assert.equal(shown.length, 1);
  values['linecost.profile.kinds'] = ['gpu'];
  await check();
  assert.equal(shown.length, 2);
});

test('each folder\'s value is checked', async () => {
  for (const name of Object.keys(values)) delete values[name];
  await check();
  shown.length = 0;
  folders = ['a', 'b', 'c'];
  folderValues = { a: 'x', b: 'y', c: 'x' };
  await check();
  folders = undefined;
  assert.deepEqual(shown, [
    'linecost.go.env is "x", not an object with a text for each name: it counts as not set. ' +
    'linecost.go.env is "y", not an object with a text for each name: it counts as not set.',
  ]);
});

test('the settings are checked at the start only if any is set, and when one changes', async () => {
  const { watchSettings } = await import('../../../../src/ui/settings/settingsWatch');
  let checks = 0;
  for (const name of Object.keys(values)) delete values[name];
  watchSettings(SCHEMAS, () => void checks++);
  assert.equal(checks, 0);
  onChange({ affectsConfiguration: (section) => section === 'editor' });
  assert.equal(checks, 0);
  onChange({ affectsConfiguration: (section) => section === 'linecost' });
  assert.equal(checks, 1);
  values['linecost.profile.count'] = 3;
  watchSettings(SCHEMAS, () => void checks++);
  assert.equal(checks, 2);
});
