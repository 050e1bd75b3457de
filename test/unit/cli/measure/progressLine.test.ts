import assert from 'node:assert/strict';
import test from 'node:test';
import { ProgressLine } from '../../../../src/cli/measure/progressLine';

type Act = (line: ProgressLine, wait: (ms: number) => void) => void;

function written(stream: { readonly isTTY?: boolean; readonly columns?: number }, act: Act): string {
  let [text, time] = ['', 0];
  const line = new ProgressLine({ ...stream, write: (more) => void (text += more) }, () => time);
  act(line, (ms) => void (time += ms));
  return text;
}

test('on a terminal, progress is one line that fits into it and is gone at the end', () => {
  const text = written({ isTTY: true, columns: 30 }, (line) => {
    line.report('running in turns', 'pair 1 of at most 30, 0 s, BenchmarkGet');
    line.end();
  });
  const [, shown, end] = text.split('\r\x1b[K');
  assert.deepEqual([shown, end], ['running in turns: pair 1 of …', '']);
});

test('in a log, progress is a line for each phase, and another one within a phase every half minute', () => {
  const text = written({}, (line, wait) => {
    line.report('building', 'a');
    line.report('building', 'b');
    line.report('running', 'pair 1');
    wait(31_000);
    line.report('running', 'pair 2');
    line.end();
  });
  assert.equal(text, 'building: a\nrunning: pair 1\nrunning: pair 2\n');
});
