import assert from 'node:assert/strict';
import test from 'node:test';
import { measureHelp, MeasureUsageError, OWN_FLAGS, parseMeasureArgs } from '../../../../src/cli/measure/measureArgs';

const problem = (...argv: string[]): string => {
  try {
    parseMeasureArgs(argv);
    return '';
  } catch (error) {
    assert.ok(error instanceof MeasureUsageError);
    return error.message;
  }
};

test('flags come before or after the packages, with one dash or two, and the value after = or a space', () => {
  const expected = parseMeasureArgs(['--against=main', '--fail-over=5%', '-bench=Get', '-tags=a,b', '-cpu=1,2', './...']);
  const same = parseMeasureArgs(['./...', '-against', 'main', '-fail-over', '5', '--bench', 'Get', '--tags', 'a,b', '-test.cpu', '1,2']);
  assert.deepEqual(same, expected);
  const { failOver, buildFlags, testArgs, packages, bench } = expected;
  assert.deepEqual([failOver, bench, buildFlags, testArgs, packages], [0.05, 'Get', ['-tags=a,b'], ['-cpu=1,2'], ['./...']]);
});

test('by default, the package of the working directory runs until intervals are 5 % wide, for at most 30 pairs', () => {
  const { packages, stop, benchtime, format, failOver, bench } = parseMeasureArgs(['--against=main']);
  assert.deepEqual({ packages, stop, benchtime, format, failOver, bench }, {
    packages: ['.'], stop: { kind: 'detect', width: 0.05, maxPairs: 30 }, benchtime: '200ms', format: 'text', failOver: 0, bench: '.',
  });
});

test('-count is another name for --runs, and only one flag says when to stop', () => {
  const stopOf = (flag: string) => parseMeasureArgs(['--against=main', flag]).stop;
  assert.deepEqual(stopOf('-count=6'), stopOf('--runs=6'));
  assert.deepEqual(stopOf('--time=1m30s'), { kind: 'time', seconds: 90 });
  assert.deepEqual(stopOf('--detect=2%'), { kind: 'detect', width: 0.02, maxPairs: 200 });
  assert.equal(problem('--against=main', '--runs=6', '--time=30s'), 'Give --runs or --time, not both: each says when to stop.');
});

test('the flags of go test that a measurement sets itself are left out, and named unless they change nothing', () => {
  const { leftOut, testArgs } = parseMeasureArgs(['--against=main', '-run=^$', '-benchmem', '-cpuprofile=x', '-short']);
  assert.deepEqual([leftOut, testArgs], [['-cpuprofile'], ['-short']]);
});

test('what follows -args is for the test program', () => {
  const { testArgs, packages } = parseMeasureArgs(['--against=main', './a', '-args', '-size', '3']);
  assert.deepEqual([testArgs, packages], [['-args', '-size', '3'], ['./a']]);
});

test('an invalid command line is named in a sentence', () => {
  assert.match(problem(), /^Say what to compare with: --against=REV/);
  assert.equal(problem('--against=a', '--base-dir=b'), 'Give --against or --base-dir, not both.');
  assert.match(problem('--against=a', '--fail-ovr=5%'), /^There is no flag --fail-ovr; /);
  assert.equal(problem('--against=a', '--fail-over=much'), '--fail-over needs a percentage such as 5%, not "much".');
  assert.equal(problem('--against=a', '--runs=0'), '--runs needs a whole number from 1 to 1000, not "0".');
  assert.equal(problem('--against=a', '--time=soon'), '--time needs a duration such as 30s or 2m, not "soon".');
  assert.equal(problem('--against=a', '--detect=0%'), '--detect needs more than 0 %: no interval is that narrow.');
  assert.equal(problem('--against=a', '-benchtime=0x'), '-benchtime needs a duration such as 1s, or operations such as 100x, not "0x".');
  assert.equal(problem('--against=a', '--format=csv'), '--format is text, markdown or json, not "csv".');
  assert.equal(problem('--against'), 'The flag -against needs a value, as in -against=VALUE.');
});

test('the help has every flag', () => {
  assert.deepEqual(OWN_FLAGS.filter(({ name }) => !measureHelp().includes(`--${name}=`)), []);
});
