import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagValue, isFlagOn, splitGoflags, splitTestFlags, withoutFlag } from '../../../../src/go/tool/goFlags';

const split = (...flags: string[]) => {
  const { buildFlags, testArgs } = splitTestFlags(flags);
  return `${buildFlags.join(' ')} | ${testArgs.join(' ')}`;
};

test('distinguishes build flags from flags of the test binary', () => {
  assert.equal(
    split('-v', '-race', '-tags=a,b', '-short', '-ldflags=-s -w', '-mod=vendor', '-cpu=1,2', '-count=3'),
    '-race -tags=a,b -ldflags=-s -w -mod=vendor | -v -short -cpu=1,2 -count=3',
  );
});

test('accepts values as separate words, two dashes, and the -test.* names of the test binary', () => {
  assert.equal(split('-tags', 'a b', '--race', '--test.short', '-test.cpu', '4'), '-tags=a b -race | -short -cpu=4');
});

test('splits an item of the setting that has a flag and its value', () => {
  assert.equal(split('-tags integration', '-gcflags -N -l'), '-tags=integration -gcflags=-N -l | ');
});

test('drops flags that Linecost sets itself, and flags that disturb a measurement', () => {
  assert.equal(
    split('-bench', '.', '-run=X', '-json', '-cover', '-coverprofile', 'c.out', '-timeout', '5s', '-o', 'x', '-v', '-n'),
    ' | -v',
  );
});

test('passes unknown flags with their values, and everything after -args, to the test', () => {
  assert.equal(
    split('-integration', '-update', 'all', './...', '-race', '-args', '-race', '-o', 'x'),
    '-race | -integration -update all -args -race -o x',
  );
});

test('keeps the value of a boolean flag', () => {
  assert.equal(split('-race=false', '-v=true'), '-race=false | -v=true');
});

test('reads and removes a flag by name', () => {
  const flags = ['-count=1', '-tags=a', '-count=2', '-v', '-counter=3'];
  assert.equal(flagValue(flags, 'count'), '2');
  assert.equal(flagValue(flags, 'cpu'), undefined);
  assert.deepEqual(withoutFlag(flags, 'count'), ['-tags=a', '-v', '-counter=3']);
});

test('splits GOFLAGS, whose flags may be quoted and have two dashes', () => {
  const flags = splitGoflags(` -race --tags=a,b '-ldflags=-s -w'\t"-gcflags=-N -l" -x`);
  assert.deepEqual(flags, ['-race', '-tags=a,b', '-ldflags=-s -w', '-gcflags=-N -l', '-x']);
  assert.deepEqual(splitGoflags(''), []);
});

test('the last of several flags says whether it is on', () => {
  const isOn = (...flags: string[]) => isFlagOn(flags, 'race');
  assert.deepEqual([isOn('-race'), isOn('-race=false'), isOn('-race', '-race=0'), isOn('-race=false', '-race=true')], [
    true, false, false, true,
  ]);
  assert.deepEqual([isOn(), isOn('-racey'), isOn('-msan')], [false, false, false]);
});

test('flags that are left out are named, without their values', () => {
  const { leftOut } = splitTestFlags(['-trace=a.out', '-v', '-cpuprofile', 'b.out', '--test.trace', 'c.out', '-cover', '-args', '-json']);
  assert.deepEqual(leftOut, ['-trace', '-cpuprofile', '-cover']);
});
