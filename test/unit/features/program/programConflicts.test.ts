import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programConflicts } from '../../../../src/features/program/programConflicts';
import type { ProgramKind } from '../../../../src/go/captureTypes';

const conflicts = (uses: readonly string[], kinds: readonly ProgramKind[], sharesCpuProfile = true, text = '') =>
  programConflicts({ title: 'app', texts: new Map([['/b.go', text]]), uses: new Set(uses), sharesCpuProfile }, kinds);

test('a program with a package that takes CPU profiles is told so only where it cannot share them', () => {
  const uses = ['runtime/pprof', 'net/http/pprof'];
  assert.deepEqual(conflicts(uses, ['cpu']), []);
  assert.match(conflicts(uses, ['cpu'], false).join('\n'), /^app can take CPU profiles of itself\. .*leave cpu out in the options if that matters\.$/);
  assert.deepEqual(conflicts(uses, ['memory'], false), []);
});

test('a trace of its own, and a program that replaces itself, are told where they matter', () => {
  assert.match(conflicts(['net/http/pprof'], ['trace']).join('\n'), /^app can take execution traces of itself\./);
  assert.deepEqual(conflicts(['runtime/trace'], ['cpu']), []);
  const text = 'err := syscall.Exec(path, args, env)';
  assert.match(conflicts([], ['cpu'], true, text).join('\n'), /^app can replace itself by another program/);
  assert.deepEqual(conflicts([], ['memory'], true, text), []);
});
