import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { DESKTOP_COMMANDS, LINK_COMMANDS } from '../../../src/features/commandNames';
import { codeFiles } from '../../house/codeFiles';
import { repoRoot } from '../../host/paths.mjs';

test('each command that the code or the manifest calls is registered', () => {
  const texts = [...codeFiles('src', 'webview'), 'package.json'].map((file) => readFileSync(path.join(repoRoot, file), 'utf8'));
  const views = readFileSync(path.join(repoRoot, 'src/features/viewCommands.ts'), 'utf8');
  const known = new Set([...DESKTOP_COMMANDS, ...LINK_COMMANDS, 'clear', 'showOutput', 'openFrame'].map((name) => `linecost.${name}`));
  for (const [, id] of views.matchAll(/'(linecost\.\w+)':/g)) known.add(id!);
  const called = texts.flatMap((text) => [...text.matchAll(/(?:executeCommand\(|command: |"command": )['"](linecost\.\w+)['"]/g)].map(([, id]) => id!));
  assert.ok(called.length > 100);
  assert.deepEqual([...new Set(called)].filter((id) => !known.has(id)), []);
});
