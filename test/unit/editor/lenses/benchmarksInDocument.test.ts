import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import type * as vscode from 'vscode';
import { benchmarksOf } from '../../../../src/editor/lenses/profileLenses';

const BENCHMARK = 'func BenchmarkA(b *testing.B) {\n}\n';

test('a document is scanned once per version', () => {
  let reads = 0;
  const document = {
    version: 1,
    text: BENCHMARK,
    getText(): string {
      reads++;
      return this.text;
    },
  };
  const names = () => benchmarksOf(document as unknown as vscode.TextDocument).map(({ name, line }) => `${name}:${line}`);
  assert.deepEqual([names(), names()], [['BenchmarkA:1'], ['BenchmarkA:1']]);
  assert.equal(reads, 1);
  Object.assign(document, { version: 2, text: `package p\n\nfunc TestA(t *testing.T) {\n}\n${BENCHMARK}` });
  assert.deepEqual(names(), ['BenchmarkA:5']);
});
