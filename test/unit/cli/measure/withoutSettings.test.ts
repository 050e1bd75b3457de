import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withoutSettings } from '../../../../src/cli/measure/withoutSettings';
import { repoRoot } from '../../../host/paths.mjs';

/** The lines of the go core that write the name of a setting into a message. */
function messageLines(): string[] {
  const folders = ['failures', 'test', 'tool'].map((name) => join(repoRoot, 'src', 'go', name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const lines = files.filter((file) => !file.endsWith('goSettings.ts')).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return lines.filter((line) => /linecost\.\w+\.\w+/.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line));
}

test('no message of the command line names a setting of the editor', () => {
  const lines = messageLines();
  assert.ok(lines.length >= 10);
  for (const line of lines) assert.doesNotMatch(withoutSettings(line), /linecost\./, line);
});

test('the advice of a message is one for a command line', () => {
  const texts = [
    'BenchmarkX did not end within 5 s (linecost.profile.timeout).',
    'The go command was not found: install it, or set linecost.go.path to the go command.',
    'The disk is full: free some space, or set GOTMPDIR in linecost.go.env to a folder on another disk.',
    'BenchmarkX is left out of the build by //go:build integration: add integration to the setting linecost.go.buildTags.',
  ];
  assert.deepEqual(texts.map(withoutSettings), [
    'BenchmarkX did not end within 5 s (--timeout).',
    'The go command was not found: install it, or put the go command on PATH.',
    'The disk is full: free some space, or set GOTMPDIR to a folder on another disk.',
    'BenchmarkX is left out of the build by //go:build integration: add integration to -tags.',
  ]);
});
