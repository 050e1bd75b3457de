import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { unreadResult } from '../../../../src/features/profile/resultMisfit';
import { fakeVscode } from '../../../shared/fakeVscode';
import { measuringScene } from '../../../shared/measuringScene';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', { 'linecost.profile.kinds': ['cpu'] });
withVscode(vscode.module);
beforeEach(() => (vscode.messages.length = 0));

const LINE = 'BenchmarkA-8   \trun 112345678\t      10.00 ns/op\t       0 B/op\t       0 allocs/op';
const SENTENCE = 'BenchmarkA prints text into the line of its result, so the result cannot be read: end the text with a newline';
const SHOWN = 'The line is: BenchmarkA-8 run 112345678 10.00 ns/op 0 B/op 0 allocs/op';
const code = (...calls: readonly string[]) => ['package a', ...calls.map((call) => `\t${call}`)].join('\n');

test('the sentence shows the line, and names the only call that can have printed its text', () => {
  const printer = code('use("run ")', 'fmt.Printf("run %d", 1)');
  const { message, location } = unreadResult('BenchmarkA', `${LINE}\nPASS\n`, new Map([['/w/a_test.go', printer]]));
  assert.equal(message, `${SENTENCE} (a_test.go:3). ${SHOWN}`);
  assert.deepEqual(location, { file: '/w/a_test.go', line: 3, column: 2 });
});

test('if several calls or none can have printed the text, no place is named', () => {
  for (const texts of [['fmt.Print("run 1")', 'os.Stdout.WriteString("run")'], ['fmt.Println("other")']]) {
    const { message, location } = unreadResult('BenchmarkA', LINE, new Map([['/w/a.go', code(...texts)]]));
    assert.equal(message, `${SENTENCE}. ${SHOWN}`);
    assert.equal(location, undefined);
  }
});

test('a benchmark whose result cannot be read is profiled with a warning, and cannot be measured again', async (context) => {
  const { workspace, writeProgram, profile, again, newest, leftovers } = await measuringScene(vscode, context);
  writeProgram({});
  await profile();
  const old = await newest();
  writeFileSync(join(workspace, 'program.sh'), `#!/bin/sh\nprintf 'goos: linux\\n${LINE.replaceAll('\t', '\\t')}\\nPASS\\n'\n`);
  await assert.rejects(again(), { message: `${SENTENCE}. ${SHOWN}` });
  assert.equal((await newest()).id, old.id);
  await profile();
  assert.deepEqual(vscode.messages.filter(({ text }) => text.startsWith(SENTENCE)).map(({ text }) => text), [`${SENTENCE}. ${SHOWN}`]);
  assert.deepEqual((await newest()).results, []);
  assert.deepEqual(leftovers(), []);
});
