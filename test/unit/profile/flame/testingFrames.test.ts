import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCallTree } from '../../../../src/profile/flame/callTree';
import { picture } from '../../../shared/callTreePictures';
import { profileOfLines } from '../../../shared/stacks';

const pictureOf = (lines: string) => picture(buildCallTree(profileOfLines(lines), 0, { hideTestingFrames: true }));

test('stacks start below the testing frames of a benchmark', () => {
  assert.deepEqual(pictureOf('runtime.goexit;testing.(*B).launch;testing.(*B).runN;p.BenchmarkX;p.f 3'), [
    ': 0 3',
    ';p.BenchmarkX: 0 3',
    ';p.BenchmarkX;p.f: 3 3',
  ]);
});

test('inlined testing frames are hidden too', () => {
  assert.deepEqual(pictureOf('runtime.goexit;testing.tRunner;testing.call[inlined];p.TestX[inlined] 3'), [
    ': 0 3',
    ';p.TestX: 3 3',
  ]);
});

test('the flat of testing frames belongs to the root, and so do garbage collections that they start', () => {
  assert.deepEqual(pictureOf('runtime.goexit;testing.(*B).runN;runtime.GC;runtime.gcStart 2\n testing.(*M).Run 1'), [': 3 3']);
});

test('background work of the runtime is not hidden', () => {
  assert.deepEqual(pictureOf('runtime.goexit;runtime.gcBgMarkWorker 2'), [': 0 2', ';runtime.gcBgMarkWorker: 2 2']);
});

test('functions of package testing that the measured code calls are not hidden', () => {
  assert.deepEqual(pictureOf('testing.tRunner;p.TestX;testing.(*T).Log 2'), [
    ': 0 2',
    ';p.TestX: 0 2',
    ';p.TestX;testing.(*T).Log: 2 2',
  ]);
});

test('the main.main of a program is shown, and the generated main.main of a test is hidden', () => {
  assert.deepEqual(pictureOf('runtime.main;main.main@/src/cmd/main.go:3;p.f 1'), [
    ': 0 1',
    ';main.main: 0 1',
    ';main.main;p.f: 1 1',
  ]);
  assert.deepEqual(pictureOf('runtime.main;main.main@_testmain.go:59;p.TestMain;p.f 1'), [
    ': 0 1',
    ';p.TestMain: 0 1',
    ';p.TestMain;p.f: 1 1',
  ]);
});

test('a package whose name only begins with testing is not hidden', () => {
  assert.deepEqual(pictureOf('testing/quick.Check;p.f 1'), [': 0 1', ';testing/quick.Check: 0 1', ';testing/quick.Check;p.f: 1 1']);
});
