import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programConflicts } from '../../../../src/features/program/programConflicts';
import type { ProgramKind } from '../../../../src/go/captureTypes';

const conflicts = (text: string, kinds: readonly ProgramKind[], sharesCpuProfile = true) =>
  programConflicts({ title: 'app', texts: new Map([['/a.go', 'package main'], ['/b.go', text]]), sharesCpuProfile }, kinds);

test('a program whose code takes CPU profiles itself is told so only where it cannot share them', () => {
  const text = 'import _ "net/http/pprof"';
  assert.deepEqual(conflicts(text, ['cpu']), []);
  assert.match(conflicts(text, ['cpu'], false).join('\n'), /^app can take CPU profiles of itself\. .*leave cpu out in the options if that matters\.$/);
  assert.deepEqual(conflicts(text, ['memory'], false), []);
});

test('a trace of its own, and a program that replaces itself, are told where they matter', () => {
  assert.match(conflicts('import "runtime/trace"', ['trace']).join('\n'), /^app can take execution traces of itself\./);
  assert.deepEqual(conflicts('import "runtime/trace"', ['cpu']), []);
  assert.match(conflicts('err := syscall.Exec(path, args, env)', ['cpu']).join('\n'), /^app can replace itself by another program/);
  assert.deepEqual(conflicts('err := syscall.Exec(path, args, env)', ['memory']), []);
});
