import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserWorker } from '../../../src/engine/browser/browserWorker';
import { Engine, type WorkerLike } from '../../../src/engine/client';
import { GoroutineAnswers } from '../../../src/engine/goroutineAnswers';
import { bytesOf } from '../../../src/features/texts/textBytes';
import { decodeProfile } from '../../../src/profile/wire/decode';

const TEXT = 'panic: boom\n\ngoroutine 7 [running]:\nmain.f()\n\t/a.go:3 +0x1\n\ngoroutine 8 [select]:\nmain.g()\n\t/a.go:4 +0x1\n';
const VIEW = { text: '', hidesIdle: false, from: 0, limit: 10 };

function engineOf(loads: { count: number }): Engine {
  const load = async () => {
    loads.count++;
    return new GoroutineAnswers();
  };
  return new Engine(() => new BrowserWorker(load) as WorkerLike);
}

test('queries about a text carry it, so they are answered after it was dropped, or another was read', async () => {
  const loads = { count: 0 };
  const engine = engineOf(loads);
  const first = { id: 1, texts: [{ bytes: await bytesOf(TEXT) }] };
  const other = { id: 2, texts: [{ bytes: await bytesOf(TEXT.replaceAll('main.', 'other.')) }] };
  const { summary, files } = await engine.ask('readGoroutines', first);
  assert.deepEqual([summary.dumps[0]?.title, summary.all.goroutines, files], ['panic: boom', 2, ['/a.go']]);
  await engine.ask('readGoroutines', other);
  const names = async (texts: typeof first) => {
    const { groups } = await engine.ask('goroutineGroups', { ...texts, view: VIEW });
    return groups.map(({ frames }) => frames[0]?.function);
  };
  assert.deepEqual(await names(first), ['main.f', 'main.g']);
  await engine.ask('forgetGoroutines', {});
  assert.deepEqual(await names(other), ['other.f', 'other.g']);
  assert.equal(loads.count, 1);
  const profile = decodeProfile(await engine.ask('goroutineProfile', { ...first, dump: 0 }));
  assert.equal(profile.values[0]?.reduce((sum, value) => sum + value, 0), 2);
  assert.match(await engine.ask('goroutineText', { ...first, filter: { text: 'main.g', hidesIdle: false } }), /^1 goroutine \[select\]:\nmain\.g\n/);
  await engine.dispose();
});

test('reading a large text can be cancelled', async () => {
  const engine = engineOf({ count: 0 });
  const texts = { id: 1, texts: [{ bytes: await bytesOf(TEXT.repeat(100_000)) }] };
  const controller = new AbortController();
  const reading = engine.ask('readGoroutines', texts, controller.signal);
  setTimeout(() => controller.abort(), 5);
  await assert.rejects(reading, { name: 'AbortError' });
  await engine.dispose();
});

test('two texts are compared: the later goroutines are shown, counted in a profile, and what they did is known', async () => {
  const engine = engineOf({ count: 0 });
  const later = `${TEXT}\ngoroutine 9 [select]:\nmain.g()\n\t/a.go:4 +0x1\n`;
  const texts = { id: 1, texts: [{ bytes: await bytesOf(TEXT), isBefore: true }, { bytes: await bytesOf(later) }] };
  const { summary } = await engine.ask('readGoroutines', texts);
  assert.deepEqual(summary.all.comparison, {
    identity: 'assumed', before: 2, after: 3, moves: { came: 1, left: 0, stayed: 2, stuck: 0 },
  });
  const { groups } = await engine.ask('goroutineGroups', { ...texts, view: { ...VIEW, change: 'came' } });
  assert.deepEqual(groups.map(({ count, change }) => [count, change?.before, change?.moves?.cameIds]), [[2, 1, [9]]]);
  const profile = decodeProfile(await engine.ask('goroutineProfile', { ...texts, dump: undefined }));
  assert.equal(profile.values[0]?.reduce((sum, value) => sum + value, 0), 3);
  await engine.dispose();
});
