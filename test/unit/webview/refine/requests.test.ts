import assert from 'node:assert/strict';
import test from 'node:test';
import { RefineRequests } from '../../../../webview/refine/requests';

function made() {
  const sent: unknown[] = [];
  const requests = new RefineRequests(({ profile, params }) => void sent.push([profile, params]));
  return { requests, sent };
}

test('a change builds on the one before, though that is still on its way', () => {
  const { requests, sent } = made();
  requests.ask(1, { focus: 'a' });
  requests.ask(1, { ...requests.asked, hide: 'b' });
  assert.deepEqual(sent, [[1, { focus: 'a' }], [1, { focus: 'a', hide: 'b' }]]);
  assert.equal(requests.settle(1), false);
  assert.ok(requests.isAsking);
  assert.equal(requests.settle(2), true);
  assert.equal(requests.isAsking, false);
});

test('what the host did not hear, because the profile had become another, is asked again', () => {
  const { requests, sent } = made();
  requests.ask(1, { focus: 'a' });
  requests.ask(1, { focus: 'ab' });
  requests.follow(2, { focus: 'a' });
  assert.deepEqual(sent.at(-1), [2, { focus: 'ab' }]);
  requests.follow(2, { focus: 'a' });
  assert.equal(sent.length, 3);
  requests.follow(3, { focus: 'ab' });
  assert.equal(requests.isAsking, false);
});

test('what was changed elsewhere is what the next change builds on', () => {
  const { requests } = made();
  assert.equal(requests.follow(1, { hide: 'x' }), true);
  assert.deepEqual(requests.asked, { hide: 'x' });
  assert.equal(requests.follow(2, { hide: 'x' }), false);
});

test('what cannot be is no longer built on', () => {
  const { requests } = made();
  requests.ask(1, { focus: '(' });
  assert.ok(requests.settle(1));
  requests.giveUp({ hide: 'x' });
  assert.deepEqual(requests.asked, { hide: 'x' });
});
