import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { SettingSchema } from '../../../../src/ui/settings/settingProblem';
import { fakeOutput } from '../../../shared/fakeOutput';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const SCHEMAS = packageJson.contributes.configuration.properties as unknown as Record<string, SettingSchema>;
const values: Record<string, unknown> = {};
const shown: string[] = [];
const executed: unknown[][] = [];
let clicks: string | undefined;
let onChange = (_: { affectsConfiguration(section: string): boolean }): void => undefined;

withVscode({
  env: {},
  commands: { executeCommand: async (...call: unknown[]) => void executed.push(call) },
  workspace: {
    getConfiguration: () => ({
      get: (name: string) => (name in values ? values[name] : SCHEMAS[name]?.default),
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

test('each value that cannot be used is named once, with a button that opens the setting', async () => {
  Object.assign(values, { 'linecost.profile.kinds': [], 'linecost.limits.memory': 0 });
  clicks = 'Open Settings';
  await check();
  await check();
  assert.deepEqual(shown.map((text) => text.split(' ')[0]), ['linecost.profile.kinds', 'linecost.limits.memory']);
  await until(() => executed.length === 2);
  assert.deepEqual(executed[0], ['workbench.action.openSettings', { query: 'linecost.profile.kinds' }]);
  values['linecost.profile.kinds'] = ['cpu'];
  await check();
  assert.equal(shown.length, 2);
  values['linecost.profile.kinds'] = [];
  await check();
  assert.equal(shown.length, 3, 'a mistake that is made again');
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
