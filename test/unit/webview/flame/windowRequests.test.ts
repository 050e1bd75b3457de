import assert from 'node:assert/strict';
import test from 'node:test';
import type { AskedView } from '../../../../src/protocol/messages';
import { WindowRequests } from '../../../../webview/flame/windowRequests';

const VIEW: AskedView = { root: 0, restFrom: 0, width: 900, minWidth: 2, maxFrames: 2000, search: '' };

function started() {
  const sent: { profile: number; request: number; params: AskedView }[] = [];
  const requests = new WindowRequests((message) => sent.push(message));
  const roots = () => sent.map(({ params }) => params.root);
  return { requests, sent, roots };
}

test('one question is in flight, and of those asked meanwhile only the newest follows', () => {
  const { requests, sent, roots } = started();
  for (const root of [1, 2, 3]) requests.ask(7, { ...VIEW, root });
  assert.deepEqual(roots(), [1]);
  requests.settle(7, sent[0]!.request);
  assert.deepEqual(roots(), [1, 3]);
  assert.equal(requests.settle(7, sent[1]!.request)?.root, 3);
  assert.equal(requests.asking, false);
});

test('what is in flight already is not asked again, and takes the place of what waited', () => {
  const { requests, sent } = started();
  for (const root of [1, 2, 1]) requests.ask(7, { ...VIEW, root });
  assert.equal(requests.settle(7, sent[0]!.request)?.root, 1);
  assert.equal(sent.length, 1);
});

test('an answer is dropped where the user has gone on to another frame', () => {
  const { requests, sent } = started();
  requests.ask(7, { ...VIEW, root: 1 });
  requests.ask(7, { ...VIEW, root: 2 });
  assert.equal(requests.settle(7, sent[0]!.request), undefined);
});

test('an answer is good where only the width or the search has changed since', () => {
  const { requests, sent } = started();
  requests.ask(7, { ...VIEW, search: 'j' });
  requests.ask(7, { ...VIEW, search: 'js', width: 800 });
  assert.equal(requests.settle(7, sent[0]!.request)?.search, 'j');
});

test('an answer to another question, or about another profile, is late', () => {
  const { requests, sent } = started();
  requests.ask(7, VIEW);
  const { request } = sent[0]!;
  assert.equal(requests.settle(7, request + 1), undefined);
  assert.equal(requests.settle(8, request), undefined);
  assert.deepEqual(requests.settle(7, request), VIEW);
  assert.equal(requests.settle(7, request), undefined);
});

test('what was abandoned is late, and the next question goes out at once', () => {
  const { requests, sent } = started();
  requests.ask(7, VIEW);
  requests.abandon();
  requests.ask(8, VIEW);
  assert.equal(sent.length, 2);
  assert.equal(requests.settle(7, sent[0]!.request), undefined);
  assert.deepEqual(requests.settle(8, sent[1]!.request), VIEW);
});
