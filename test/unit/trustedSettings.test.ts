import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';

interface SettingsSection {
  readonly properties: object;
}

interface Manifest {
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: { readonly configuration: SettingsSection | readonly SettingsSection[] };
}

/** Settings for appearance, and settings that matter only in a trusted workspace. */
const HARMLESS = [
  'linecost.columns.style', 'linecost.figures', 'linecost.explorer.badges', 'linecost.lenses.tests', 'linecost.lenses.programs', 'linecost.profile.kinds',
  'linecost.profile.memoryRate', 'linecost.profile.timingRun',
];

test('an untrusted workspace cannot change settings that run programs, send requests or use memory', () => {
  const manifest = JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')) as Manifest;
  const { restrictedConfigurations: restricted } = manifest.capabilities.untrustedWorkspaces;
  const sections = [manifest.contributes.configuration].flat() as SettingsSection[];
  const settings = sections.flatMap(({ properties }) => Object.keys(properties));
  assert.deepEqual([...restricted, ...HARMLESS].sort(), settings.sort());
});
