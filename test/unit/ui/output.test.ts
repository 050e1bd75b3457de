import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { CaptureError } from '../../../src/common/captureError';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

beforeEach(() => {
  vscode.logged.length = 0;
  vscode.messages.length = 0;
});

async function output() {
  const { Output } = await import('../../../src/ui/output');
  return new Output();
}

test('the output of a program is logged in whole lines, as it arrives', async () => {
  const channel = await output();
  channel.begin('BenchmarkX');
  channel.write('$ go test\n');
  channel.write('goos: linux\nBenchmarkX-8 \t');
  assert.deepEqual(vscode.logged, ['info BenchmarkX', 'info $ go test', 'info goos: linux']);
  channel.write('100\t12 ns/op\n');
  assert.equal(vscode.logged.at(-1), 'info BenchmarkX-8 \t100\t12 ns/op');
});

test('an unfinished line is logged before the next message, and when the output is shown', async () => {
  const channel = await output();
  channel.write('unfinished');
  channel.error('It failed.');
  channel.write('a line');
  channel.write('$ go test\n');
  channel.write('the rest');
  channel.show();
  const entries = ['info unfinished', 'error It failed.', 'info a line', 'info $ go test', 'info the rest'];
  assert.deepEqual(vscode.logged, entries);
});

test('of a program that prints without end, only the last megabytes are stored', async () => {
  const channel = await output();
  channel.begin('BenchmarkX');
  channel.write('the first line\n');
  const chunk = 'x'.repeat(1 << 16);
  for (let i = 0; i < 64; i++) channel.write(chunk);
  channel.write('\nthe last line\n');
  assert.ok(vscode.logged.slice(2).every((entry) => entry.length < 2 << 20));
  assert.deepEqual(
    ['the first line', 'the last line'].map((line) => channel.hasWritten(line)),
    [false, true],
  );
  const printed = vscode.logged.slice(2).join('').replaceAll('info ', '');
  assert.equal(printed.replace('the last line', '').trim().length, 64 * chunk.length);
});

test('failures are logged as errors, warnings as warnings, and the stack of a defect at debug level', async () => {
  const { reportFailure } = await import('../../../src/ui/failureMessage');
  const { warn } = await import('../../../src/ui/loggedMessage');
  const channel = await output();
  await reportFailure(new CaptureError('noProfile', 'X wrote no profile.', undefined, 'panic: x'), channel);
  warn('Lines may be off.', channel);
  await reportFailure(new TypeError('x is undefined'), channel);
  const entries = vscode.logged.map((entry) => entry.split('\n')[0]);
  assert.deepEqual(entries, [
    'info panic: x', 'error X wrote no profile.', 'warn Lines may be off.', 'debug TypeError: x is undefined',
    'error x is undefined',
  ]);
});

test('a skipped test is reported as information with a button that opens its line, not as a failure', async () => {
  const { reportFailure } = await import('../../../src/ui/failureMessage');
  const skip = new CaptureError('skipped', 'TestX was skipped: short mode.', { file: '/w/x_test.go', line: 7, column: 1 });
  await reportFailure(skip, await output());
  const [{ severity, buttons }] = vscode.messages;
  assert.deepEqual([severity, buttons], ['information', ['Open x_test.go:7']]);
  assert.deepEqual(vscode.logged, ['info TestX was skipped: short mode.']);
});
