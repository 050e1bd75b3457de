import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FirmLines } from '../../../../src/profile/text/judgementWords';
import type { Active } from '../../../../src/captures/session';
import { wordsOf } from '../../../../src/views/hotLines/hotLinesHead';

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
  const of = (firm: FirmLines) => {
    const { description, message } = wordsOf(CHOICE, activeOf({}), firm);
    return [description.split(' · ')[0], message];
  };
  assert.deepEqual(of({ count: 3 }), ['3 lines lead to the change', undefined]);
  assert.deepEqual(of({ count: 1, removed: true }), ['1 line leads to the change', 'Removed lines changed beyond noise, too.']);
  assert.deepEqual(of({ count: 0, removed: true }), ['removed lines lead to the change', 'Only removed lines changed beyond noise.']);
  assert.deepEqual(of({ count: 0, calling: 2 }), ['2 lines lead to the change', 'Code that 2 lines call changed beyond noise.']);
  assert.deepEqual(of({ count: 0 }), ['no line changed', 'No line changed beyond noise.']);
  const few = '1 sample, baseline 9';
  assert.deepEqual(of({ count: 0, whyNone: few }), ['no line leads to the change', `Profiles cannot tell which line changed (${few}).`]);
});
