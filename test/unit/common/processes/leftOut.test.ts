import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeftOut } from '../../../../src/common/processes/leftOut';
import { runProcess } from '../../../../src/common/processes/runProcess';

function passed(...pieces: readonly string[]): string {
  const filter = new LeftOut('nanana!\n');
  return pieces.map((piece) => filter.passed(piece)).join('') + filter.rest();
}

test('a text is left out once, however the output is split', () => {
  const output = 'a nana\nnananana!\nb nanana!\n';
  for (let at = 0; at <= output.length; at++) {
    assert.equal(passed(output.slice(0, at), output.slice(at)), 'a nana\nnab nanana!\n', String(at));
  }
  assert.equal(passed(...output), 'a nana\nnab nanana!\n');
});

test('a text of which only the beginning comes is passed on', () => {
  assert.equal(passed('one nanana', '?', ' nan'), 'one nanana? nan');
});

test('a text is left out of the standard error of a program wherever it is shown, but not of its standard output', async () => {
  let shown = '';
  const code = 'process.stdout.write("line\\n"); process.stderr.write("line\\nrest li")';
  const options = { file: process.execPath, args: ['-e', code], cwd: process.cwd(), env: {}, signal: new AbortController().signal };
  const onOutput = (text: string) => void (shown += text);
  const { stdout, stderr, both } = await runProcess({ ...options, isGoProgram: true, leaveOut: 'line\n', onOutput });
  assert.deepEqual([stdout, stderr], ['line\n', 'rest li']);
  assert.deepEqual([both!.length, shown.length], [12, 12]);
});
