import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyExcluded, type BuildTarget } from '../../../../src/capture/goCode/buildConstraint';

const LINUX: BuildTarget = { goos: 'linux', goarch: 'amd64', cgo: true, goMinor: 22, tags: [] };

/** `rule → tags` for a file with that constraint; `built` if nothing excludes it. */
function why(constraint: string, target: Partial<BuildTarget> = {}, file = 'a_test.go'): string {
  const found = whyExcluded(file, `// Words\n\n${constraint}\n\npackage a\n`, { ...LINUX, ...target });
  return found === undefined ? 'built' : `${found.rule} → ${found.tags?.join(',') ?? 'none'}`;
}

test('names the fewest tags with which a file is built', () => {
  assert.equal(why('//go:build integration'), '//go:build integration → integration');
  assert.equal(why('//go:build a && b || c'), '//go:build a && b || c → c');
  assert.equal(why('//go:build (a || b) && c && !d'), '//go:build (a || b) && c && !d → a,c');
  assert.equal(why('//go:build a && b', { tags: ['a'] }), '//go:build a && b → b');
});

test('finds no exclusion of a file that is built', () => {
  assert.equal(why(''), 'built');
  for (const constraint of ['linux && amd64', 'unix', '!windows', 'cgo && gc && go1.22', '!integration', 'x || linux']) {
    assert.equal(why(`//go:build ${constraint}`), 'built', constraint);
  }
  assert.equal(why('//go:build integration', { tags: ['integration'] }), 'built');
  assert.equal(why('//go:build race', { tags: ['race'] }), 'built');
});

test('reports that no tag helps if the system, the release or Go itself decides', () => {
  for (const constraint of ['windows', 'arm64', 'go1.99', 'race', 'x && !linux', 'goexperiment.foo', 'x && !x']) {
    assert.equal(why(`//go:build ${constraint}`), `//go:build ${constraint} → none`);
  }
  assert.equal(why('//go:build cgo', { cgo: false }), '//go:build cgo → none');
  assert.equal(why('//go:build linux', { goos: 'android' }), 'built');
});

test('names the tag that excludes a file', () => {
  assert.equal(why('//go:build !slow', { tags: ['slow'] }), '//go:build !slow → none');
});

test('reads the endings of file names', () => {
  assert.equal(why('', {}, 'a_windows_test.go'), '_windows → none');
  assert.equal(why('', {}, 'a_linux_arm64_test.go'), '_linux_arm64 → none');
  assert.equal(why('', {}, 'a_arm64_test.go'), '_arm64 → none');
  for (const file of ['a_linux_amd64_test.go', 'a_linux_test.go', 'linux_test.go', 'a_other_test.go', 'a_windows_x_test.go']) {
    assert.equal(why('', {}, file), 'built', file);
  }
});

test('ignores a constraint that Go would not read, and one below the package clause', () => {
  assert.equal(why('//go:build a &&'), 'built');
  assert.equal(why('// +build a'), 'built');
  assert.equal(whyExcluded('a_test.go', 'package a\n\n//go:build a\n', LINUX), undefined);
});
