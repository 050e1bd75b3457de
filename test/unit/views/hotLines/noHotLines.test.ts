import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { HotLineOrder } from '../../../../src/profile/answers/lines';
import type { Active } from '../../../../src/captures/session';
import { EMPTY, type EmptyReason, emptyReason, unchangedReason } from '../../../../src/views/hotLines/noHotLines';
import { summaryOf } from '../../../shared/fakeEngine';
import { repoRoot } from '../../../host/paths.mjs';

test('an empty list says why it is empty', () => {
  const samplesOf = (samplesInFiles: number, samplesElsewhere: number) =>
    ({ rows: [], samplesInFiles, samplesElsewhere });
  const reason = (samples: ReturnType<typeof samplesOf>, order: HotLineOrder, scope: 'workspace' | 'everywhere', unchanged?: EmptyReason) =>
    emptyReason(samples, { order, scope }, unchanged);
  assert.equal(reason(samplesOf(0, 3), 'charged', 'workspace'), 'elsewhere');
  assert.equal(reason(samplesOf(0, 3), 'flat', 'everywhere'), 'notFound');
  assert.equal(reason(samplesOf(1, 3), 'flat', 'workspace'), 'noFlat');
  assert.equal(reason(samplesOf(1, 3), 'charged', 'workspace'), 'loop');
  assert.equal(reason(samplesOf(1, 3), 'charged', 'workspace', 'unchanged'), 'unchanged');
  assert.equal(reason(samplesOf(0, 0), 'charged', 'workspace', 'unchanged'), 'unchanged');
  assert.equal(reason(samplesOf(0, 0), 'charged', 'workspace'), 'none');
  assert.equal(emptyReason({ ...samplesOf(1, 3), rows: [{} as never] }, { order: 'flat', scope: 'workspace' }, undefined), undefined);
});

test('two heap profiles of a service with equal totals are said to be of the same garbage collection', () => {
  const compared = (types: string, totals: readonly (readonly number[])[], subject?: string) => {
    const [now, before] = totals.map((each) => ({ summary: { ...summaryOf(1, types), totals: each }, label: 'heap' }));
    const capture = { subject };
    return { capture, profile: now, baseline: { capture, profile: before } } as unknown as Active;
  };
  const equal = [[3, 400], [3, 400]];
  const address = 'http://localhost:6060/debug/pprof/heap';
  const heap = 'inuse_objects/count,inuse_space/bytes';
  assert.equal(unchangedReason(compared(heap, equal, address)), 'sameCollection');
  assert.equal(unchangedReason(compared(heap, [[3, 400], [4, 401]], address)), 'unchanged');
  assert.equal(unchangedReason(compared(heap, equal)), 'unchanged');
  assert.equal(unchangedReason(compared('samples/count,cpu/nanoseconds', equal, address)), 'unchanged');
  assert.equal(unchangedReason({ ...compared(heap, equal), baseline: undefined } as never), undefined);
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
    const shown = `linecost.active && linecost.hotLines.empty == '${reason}'`;
    const welcomes = viewsWelcome.filter(({ when }) => when.replace(' && !linecost.inBrowser', '') === shown);
    const { text: words, fix } = EMPTY[reason];
    const contents = fix ? `${words}\n[${fix.title}](command:${fix.command})` : words;
    const withoutLink = (text: string) => text.replace(/\nSee \[the guide\]\(command:[^)]*\)\.$/, '');
    const found = welcomes.map((welcome) => [welcome.view, withoutLink(welcome.contents)]);
    assert.deepEqual(found, [['linecost.hotLines', contents]]);
    if (fix) assert.equal(commands.find(({ command }) => command === fix.command)?.title, fix.title);
  }
});
