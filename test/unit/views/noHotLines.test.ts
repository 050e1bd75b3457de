import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { HotLineOrder } from '../../../src/profile/answers/lines';
import { EMPTY, type EmptyReason, emptyReason } from '../../../src/views/noHotLines';
import { repoRoot } from '../../host/paths.mjs';

test('an empty list says why it is empty', () => {
  const samplesOf = (samplesInFiles: number, samplesElsewhere: number) =>
    ({ rows: [], samplesInFiles, samplesElsewhere });
  const reason = (samples: ReturnType<typeof samplesOf>, order: HotLineOrder, scope: 'workspace' | 'everywhere', isDifference = false) =>
    emptyReason(samples, { order, scope }, isDifference);
  assert.equal(reason(samplesOf(0, 3), 'charged', 'workspace'), 'elsewhere');
  assert.equal(reason(samplesOf(0, 3), 'flat', 'everywhere'), 'notFound');
  assert.equal(reason(samplesOf(1, 3), 'flat', 'workspace'), 'noFlat');
  assert.equal(reason(samplesOf(1, 3), 'charged', 'workspace'), 'loop');
  assert.equal(reason(samplesOf(1, 3), 'charged', 'workspace', true), 'unchanged');
  assert.equal(reason(samplesOf(0, 0), 'charged', 'workspace'), 'none');
  assert.equal(emptyReason({ ...samplesOf(1, 3), rows: [{} as never] }, { order: 'flat', scope: 'workspace' }, false), undefined);
});

test('the welcome texts of the empty view are those of EMPTY', async () => {
  const text = await readFile(path.join(repoRoot, 'package.json'), 'utf8');
  const { viewsWelcome, commands } = (JSON.parse(text) as {
    contributes: {
      viewsWelcome: { view: string; contents: string; when: string }[];
      commands: { command: string; title: string }[];
    };
  }).contributes;
  for (const reason of Object.keys(EMPTY) as EmptyReason[]) {
    const welcomes = viewsWelcome.filter(({ when }) => when === `linecost.active && linecost.hotLines.empty == '${reason}'`);
    const { text: words, fix } = EMPTY[reason];
    const contents = fix ? `${words}\n[${fix.title}](command:${fix.command})` : words;
    assert.deepEqual(welcomes.map((welcome) => [welcome.view, welcome.contents]), [['linecost.hotLines', contents]]);
    if (fix) assert.equal(commands.find(({ command }) => command === fix.command)?.title, fix.title);
  }
});
