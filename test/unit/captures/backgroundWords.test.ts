import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE, NOISE } from '../../../src/profile/answers/changes';
import type { BackgroundWork } from '../../../src/profile/answers/lines';
import { backgroundParts, backgroundHeading, backgroundSentence } from '../../../src/captures/backgroundWords';

const CPU = { summary: { id: 1, sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }] } };
const plain = { sampleType: 0, profile: CPU, form: 'total', capture: {} } as never;
const compared = { sampleType: 0, profile: CPU, form: 'total', capture: {}, baseline: { capture: {} } } as never;

/** 2 s before, of which 0.5 s were in the background; 4 s now. */
function changed(judgement: number, now = 1.5e9): BackgroundWork {
  const judged = { judgement, now: 150, before: 50 };
  return { cost: now - 0.5e9, total: 2e9, change: { now, before: 0.5e9, totalNow: 4e9, totalBefore: 2e9, judged } };
}

const spaced = (text: string) => text.replaceAll('\u202f', ' ');

test('the heading says what background work costs, unless that is little', () => {
  assert.equal(spaced(backgroundHeading(plain, { cost: 0.5e9, total: 2e9 })), 'GC in the background 500 ms, 25 % of the profile');
  assert.equal(backgroundHeading(plain, { cost: 0.05e9, total: 2e9 }), '');
});

test('in a comparison, the heading and the verdict say a firm change with its parts of both profiles', () => {
  const more = changed(FIRM_CHANGE);
  assert.equal(spaced(backgroundHeading(compared, more)), 'GC in the background ▲ +1 s, 37.5 % of the profile, baseline 25 %');
  assert.equal(spaced(backgroundSentence(compared, more)), 'GC in the background costs 1 s more CPU time: 37.5 % of the profile, baseline 25 %');
  assert.match(backgroundSentence(compared, changed(FIRM_CHANGE, 0.1e9)), /costs 400\sms less CPU time: 2.50\s% of the profile/);
  for (const text of [backgroundHeading, backgroundSentence]) assert.equal(text(compared, changed(NOISE)), '');
});

test('a row marks a change that may be chance', () => {
  const partsOf = (judgement: number) => {
    const { lead, description } = backgroundParts(compared, changed(judgement));
    return [spaced(lead), spaced(description)];
  };
  assert.deepEqual(partsOf(NOISE), ['~ +1 s', '37.5 % of the profile, baseline 25 %']);
  assert.deepEqual(partsOf(FIRM_CHANGE), ['▲ +1 s', '37.5 % of the profile, baseline 25 %']);
});
