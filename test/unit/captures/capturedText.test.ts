import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capturedText } from '../../../src/captures/capturedText';

const NOW = new Date(2026, 10, 30, 10, 0, 0).getTime();
const AT = new Date(2026, 10, 30, 9, 19, 42).getTime();
const GIT = { commit: '1a2b3c4d5e6f', isDirty: false };

test('a capture is named by its time with seconds and its commit, with a star for uncommitted changes', () => {
  assert.equal(capturedText({ capturedAt: AT, conditions: { git: GIT } }, NOW), '09:19:42 · 1a2b3c4');
  assert.equal(capturedText({ capturedAt: AT, conditions: { git: { ...GIT, isDirty: true } } }, NOW), '09:19:42 · 1a2b3c4*');
  const changes = { files: 1, named: ['a.go'], added: 1, removed: 0 };
  assert.equal(capturedText({ capturedAt: AT, conditions: { git: { ...GIT, changes } } }, NOW), '09:19:42 · 1a2b3c4*');
});

test('without a commit, a capture is named by its time; of another day, the day comes first', () => {
  assert.equal(capturedText({ capturedAt: AT }, NOW), '09:19:42');
  assert.equal(capturedText({ capturedAt: AT - 24 * 3600_000, conditions: {} }, NOW), 'yesterday 09:19:42');
});
