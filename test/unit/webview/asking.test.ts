import assert from 'node:assert/strict';
import test from 'node:test';
import type { Peek, PeekView } from '../../../src/profile/answers/table';
import type { Answer, Ask } from '../../../src/protocol/messages';
import { Asking } from '../../../webview/asking';

function asking() {
  const sent: Ask[] = [];
  const asked = new Asking('peek', (message) => sent.push(message));
  const answer = (at: number): Answer<'peek'> => {
    const { profile, request } = sent[at]!;
    return { kind: 'answer', question: 'peek', profile, request, answer: {} as Peek };
  };
  const names = () => sent.map(({ params }) => (params as PeekView).name);
  return { asked, answer, names };
}

const view = (name: string): PeekView => ({ name, limit: 1 });

test('one question is on its way at a time, the others follow in their order', () => {
  const { asked, answer, names } = asking();
  asked.ask(3, view('a'));
  asked.ask(3, view('b'));
  asked.ask(3, view('c'));
  assert.deepEqual(names(), ['a']);
  assert.equal(asked.settle(answer(0))?.name, 'a');
  assert.equal(asked.settle(answer(1))?.name, 'b');
  assert.deepEqual(names(), ['a', 'b', 'c']);
});

test('a question instead of those that wait is the next one', () => {
  const { asked, answer, names } = asking();
  asked.ask(3, view('a'));
  asked.ask(3, view('b'));
  asked.askInstead(3, view('c'));
  asked.settle(answer(0));
  assert.deepEqual(names(), ['a', 'c']);
});

test('an answer is taken once, and none after it was given up', () => {
  const { asked, answer } = asking();
  asked.ask(3, view('a'));
  const late = answer(0);
  assert.equal(asked.settle({ ...late, profile: 4 }), undefined);
  assert.equal(asked.settle(late)?.name, 'a');
  assert.equal(asked.settle(late), undefined);
  asked.ask(3, view('b'));
  asked.abandon();
  assert.equal(asked.settle(answer(1)), undefined);
  assert.equal(asked.isAsking, false);
});
