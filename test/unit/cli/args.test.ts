import assert from 'node:assert/strict';
import test from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { asksForHelp, parseArgs } from '../../../src/cli/args';
import { FLAGS, helpText } from '../../../src/cli/flags';
import { type ReportOptions, UsageError } from '../../../src/pprofText/reportOptions';

const defaults: ReportOptions = {
  command: 'top',
  pattern: '',
  files: ['cpu.pprof'],
  base: '',
  diffBase: '',
  normalize: false,
  refinement: { unit: 'minimum' },
  sort: 'flat',
  sampleIndex: '',
  unit: 'minimum',
  compactLabels: false,
  callTree: false,
  trim: true,
  nodeCount: -1,
  nodeFraction: 0.005,
  edgeFraction: 0.001,
  sourcePath: '',
  trimPath: '',
  output: '',
  buildId: '',
  symbolize: '',
  intelSyntax: false,
  addComment: '',
};

/** The options that differ from the defaults. */
function parsed(...argv: string[]): Partial<ReportOptions> {
  const differs = ([key, value]: [string, unknown]): boolean => !isDeepStrictEqual(value, defaults[key as 'unit']);
  return Object.fromEntries(Object.entries(parseArgs(argv)).filter(differs));
}

test("without flags, the options are pprof's defaults", () => {
  assert.deepEqual(parseArgs(['top', 'cpu.pprof']), defaults);
});

test('list takes a pattern and a file', () => {
  assert.deepEqual(parsed('list', 'a|b', 'cpu.pprof'), { command: 'list', pattern: 'a|b' });
});

test('flags may be anywhere, with one dash or two, and with the value after = or in the next word', () => {
  assert.deepEqual(parsed('-cum', 'top', '--nodecount', '7', 'cpu.pprof', '-unit=ms', '-trim_path', 'a:b'), {
    sort: 'cum',
    nodeCount: 7,
    unit: 'ms',
    trimPath: 'a:b',
    refinement: { unit: 'ms' },
  });
});

test('boolean flags accept true and false as in Go', () => {
  assert.deepEqual(parsed('top', '-trim=false', '-compact_labels=T', '-cum=0', 'cpu.pprof'), {
    trim: false,
    compactLabels: true,
  });
});

test("pprof's old flags select sample types", () => {
  assert.deepEqual(parsed('top', '-alloc_space', 'cpu.pprof'), { sampleIndex: 'alloc_space' });
  assert.deepEqual(parsed('top', '-total_delay', 'cpu.pprof'), { sampleIndex: 'delay' });
});

test('words after -- are not flags, and a single dash is not a flag', () => {
  assert.deepEqual(parsed('list', '--', '-cum', '-file'), { command: 'list', pattern: '-cum', files: ['-file'] });
  assert.deepEqual(parsed('top', '-'), { files: ['-'] });
});

test('a value may contain = or be empty', () => {
  assert.deepEqual(parsed('top', '-source_path=/a=b', '-trim_path=', 'cpu.pprof'), { sourcePath: '/a=b' });
});

test('the name of the report may be a flag, as in pprof, with the pattern as its value', () => {
  assert.deepEqual(parsed('-tree', 'cpu.pprof'), { command: 'tree' });
  assert.deepEqual(parsed('-cum', '-peek=a|b', 'cpu.pprof'), { command: 'peek', pattern: 'a|b', sort: 'cum' });
  assert.deepEqual(parsed('-list', 'f', 'a', 'b'), { command: 'list', pattern: 'f', files: ['a', 'b'] });
});

test('all files are used in order, but only the last base', () => {
  const options = parseArgs(['top', '-base=x', 'a', '-base', 'y', 'b', '-normalize']);
  assert.deepEqual([options.files, options.base, options.diffBase, options.normalize], [['a', 'b'], 'y', '', true]);
  assert.deepEqual(parsed('top', '-diff_base=x', '-base=x', '-base=', 'cpu.pprof'), { diffBase: 'x' });
});

test('the options of a refinement have pprof\'s names', () => {
  const words = ['-focus=a', '-tagfocus=k=v', '-show_from', 'b', '-noinlines', '-lines', '-mean', '-divide_by=2.5'];
  assert.deepEqual(parseArgs(['top', ...words, 'cpu.pprof']).refinement, {
    focus: 'a',
    tagfocus: 'k=v',
    show_from: 'b',
    noinlines: true,
    granularity: 'lines',
    mean: true,
    divide_by: 2.5,
    unit: 'minimum',
  });
  assert.deepEqual(parseArgs(['top', '-mean_delay', 'cpu.pprof']).refinement, { mean: true, unit: 'minimum' });
});

test('flags for fetching, symbolizing and disassembling are accepted, and a negative -divide_by counts as 1', () => {
  const flags = ['-seconds=5', '-timeout', '-1', '-tools=/bin', '-symbolize=Local:demangle=default', '-divide_by=-2'];
  assert.deepEqual(parsed('top', ...flags, 'cpu.pprof'), {
    symbolize: 'Local:demangle=default',
    refinement: { divide_by: 1, unit: 'minimum' },
  });
  assert.deepEqual(parsed('top', '-symbolize=none:force', '-buildid=f00d', '-intel_syntax', 'cpu.pprof'), {
    symbolize: 'none:force',
    buildId: 'f00d',
    intelSyntax: true,
  });
});

test('the help lists the reports and all flags, and -h, -help, --help and help print it', () => {
  for (const name of ['top', 'dot', ...[...FLAGS.keys()].map((flag) => `-${flag}`)]) {
    assert.match(helpText(), new RegExp(`^ {2}${name}(=[A-Z]+)? +[A-Z]`, 'm'));
  }
  assert.ok(helpText().split('\n').every((line) => line.length <= 100));
  for (const argv of [['-h'], ['--help'], ['top', '-help'], ['help']]) assert.ok(asksForHelp(argv));
  assert.ok(!asksForHelp(['top', 'cpu.pprof']));
});

test('the error for an invalid command line is a single line', () => {
  for (const argv of [
    [],
    ['top'],
    ['list', 'pattern'],
    ['peek', 'f'],
    ['graph', 'a'],
    ['-top', '-tree', 'a'],
    ['top', '-unknown', 'a'],
    ['top', '-cum', '-flat', 'a'],
    ['top', '-lines', '-files', 'a'],
    ['top', '-base=a', '-diff_base=b', 'c'],
    ['top', '-normalize', 'a'],
    ['top', '-normalize', '-base=b', '-base=', 'a'],
    ['top', '-nodecount=1.5', 'a'],
    ['top', '-nodecount=', 'a'],
    ['top', '-nodefraction=some', 'a'],
    ['top', '-trim=maybe', 'a'],
    ['top', 'a', '-unit'],
    ['top', '-seconds=soon', 'a'],
  ]) {
    assert.throws(() => parseArgs(argv), (error) => error instanceof UsageError && !error.message.includes('\n'));
  }
});
