import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { fakeOutput } from '../../../shared/fakeOutput';
import { fakeVscode } from '../../../shared/fakeVscode';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';
import { HEY_REFUSED, WRK } from '../../live/load/outputs';

const folder = mkdtempSync(path.join(tmpdir(), 'load-around-'));
after(() => rmSync(folder, { recursive: true }));
withVscode(fakeVscode(folder).module);

const POSIX = { skip: process.platform === 'win32' };
const file = (name: string): string => path.join(folder, name);

beforeEach(() => ['measured', 'ended'].forEach((name) => rmSync(file(name), { force: true })));

interface Measurement {
  readonly seconds?: number;
  readonly warmUpSeconds?: number;
  readonly measured: () => Promise<unknown>;
}

/** Runs a program for Node as the load; it may wait until something is measured. */
async function measure(program: string, { seconds = 0.05, warmUpSeconds = 0, measured }: Measurement) {
  const { measuredUnderLoad } = await import('../../../../src/features/load/loadAround');
  writeFileSync(file('load.js'), program);
  const command = `'${process.execPath}' load.js`;
  const target = { id: 'a', name: 'api', addresses: ['localhost:1'], load: { command, warmUpSeconds } };
  const { signal } = new AbortController();
  const around = { service: new URL('http://localhost:1'), seconds, signal, report: () => undefined };
  return measuredUnderLoad(target, measured, around, fakeOutput());
}

/** A program that prints a text and ends once something was measured. */
const printing = (text: string) => `const { existsSync, writeFileSync } = require('node:fs');
  const timer = setInterval(() => {
    if (!existsSync('measured')) return;
    process.stdout.write(${JSON.stringify(text)});
    clearInterval(timer);
  }, 20);
  process.on('exit', () => writeFileSync('ended', ''));`;
const mark = async (): Promise<void> => writeFileSync(file('measured'), '');

test('a load that fails at once is the error, and nothing is measured', async () => {
  const measured = async () => assert.fail('measured');
  const failing = `console.error('flag provided but not defined: -y'); process.exitCode = 2`;
  await assert.rejects(measure(failing, { warmUpSeconds: 60, measured }), {
    name: 'CaptureError', message: /failed with exit code 2: flag provided but not defined: -y\.$/,
  });
});

test('the requests in the time of the profile are known from the report of the load', async () => {
  const { load, requests, notes } = await measure(printing(WRK), { measured: mark });
  assert.deepEqual([load?.tool, requests?.count, notes], ['wrk', Math.round(load!.requestsPerSecond * 0.05), []]);
});

test('no requests are assumed of a load that ended before the profile did', async () => {
  const measured = async (): Promise<void> => {
    await mark();
    await until(() => existsSync(file('ended')));
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  const { load, requests, notes } = await measure(printing(WRK), { seconds: 1000, measured });
  assert.deepEqual([load?.tool, requests], ['wrk', undefined]);
  assert.match(notes.join(), /^The load ended .+ before the profiles did, so costs per request are not known\.$/);
});

test('no requests are assumed of an output without a rate', async () => {
  const { load, requests, notes } = await measure(printing('done'), { measured: mark });
  assert.deepEqual([load, requests], [undefined, undefined]);
  assert.deepEqual(notes, ['The output of the load has no requests per second, so costs per request are not known.']);
});

test('a load without any answer keeps no profile, and says why', async () => {
  await assert.rejects(measure(printing(HEY_REFUSED), { measured: mark }), {
    name: 'CaptureError', message: /^No request of the load was answered \(.*connection refused\), so no profile was kept\.$/,
  });
});

test('a load that runs on is asked to end, and its report is kept', POSIX, async () => {
  const program = `process.on('SIGINT', () => { process.stdout.write(${JSON.stringify(WRK)}); process.exit(130); });
    require('node:fs').writeFileSync('ended', ''); setInterval(() => {}, 1000);`;
  const measured = () => until(() => existsSync(file('ended')));
  const { load, requests, notes } = await measure(program, { measured });
  assert.deepEqual([load?.tool, requests !== undefined, notes], ['wrk', true, []]);
});
