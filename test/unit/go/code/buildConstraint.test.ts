import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyExcluded, type BuildTarget, type TagChange } from '../../../../src/go/code/buildConstraint';

const LINUX: BuildTarget = { goos: 'linux', goarch: 'amd64', cgo: true, goMinor: 22, tags: [] };

/** `a,c,-d` for the tags a and c to set and the tag d to unset; `none` without a change. */
function changeText(change: TagChange | undefined): string {
  return change ? [...change.set, ...change.unset.map((tag) => `-${tag}`)].join() : 'none';
}

/** `rule → tags` for a file with the constraint, or `built` if nothing excludes the file. */
function exclusionText(constraint: string, target: Partial<BuildTarget> = {}, file = 'a_test.go'): string {
  const exclusion = whyExcluded(file, `// Words\n\n${constraint}\n\npackage a\n`, { ...LINUX, ...target });
  return exclusion === undefined ? 'built' : `${exclusion.rule} → ${changeText(exclusion.change)}`;
}

test('returns the fewest tags with which Go builds a file', () => {
  assert.equal(exclusionText('//go:build integration'), '//go:build integration → integration');
  assert.equal(exclusionText('//go:build a && b || c'), '//go:build a && b || c → c');
  assert.equal(exclusionText('//go:build (a || b) && c && !d'), '//go:build (a || b) && c && !d → a,c');
  assert.equal(exclusionText('//go:build a && b', { tags: ['a'] }), '//go:build a && b → b');
});

test('does not exclude a file that Go builds', () => {
  assert.equal(exclusionText(''), 'built');
  for (const constraint of ['linux && amd64', 'unix', '!windows', 'cgo && gc && go1.22', '!integration', 'x || linux']) {
    assert.equal(exclusionText(`//go:build ${constraint}`), 'built', constraint);
  }
  assert.equal(exclusionText('//go:build integration', { tags: ['integration'] }), 'built');
  assert.equal(exclusionText('//go:build race', { tags: ['race'] }), 'built');
  assert.equal(exclusionText('//go:build linux', { goos: 'android' }), 'built');
});

test('returns no tags if the operating system, the Go release or another property excludes a file', () => {
  for (const constraint of ['windows', 'arm64', 'go1.99', 'x && !linux', 'goexperiment.foo', 'x && !x']) {
    assert.equal(exclusionText(`//go:build ${constraint}`), `//go:build ${constraint} → none`);
  }
  assert.equal(exclusionText('//go:build cgo', { cgo: false }), '//go:build cgo → none');
});

test('names the constraint of a tag that excludes a file', () => {
  assert.equal(exclusionText('//go:build !slow', { tags: ['slow'] }), '//go:build !slow → -slow');
  assert.equal(exclusionText('//go:build !race && a', { tags: ['race'] }), '//go:build !race && a → a,-race');
});

test('sets the tag of a flag such as -race only if no other tag suffices', () => {
  assert.equal(exclusionText('//go:build race'), '//go:build race → race');
  assert.equal(exclusionText('//go:build race || a'), '//go:build race || a → a');
});

test('reads the GOOS and GOARCH suffixes of file names', () => {
  assert.equal(exclusionText('', {}, 'a_windows_test.go'), '_windows → none');
  assert.equal(exclusionText('', {}, 'a_linux_arm64_test.go'), '_linux_arm64 → none');
  assert.equal(exclusionText('', {}, 'a_arm64_test.go'), '_arm64 → none');
  for (const file of ['a_linux_amd64_test.go', 'a_linux_test.go', 'linux_test.go', 'a_other_test.go', 'a_windows_x_test.go']) {
    assert.equal(exclusionText('', {}, file), 'built', file);
  }
});

test('ignores a constraint that Go ignores, and a constraint below the package clause', () => {
  assert.equal(exclusionText('//go:build a &&'), 'built');
  assert.equal(exclusionText('// +build a'), 'built');
  assert.equal(whyExcluded('a_test.go', 'package a\n\n//go:build a\n', LINUX), undefined);
});
