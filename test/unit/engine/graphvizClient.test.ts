import assert from 'node:assert/strict';
import test from 'node:test';
import { type LayoutReply, Layouts, type LayoutWorker } from '../../../src/engine/graphvizClient';
import type { GraphPicture } from '../../../src/profile/answers/graph';
import { until } from '../../shared/until';

/** A thread whose replies the test gives. */
class FakeWorker implements LayoutWorker {
  readonly asked: string[] = [];
  isEnded = false;
  reply: (reply: LayoutReply) => void = () => undefined;
  break: (error: Error) => void = () => undefined;

  postMessage(dot: string): void {
    this.asked.push(dot);
  }

  on(event: 'message' | 'error', listener: never): void {
    if (event === 'message') this.reply = listener;
    else this.break = listener;
  }

  terminate(): Promise<unknown> {
    this.isEnded = true;
    return Promise.resolve();
  }

  unref(): void {}
}

function layouts(limits = { maxMs: 60_000, idleMs: 60_000 }) {
  const workers: FakeWorker[] = [];
  const made = new Layouts(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  }, limits);
  return { layouts: made, workers };
}

const picture = (width: number): GraphPicture => ({ width, height: 1, boxes: [], arrows: [] });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('no thread is started before the first graph, and all graphs share one', async () => {
  const { layouts: made, workers } = layouts();
  assert.equal(workers.length, 0);
  for (const width of [1, 2]) {
    const answer = made.layOut('digraph {}');
    await turn();
    workers[0]!.reply({ picture: picture(width) });
    assert.deepEqual(await answer, picture(width));
  }
  assert.equal(workers.length, 1);
  made.dispose();
  assert.ok(workers[0]!.isEnded);
});

test('graphs are laid out one after the other, and each gets its own answer', async () => {
  const { layouts: made, workers } = layouts();
  const answers = ['first', 'second'].map((dot) => made.layOut(dot));
  await turn();
  assert.deepEqual(workers[0]!.asked, ['first']);
  workers[0]!.reply({ picture: picture(1) });
  await answers[0];
  await turn();
  assert.deepEqual(workers[0]!.asked, ['first', 'second']);
  workers[0]!.reply({ picture: picture(2) });
  assert.deepEqual(await Promise.all(answers), [picture(1), picture(2)]);
  made.dispose();
});

test('cancelling ends the thread, and the next graph gets another one', async () => {
  const { layouts: made, workers } = layouts();
  const controller = new AbortController();
  const given = made.layOut('slow', controller.signal);
  const next = made.layOut('next');
  await turn();
  controller.abort();
  await assert.rejects(given, { name: 'AbortError' });
  await turn();
  assert.ok(workers[0]!.isEnded);
  workers[0]!.reply({ picture: picture(1) });
  workers[1]!.reply({ picture: picture(2) });
  assert.deepEqual(await next, picture(2));
  made.dispose();
});

test('a graph that is cancelled while it waits is never laid out', async () => {
  const { layouts: made, workers } = layouts();
  const controller = new AbortController();
  const first = made.layOut('first');
  const waiting = made.layOut('waiting', controller.signal);
  await turn();
  controller.abort();
  workers[0]!.reply({ picture: picture(1) });
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.deepEqual(await first, picture(1));
  assert.deepEqual(workers[0]!.asked, ['first']);
  made.dispose();
});

test('a page’s new graph cancels that page’s earlier one, and no other', async () => {
  const { layouts: made, workers } = layouts();
  const [page, other] = [made.latestOnly(), made.latestOnly()];
  const first = page.layOut('first');
  await turn();
  const second = page.layOut('second');
  const others = other.layOut('others');
  await assert.rejects(first, { name: 'AbortError' });
  await turn();
  workers[1]!.reply({ picture: picture(2) });
  assert.deepEqual(await second, picture(2));
  await turn();
  workers[1]!.reply({ picture: picture(3) });
  assert.deepEqual(await others, picture(3));
  made.dispose();
});

test('a repeated question for a graph gets the same picture, but a failed layout is tried again', async () => {
  const { layouts: made, workers } = layouts();
  const page = made.latestOnly();
  const failing = page.layOut('graph');
  await turn();
  workers[0]!.reply({ problem: 'none' });
  await assert.rejects(failing);
  const [first, again] = [page.layOut('graph'), page.layOut('graph')];
  await turn();
  workers[0]!.reply({ picture: picture(2) });
  assert.deepEqual(await Promise.all([first, again, page.layOut('graph')]), [picture(2), picture(2), picture(2)]);
  assert.deepEqual(workers[0]!.asked, ['graph', 'graph']);
  made.dispose();
});

test('a layout that takes too long is ended, with a message that says what helps', async () => {
  const { layouts: made, workers } = layouts({ maxMs: 1, idleMs: 60_000 });
  await assert.rejects(made.layOut('endless'), { reason: 'tooLarge', message: /Show fewer nodes/ });
  assert.ok(workers[0]!.isEnded);
  made.dispose();
});

test('errors of Graphviz and of the thread are reported', async () => {
  const { layouts: made, workers } = layouts();
  const refused = made.layOut('bad');
  await turn();
  workers[0]!.reply({ problem: 'syntax error in line 2' });
  await assert.rejects(refused, { reason: 'internal', message: /syntax error in line 2/ });
  const broken = made.layOut('large');
  await turn();
  workers[0]!.break(new Error('out of memory'));
  await assert.rejects(broken, { message: /out of memory/ });
  const after = made.layOut('small');
  await turn();
  workers[1]!.reply({ picture: picture(3) });
  assert.deepEqual(await after, picture(3));
  made.dispose();
});

test('an idle thread ends', async () => {
  const { layouts: made, workers } = layouts({ maxMs: 60_000, idleMs: 1 });
  const answer = made.layOut('small');
  await turn();
  workers[0]!.reply({ picture: picture(1) });
  await answer;
  await until(() => workers[0]!.isEnded);
});
