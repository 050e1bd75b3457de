import assert from 'node:assert/strict';
import test from 'node:test';
import { parseArgs, UsageError } from '../../../src/report/args';
import type { ReportOptions } from '../../../src/report/args';

const defaults: ReportOptions = {
  command: 'top',
  pattern: '',
  file: 'cpu.pprof',
  sort: 'flat',
  granularity: 'functions',
  sampleIndex: '',
  unit: 'minimum',
  compactLabels: false,
  trim: true,
  nodeCount: -1,
  nodeFraction: 0.005,
  edgeFraction: 0.001,
  sourcePath: '',
  trimPath: '',
};

/** What differs from the defaults. */
function parsed(...argv: string[]): Partial<ReportOptions> {
  const options = parseArgs(argv);
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => value !== defaults[key as 'unit']));
}

test("without flags, pprof's defaults hold", () => {
  assert.deepEqual(parseArgs(['top', 'cpu.pprof']), defaults);
});

test('list takes a pattern and a file', () => {
  assert.deepEqual(parsed('list', 'a|b', 'cpu.pprof'), { command: 'list', pattern: 'a|b' });
});

test('flags stand anywhere, with one dash or two, the value behind = or in the next word', () => {
  assert.deepEqual(parsed('-cum', 'top', '--nodecount', '7', 'cpu.pprof', '-unit=ms', '-trim_path', 'a:b'), {
    sort: 'cum',
    nodeCount: 7,
    unit: 'ms',
    trimPath: 'a:b',
  });
});

test('switches take true and false as Go writes them', () => {
  assert.deepEqual(parsed('top', '-trim=false', '-compact_labels=T', '-cum=0', 'cpu.pprof'), {
    trim: false,
    compactLabels: true,
  });
});

test('the old names of sample types are flags of their own', () => {
  assert.deepEqual(parsed('top', '-alloc_space', 'cpu.pprof'), { sampleIndex: 'alloc_space' });
  assert.deepEqual(parsed('top', '-total_delay', 'cpu.pprof'), { sampleIndex: 'delay' });
});

test('behind -- nothing is a flag, and a dash alone is none', () => {
  assert.deepEqual(parsed('list', '--', '-cum', '-file'), { command: 'list', pattern: '-cum', file: '-file' });
  assert.deepEqual(parsed('top', '-'), { file: '-' });
});

test('a value may hold an = and be empty', () => {
  assert.deepEqual(parsed('top', '-source_path=/a=b', '-unit=', 'cpu.pprof'), { sourcePath: '/a=b', unit: '' });
});

test('what makes no sense is refused in one line', () => {
  for (const argv of [
    [],
    ['top'],
    ['top', 'a', 'b'],
    ['list', 'pattern'],
    ['peek', 'f', 'a'],
    ['top', '-focus=x', 'a'],
    ['top', '-nodecount=', 'a'],
    ['top', '-nodefraction=some', 'a'],
    ['top', '-trim=maybe', 'a'],
    ['top', 'a', '-unit'],
  ]) {
    assert.throws(() => parseArgs(argv), (error) => error instanceof UsageError && !error.message.includes('\n'));
  }
});
