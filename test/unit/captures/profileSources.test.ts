import assert from 'node:assert/strict';
import test from 'node:test';
import type { LoadedProfile } from '../../../src/captures/loadedCapture';
import { FakeEngine, summaryOf } from '../../shared/fakeEngine';
import { capturedOf, CPU, newStorage, openWindow } from './loaded/loadedCapturesScene';

const profile: LoadedProfile = { summary: summaryOf(7, 'cpu/nanoseconds'), label: 'cpu' };
const sources = { texts: new Map([['/w/a.go', 'package a']]) };

async function scene() {
  const { correctBySources } = await import('../../../src/captures/profileSources');
  const engine = new FakeEngine();
  const asked: unknown[] = [];
  engine.answers.correctFunctions = (params) => {
    asked.push(params);
    return undefined;
  };
  return { engine, asked, correct: correctBySources };
}

test('a profile is corrected by its sources, and not without texts', async () => {
  const { engine, asked, correct } = await scene();
  await correct(engine, profile, () => sources);
  assert.deepEqual(asked, [{ profile: 7, sources }]);
  await correct(engine, profile, () => ({ texts: new Map() }));
  await correct(engine, profile, () => undefined);
  assert.equal(asked.length, 1);
});

test('a profile stays as it is if its sources cannot be read or compared, unless the user cancels', async () => {
  const { engine, correct } = await scene();
  assert.equal(await correct(engine, profile, () => Promise.reject(new Error('unreadable'))), undefined);
  engine.answers.correctFunctions = () => Promise.reject(new Error('stopped'));
  assert.equal(await correct(engine, profile, () => sources), undefined);
  await assert.rejects(correct(engine, profile, () => sources, AbortSignal.abort()), { name: 'AbortError' });
});

test('measured profiles are corrected by their captured sources, at once and when they are loaded again', async (context) => {
  const storage = await newStorage(context);
  const texts: string[] = [];
  const open = async () => {
    const window = await openWindow(context, storage);
    window.engine.answers.load = ({ capture }) => {
      texts.push([...(capture?.sources?.texts ?? [])].join());
      return summaryOf(1, 'cpu/nanoseconds');
    };
    return window;
  };
  const { captures } = await open();
  const { bytes, ...cpu } = CPU;
  const known = { ...capturedOf('BenchmarkA'), module: { modulePath: 'm', moduleDir: '/w' } };
  const { id } = await captures.drafts.keep(async ({ take }) => {
    await take(cpu, bytes, known, ['cpu']);
    return known;
  });
  assert.deepEqual(texts, ['/w/a.go,package BenchmarkA']);
  await (await open()).captures.captureOf(id);
  assert.deepEqual(texts, ['/w/a.go,package BenchmarkA', '/w/a.go,package BenchmarkA']);
});
