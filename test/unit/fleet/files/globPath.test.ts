import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globTest, isGlob, splitGlob } from '../../../../src/fleet/files/globPath';

const matches = (pattern: string, ...paths: string[]): string[] => paths.filter(globTest(pattern));

test('a glob has stars, question marks, folders of any depth and choices', () => {
  assert.deepEqual(matches('*.pprof', 'a.pprof', '.pprof', 'b/a.pprof', 'a.pprof.gz'), ['a.pprof', '.pprof']);
  assert.deepEqual(matches('**/*.pb.gz', 'a.pb.gz', 'x/a.pb.gz', 'x/y/a.pb.gz', 'x/a.pb'), ['a.pb.gz', 'x/a.pb.gz', 'x/y/a.pb.gz']);
  assert.deepEqual(matches('api-?/**', 'api-1/a', 'api-1/b/c', 'api-12/a', 'web/a'), ['api-1/a', 'api-1/b/c']);
  assert.deepEqual(matches('{api,web}-*.{pb,pprof}', 'api-1.pb', 'web-.pprof', 'db-1.pb'), ['api-1.pb', 'web-.pprof']);
  assert.deepEqual(matches('a{b', 'a{b', 'ab'), ['a{b']);
  assert.deepEqual(matches('a*b*c', 'abc', 'aXbYc', 'ab', 'abcX'), ['abc', 'aXbYc']);
  assert.deepEqual(matches('ü?*', 'ü😀', 'ü'), ['ü😀']);
});

test('a glob that would take exponential time as a regular expression is matched at once', () => {
  const long = 'a'.repeat(4000);
  assert.deepEqual(matches(`${'*a'.repeat(50)}b`, long), []);
  assert.deepEqual(matches(`${'**/'.repeat(50)}b`, Array.from({ length: 500 }, () => 'a').join('/')), []);
});

test('the folder of a glob is the part before the first star', () => {
  assert.equal(isGlob('/a/b'), false);
  assert.deepEqual(splitGlob('/a/b/*.pprof'), { folder: '/a/b', pattern: '*.pprof' });
  assert.deepEqual(splitGlob('/a/*/b'), { folder: '/a', pattern: '*/b' });
  assert.deepEqual(splitGlob('/*'), { folder: '/', pattern: '*' });
});
