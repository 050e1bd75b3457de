import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import { Session } from '../../../../src/captures/session';
import { firstToShow } from '../../../../src/captures/loaded/firstShownProfile';

const profile = (label: string, sampleCount: number, lacksOwnCode?: true) =>
  ({ label, summary: { sampleCount }, ...(lacksOwnCode && { lacksOwnCode }) }) as unknown as LoadedProfile;

test('a kind without a line of the user’s code is not shown first while another may have one', () => {
  const mutex = profile('mutex', 3, true);
  const block = profile('block', 1);
  assert.equal(firstToShow([mutex], undefined, ['mutex', 'block']), undefined);
  assert.equal(firstToShow([mutex, block], undefined, ['mutex', 'block']), block);
  assert.equal(firstToShow([mutex], 'mutex', ['mutex', 'block']), mutex, 'the kind that the user looks at');
  assert.equal(firstToShow([profile('cpu', 0), block], undefined, []), block);
});

test('a complete capture is activated with the first profile that has code of the user, if any has', () => {
  const typed = (each: LoadedProfile) => {
    return { ...each, summary: { ...each.summary, sampleTypes: [], defaultSampleType: 0 } };
  };
  const mutex = typed(profile('mutex', 3, true));
  const session = new Session({ derive: () => 1, unload: () => undefined });
  const activate = (...profiles: LoadedProfile[]) => session.activate({ id: '', title: '', profiles } as unknown as Capture);
  activate(mutex, typed(profile('block', 1)));
  assert.equal(session.active?.profile.label, 'block');
  activate(mutex);
  assert.equal(session.active?.profile.label, 'mutex');
});
