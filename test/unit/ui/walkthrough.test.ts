import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../../host/paths.mjs';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

interface Manifest {
  readonly contributes: {
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly { readonly completionEvents: readonly string[] }[] }[];
  };
}

test('every step of the walkthrough is ticked by something that happened, never by a click alone', async () => {
  const { TICKED_STEPS, tickStep } = await import('../../../src/ui/walkthrough');
  const { contributes } = JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')) as Manifest;
  for (const step of TICKED_STEPS) tickStep(step);
  const contexts = vscode.executed.map(([command, key]) => command === 'setContext' && `onContext:${String(key)}`);
  const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const events = steps.flatMap(({ completionEvents }) => completionEvents);
  assert.deepEqual([...new Set(events)].sort(), ['onContext:linecost.active', ...contexts].sort());
});

test('a welcome view has at most two buttons, and no welcome text leaves one without a way on', async () => {
  const { contributes } = JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')) as Manifest;
  for (const { view, contents } of contributes.viewsWelcome) {
    const buttons = contents.split('\n').filter((line) => /^\[[^\]]*\]\([^)]*\)$/.test(line));
    assert.ok(buttons.length <= 2, `${view}: ${buttons.join(' ')}`);
    assert.match(contents, /\]\((?:command|https):/, view);
  }
});
