import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeOutput } from '../../../shared/fakeOutput';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

const rateOf = async (kind: 'benchmark' | 'test') => {
  const { goTestRequest } = await import('../../../../src/features/profile/runOptions');
  const target = { uri: FakeUri.file('/w/a_test.go') as never, kind, name: 'X' };
  return goTestRequest(target, { kinds: ['cpu'], benchtime: '', count: 1 }).cpuRate;
};

test('the setting applies to benchmarks, until the timer of the kernel is too slow, which is said once', async (context) => {
  const { onSlowTimer, possibleRate } = await import('../../../../src/features/profile/cpuRate');
  context.after(() => vscode.configure('linecost.profile.cpuRate', undefined));
  assert.equal(await rateOf('benchmark'), undefined);
  for (const value of [100, 500, '250']) {
    vscode.configure('linecost.profile.cpuRate', value);
    assert.equal(await rateOf('benchmark'), undefined, String(value));
  }
  vscode.configure('linecost.profile.cpuRate', 250);
  assert.deepEqual([await rateOf('benchmark'), await rateOf('test'), possibleRate(undefined)], [250, undefined, undefined]);
  for (let i = 0; i < 2; i++) onSlowTimer(250, fakeOutput());
  const said = "The kernel's timer is too slow for 250 samples a second, so 100 are taken.";
  assert.deepEqual(vscode.messages.map(({ text }) => text), [said]);
  assert.equal(await rateOf('benchmark'), undefined);
});
