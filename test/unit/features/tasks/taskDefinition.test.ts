import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVscode } from '../../../shared/withVscode';
import { fakeVscode } from '../../../shared/fakeVscode';

withVscode(fakeVscode('/w').module);

async function read(definition: object) {
  const { readTaskDefinition } = await import('../../../../src/features/tasks/taskDefinition');
  return readTaskDefinition({ type: 'linecost', ...definition });
}

test('a task of a program has its kinds, arguments and variables as the options of a program have them', async () => {
  assert.deepEqual(await read({ program: 'cmd/app' }), {
    what: 'program', program: 'cmd/app', kinds: ['cpu', 'memory'], args: '', env: '', cwd: undefined,
  });
  const definition = { program: '.', kinds: ['block', 'cpu'], args: ['-n', 'a b'], env: { GOGC: '200', S: 'a b' }, cwd: 'data' };
  assert.deepEqual(await read(definition), {
    what: 'program', program: '.', kinds: ['cpu', 'block'], args: "-n 'a b'", env: "GOGC=200 'S=a b'", cwd: 'data',
  });
});

test('a task of a test or benchmark has its package and kinds', async () => {
  assert.deepEqual(await read({ test: 'TestX/case' }), { what: 'test', name: 'TestX/case', folder: '.', kinds: undefined });
  assert.deepEqual(await read({ benchmark: 'BenchmarkX', package: 'lib', kinds: ['trace'] }), {
    what: 'test', name: 'BenchmarkX', folder: 'lib', kinds: ['trace'],
  });
});

test('a task that cannot be run says why', async () => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{}, /needs one of program, test and benchmark/],
    [{ program: '' }, /needs one of program, test and benchmark/],
    [{ program: '.', test: 'TestX' }, /needs one of program, test and benchmark/],
    [{ program: '.', args: '-n 3' }, /^Error: The task has a value of the wrong type: kinds and args are lists/],
    [{ program: '.', env: { N: 3 } }, /wrong type/],
    [{ program: '.', kinds: ['heap'] }, /^Error: A program has no kind heap: choose from cpu, memory, mutex, block, wall, goroutine, leaks, trace\.$/],
    [{ test: 'TestX', kinds: ['goroutine'] }, /^Error: A test or benchmark has no kind goroutine: choose from cpu,/],
    [{ program: '.', package: 'lib' }, /package belongs to a test or benchmark/],
    [{ benchmark: 'BenchmarkX', args: ['-v'] }, /args, env and cwd belong to a program/],
    [{ benchmark: 'BenchmarkX', cwd: '' }, /args, env and cwd belong to a program/],
  ];
  for (const [definition, message] of cases) await assert.rejects(read(definition), message);
});
