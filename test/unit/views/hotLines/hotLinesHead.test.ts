import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HotRow } from '../../../../src/views/hotLines/hotLinesText';
import type { Active } from '../../../../src/captures/session';
import { listedFirmLines, type ListedFirmLines, wordsOf } from '../../../../src/views/hotLines/hotLinesHead';

const CHOICE = { order: 'charged', scope: 'workspace' } as const;

function activeOf(baseline?: object): Active {
  return { profile: { summary: { sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }] } }, sampleType: 0, baseline } as unknown as Active;
}

test('the words beside the title name the sample type, the order and the files', () => {
  assert.deepEqual(wordsOf(CHOICE, activeOf()), { description: 'cpu · caused here · in this workspace' });
  const { description } = wordsOf({ order: 'flat', scope: 'everywhere' }, activeOf({}));
  assert.equal(description, 'cpu Δ · flat · in all files');
});

test('in a comparison, the words begin with the number of lines that lead to the change, and a message says more', () => {
  const of = (firm: ListedFirmLines) => {
    const { description, message } = wordsOf(CHOICE, activeOf({}), firm);
    return [description.split(' · ')[0], message];
  };
  assert.deepEqual(of({ count: 3 }), ['3 lines lead to the change', undefined]);
  assert.deepEqual(of({ count: 1, removed: true }), ['1 line leads to the change', 'Removed lines changed beyond noise, too.']);
  assert.deepEqual(of({ count: 0, removed: true }), ['removed lines lead to the change', 'Only removed lines changed beyond noise.']);
  assert.deepEqual(of({ count: 0, calling: 2 }), ['2 lines lead to the change', 'Code that 2 lines call changed beyond noise.']);
  const byCum = 'By cost caused here, no line changed beyond noise, but flat or cum of 2 lines did.';
  assert.deepEqual(of({ count: 0, unlisted: 2 }), ['no line leads to the change', byCum]);
  assert.deepEqual(of({ count: 0 }), ['no line changed', 'No line changed beyond noise.']);
  const few = '1 sample, baseline 9';
  assert.deepEqual(of({ count: 0, whyNone: few }), ['no line leads to the change', `Profiles cannot tell which line changed (${few}).`]);
});

test('the lines that lead to the change are the rows without a doubt about the figure that is listed', () => {
  const [firm, noise] = [{ sign: '', text: '' }, { sign: '~', text: 'within the noise' }];
  const caller = { line: { flat: 1, cum: 9, charged: 1 }, judgement: { flat: noise, cum: firm } };
  const cause = { line: { flat: 9, cum: 9, charged: 9 }, judgement: { flat: firm, cum: firm } };
  const removed = { line: { isRemoved: true, flat: -9, cum: -9, charged: -9 } };
  const of = (order: 'charged' | 'flat' | 'cum', rows: readonly object[], calling = 0) => {
    const listed = rows.map((row) => ({ ...row, order })) as unknown as HotRow[];
    const firmLines = calling > 0 ? 0 : 2;
    return listedFirmLines(listed, { firmLines, callingLines: calling, hasFirmRemovedLines: true });
  };
  assert.deepEqual(of('charged', [caller, cause, removed]), { count: 1, removed: true });
  assert.deepEqual(of('cum', [caller, cause, removed]), { count: 2, removed: true });
  assert.deepEqual(of('flat', [caller]), { count: 0, removed: true, unlisted: 2 });
  assert.deepEqual(of('cum', [caller], 3), { count: 0, removed: true, calling: 1 });
});
