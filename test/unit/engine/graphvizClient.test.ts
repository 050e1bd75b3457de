import assert from 'node:assert/strict';
import test from 'node:test';
import { type LayoutReply, Layouts, type LayoutWorker } from '../../../src/engine/graphvizClient';
import type { GraphPicture } from '../../../src/profile/answers/graph';
import { until } from '../../shared/until';

/** A thread whose replies the test sends. */
class FakeWorker implements LayoutWorker {
  readonly requests: string[] = [];
  isEnded = false;
  reply: (reply: LayoutReply) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  postMessage(dot: string): void {
    this.requests.push(dot);
  }

  on(event: 'message' | 'error', listener: never): void {
    if (event === 'message') this.reply = listener;
    else this.fail = listener;
  }

  terminate(): Promise<unknown> {
    this.isEnded = true;
    return Promise.resolve();
  }

  unref(): void {}
}

function scene(limits = { maxMs: 60_000, idleMs: 60_000 }) {
  const workers: FakeWorker[] = [];
  const layouts = new Layouts(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  }, limits);
  return { layouts, workers };
}

const picture = (width: number): GraphPicture => ({ width, height: 1, boxes: [], arrows: [] });
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('no thread is started before the first graph, and all graphs share one thread', async () => {
  const { layouts, workers } = scene();
  assert.equal(workers.length, 0);
  for (const width of [1, 2]) {
    const answer = layouts.layOut('digraph {}');
    await nextTurn();
    workers[0]!.reply({ picture: picture(width) });
    assert.deepEqual(await answer, picture(width));
  }
  assert.equal(workers.length, 1);
  layouts.dispose();
  assert.ok(workers[0]!.isEnded);
});

test('graphs are laid out one after the other, and each gets its own answer', async () => {
  const { layouts, workers } = scene();
  const answers = ['first', 'second'].map((dot) => layouts.layOut(dot));
  await nextTurn();
  assert.deepEqual(workers[0]!.requests, ['first']);
  workers[0]!.reply({ picture: picture(1) });
  await answers[0];
  await nextTurn();
  assert.deepEqual(workers[0]!.requests, ['first', 'second']);
  workers[0]!.reply({ picture: picture(2) });
  assert.deepEqual(await Promise.all(answers), [picture(1), picture(2)]);
  layouts.dispose();
});

test('cancelling ends the thread, and the next graph starts another thread', async () => {
  const { layouts, workers } = scene();
  const controller = new AbortController();
  const slow = layouts.layOut('slow', controller.signal);
  const next = layouts.layOut('next');
  await nextTurn();
  controller.abort();
  await assert.rejects(slow, { name: 'AbortError' });
  await nextTurn();
  assert.ok(workers[0]!.isEnded);
  workers[0]!.reply({ picture: picture(1) });
  workers[1]!.reply({ picture: picture(2) });
  assert.deepEqual(await next, picture(2));
  layouts.dispose();
});

test('a graph that is cancelled while it waits is never laid out', async () => {
  const { layouts, workers } = scene();
  const controller = new AbortController();
  const first = layouts.layOut('first');
  const waiting = layouts.layOut('waiting', controller.signal);
  await nextTurn();
  controller.abort();
  workers[0]!.reply({ picture: picture(1) });
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.deepEqual(await first, picture(1));
  assert.deepEqual(workers[0]!.requests, ['first']);
  layouts.dispose();
});

test('a page’s new graph cancels that page’s earlier graph, but no graph of another page', async () => {
  const { layouts, workers } = scene();
  const [page, otherPage] = [layouts.latestOnly(), layouts.latestOnly()];
  const first = page.layOut('first');
  await nextTurn();
  const second = page.layOut('second');
  const otherGraph = otherPage.layOut('other');
  await assert.rejects(first, { name: 'AbortError' });
  await nextTurn();
  workers[1]!.reply({ picture: picture(2) });
  assert.deepEqual(await second, picture(2));
  await nextTurn();
  workers[1]!.reply({ picture: picture(3) });
  assert.deepEqual(await otherGraph, picture(3));
  layouts.dispose();
});

test('a repeated request for a graph gets the same picture, but a failed layout is tried again', async () => {
  const { layouts, workers } = scene();
  const page = layouts.latestOnly();
  const failing = page.layOut('graph');
  await nextTurn();
  workers[0]!.reply({ problem: 'syntax error in line 1' });
  await assert.rejects(failing);
  const [first, second] = [page.layOut('graph'), page.layOut('graph')];
  await nextTurn();
  workers[0]!.reply({ picture: picture(2) });
  assert.deepEqual(await Promise.all([first, second, page.layOut('graph')]), [picture(2), picture(2), picture(2)]);
  assert.deepEqual(workers[0]!.requests, ['graph', 'graph']);
  layouts.dispose();
});

test('a layout that takes too long is cancelled, with a message that says what to do', async () => {
  const { layouts, workers } = scene({ maxMs: 1, idleMs: 60_000 });
  await assert.rejects(layouts.layOut('endless'), { reason: 'tooLarge', message: /Show fewer nodes/ });
  assert.ok(workers[0]!.isEnded);
  layouts.dispose();
});

test('errors of Graphviz and of the thread are reported, and a failed thread is replaced', async () => {
  const { layouts, workers } = scene();
  const invalid = layouts.layOut('bad');
  await nextTurn();
  workers[0]!.reply({ problem: 'syntax error in line 2' });
  await assert.rejects(invalid, { reason: 'internal', message: /syntax error in line 2/ });
  const broken = layouts.layOut('large');
  await nextTurn();
  workers[0]!.fail(new Error('out of memory'));
  await assert.rejects(broken, { message: /out of memory/ });
  const after = layouts.layOut('small');
  await nextTurn();
  workers[1]!.reply({ picture: picture(3) });
  assert.deepEqual(await after, picture(3));
  layouts.dispose();
});

test('an idle thread ends', async () => {
  const { layouts, workers } = scene({ maxMs: 60_000, idleMs: 1 });
  const answer = layouts.layOut('small');
  await nextTurn();
  workers[0]!.reply({ picture: picture(1) });
  await answer;
  await until(() => workers[0]!.isEnded);
});
