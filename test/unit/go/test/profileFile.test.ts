import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfileFile } from '../../../../src/go/test/profileFile';

const { signal } = new AbortController();
const read = (kind: 'cpu' | 'wall') =>
  readProfileFile({ name: 'TestA', kind, file: '/nowhere/a.pprof', output: 'PASS\n' }, 1, signal);

test('a missing wall profile is explained by a program that was built without it, others by TestMain', async () => {
  await assert.rejects(read('wall'), /^.*TestA ran, but wrote no wall profile: a program that was built without this kind /);
  await assert.rejects(read('cpu'), /TestA ran, but wrote no cpu profile: check that its TestMain calls m\.Run and os\.Exit\.$/);
});
