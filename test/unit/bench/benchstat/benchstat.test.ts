import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Benchstat, OptionError, type BenchstatOptions } from '../../../../src/bench/benchstat/benchstat';
import { InputError } from '../../../../src/bench/benchstat/reader';
import { utf8Bytes } from '../../../../src/profile/common/utf8';

const DEFAULTS: BenchstatOptions = {
  table: '.config', row: '.fullname', col: '.file', ignore: '', filter: '*', format: 'text', alpha: 0.05, confidence: 0.95,
};

interface Printed {
  readonly text: string;
  readonly warnings: readonly string[];
  readonly regressions: readonly string[] | undefined;
  readonly cutOff: readonly string[] | undefined;
  readonly whyNone: string | undefined;
}

type Files = Readonly<Record<string, string>>;

function printed(files: Files, options: Partial<BenchstatOptions> = {}, limit?: number): Printed {
  const warnings: string[] = [];
  const benchstat = new Benchstat({ ...DEFAULTS, ...options }, (warning) => void warnings.push(warning));
  for (const [label, text] of Object.entries(files)) benchstat.read(utf8Bytes(text), label, label);
  const { text, verdict } = benchstat.report(limit);
  return { text, warnings, regressions: verdict?.regressions, cutOff: verdict?.cutOff, whyNone: verdict?.whyNone };
}

const results = (name: string, unit: string, values: readonly number[]): string =>
  values.map((value) => `Benchmark${name} 1 ${value} ${unit}\n`).join('');
const lines = (text: string): string[] => text.split('\n').slice(0, -1);

const OLD = results('Join-8', 'ns/op', [100, 101, 102, 103, 104, 105]);
const NEW = results('Join-8', 'ns/op', [110, 111, 112, 113, 114, 115]);

test('a table of two files has the medians, their ranges, the change and its p-value', () => {
  assert.deepEqual(lines(printed({ old: OLD, new: NEW }).text), [
    '       │     old     │                new                │',
    '       │   sec/op    │   sec/op     vs base              │',
    'Join-8   102.5n ± 2%   112.5n ± 2%  +9.76% (p=0.002 n=6)',
  ]);
});

test('a footnote is printed once, and a table of two or more rows has a row of geometric means', () => {
  const text = results('A', 'B/op', [1024]) + results('B', 'B/op', [4096]);
  assert.deepEqual(lines(printed({ 'a.txt': text }).text), [
    '        │     a.txt     │',
    '        │     B/op      │',
    'A         1.000Ki ± ∞ ¹',
    'B         4.000Ki ± ∞ ¹',
    'geomean   2.000Ki',
    '¹ need >= 6 samples for confidence interval at level 0.95',
  ]);
});

test('each configuration has its own table, whose title has only the keys that changed', () => {
  const text = `goos: linux\npkg: a\n${results('A', 'x', [1])}pkg: b\n${results('A', 'x', [2])}`;
  const titles = lines(printed({ f: text }).text).filter((line) => /^\w+: /.test(line) || line === '');
  assert.deepEqual(titles, ['goos: linux', 'pkg: a', '', 'pkg: b']);
});

test('a key without a value, or with only spaces, is deleted', () => {
  for (const deletion of ['note:', 'note:  ']) {
    assert.doesNotMatch(printed({ f: `note: x\n${deletion}\n${results('A', 'x', [1])}` }).text, /note/);
  }
});

test('a value of 0 is listed under its unit as written, because conversion does not change it', () => {
  const { text } = printed({ f: results('A', 'ns/op', [0]) + results('A', 'ns/op', [3]) }, { format: 'csv' });
  assert.deepEqual(lines(text).filter((line) => line.includes('/op')), [',ns/op,CI', ',sec/op,CI']);
});

test('malformed lines cause warnings, and the other lines are read', () => {
  const malformed = ['BenchmarkA', 'BenchmarkA ', 'BenchmarkA x 1 y', 'BenchmarkA 1 z y', 'BenchmarkA 1 2', 'BenchmarkA 1', 'Unit', 'Unit x y'];
  const { text, warnings } = printed({ f: `${malformed.join('\n')}\r\n${results('B', 'x', [7])}` });
  assert.match(text, /^B +7\.000/m);
  assert.deepEqual(warnings, [
    'f:2: missing iteration count',
    'f:3: parsing iteration count: invalid syntax',
    'f:4: parsing measurement: invalid syntax',
    'f:5: missing units',
    'f:6: missing measurements',
    'f:7: missing unit',
    'f:8: expected key=value',
  ]);
});

test('conflicting metadata of a unit causes a warning', () => {
  const { warnings } = printed({ f: 'Unit ns/op assume=exact\nUnit sec/op assume=nothing\nUnit ns/op assume=exact\n' });
  assert.deepEqual(warnings, ['f:2: metadata assume of unit sec/op already set to exact']);
});

test('a line of more than 65535 bytes is an error', () => {
  assert.throws(() => printed({ f: `\n${'ü'.repeat(32768)}\n` }), new InputError('f:1: bufio.Scanner: token too long'));
  assert.doesNotThrow(() => printed({ f: `${'ü'.repeat(32767)}\n` }));
});

test('a key in the columns is left out of the full name in the rows', () => {
  const text = ['json', 'gob'].map((format) => results(`Encode/format=${format}/x-8`, 'x', [1, 2])).join('');
  const table = lines(printed({ f: text }, { col: '/format', ignore: '.file' }).text);
  assert.match(table[0]!, /│ +json +│ +gob +│/);
  assert.match(table[2]!, /^Encode\/x-8 /);
});

test('a fixed order sorts rows, and leaves out values that it does not list', () => {
  const text = ['a', 'b', 'c'].map((size) => results(`A/size=${size}`, 'x', [1])).join('');
  const { text: table } = printed({ f: text }, { row: '/size@(c a)', format: 'csv' });
  assert.deepEqual(lines(table).slice(2, -1).map((line) => line[0]), ['c', 'a']);
});

test('a numeric order reads prefixes such as k and Mi, and puts values that are not numbers last', () => {
  const text = ['1Mi', 'x', '2k', '10'].map((size) => results(`A/size=${size}`, 'x', [1])).join('');
  const { text: table } = printed({ f: text }, { row: '/size@num', format: 'csv' });
  assert.deepEqual(lines(table).slice(2, -1).map((line) => line.split(',')[0]), ['10', '2k', '1Mi', 'x']);
});

test('a footnote names the key in which the results of one row differ', () => {
  const text = results('A/x=1', 'x', [1]) + results('A/x=2', 'x', [2]);
  assert.match(printed({ f: text }, { row: '.name' }).text, /^¹ benchmarks vary in \.fullname$/m);
});

test('a filter selects units and results', () => {
  const text = 'BenchmarkA 1 5 ns/op 6 B/op\nBenchmarkB 1 7 ns/op 8 B/op\n';
  const rows = (filter: string) => lines(printed({ f: text }, { filter, format: 'csv' }).text).filter((line) => /^[AB],/.test(line));
  assert.deepEqual(rows('.unit:ns/op'), ['A,5e-09,∞', 'B,7.000000000000001e-09,∞']);
  assert.deepEqual(rows('.unit:B/op .name:/[B-Z]/'), ['B,8,∞']);
  assert.deepEqual(rows('-.unit:sec/op OR .name:A'), ['A,5e-09,∞', 'A,6,∞', 'B,8,∞']);
  assert.deepEqual(rows('.name:(A OR "\\x42") AND -*'), []);
});

test('an invalid option is an error, and a syntax error shows its position', () => {
  const message = 'parsing -filter: syntax error: value list must be separated by OR\n\ta:(b c)\n\t     ^';
  assert.throws(() => printed({}, { filter: 'a:(b c)' }), new OptionError(message));
  assert.throws(() => printed({}, { row: 'a@b' }), new OptionError('parsing -row: syntax error: unknown order "b"\n\ta@b\n\t  ^'));
  assert.throws(() => printed({}, { alpha: 2 }), new OptionError('-alpha must be in range [0, 1]'));
});

test('warnings for CSV name the cell', () => {
  const { text, warnings } = printed({ 'a,b': results('A', 'x', [1]) }, { format: 'csv' });
  assert.deepEqual(lines(text), [',"a,b",', ',x,CI', 'A,1,∞', 'geomean,1,']);
  assert.deepEqual(warnings, ['B3: need >= 6 samples for confidence interval at level 0.95']);
});

test('an invalid UTF-8 byte is kept, and is one character wide', () => {
  const { text } = printed({ f: results('A\udcff', 'x', [1]) });
  assert.match(text, /^A\udcff {3}1\.000/m);
});

test('a byte that is a space as a character, but is not UTF-8, is not a space', () => {
  const { text, warnings } = printed({ f: `Unit x b\udc85tter=higher\n${results('A\udc85', 'x', [1])}` });
  assert.deepEqual(warnings, []);
  assert.match(text, /^A\udc85 {3}1\.000/m);
});

test('significant regressions above the limit are reported', () => {
  const regressions = (limit: number) => printed({ old: OLD, new: NEW }, {}, limit).regressions;
  assert.deepEqual(regressions(5), ['new: Join-8 sec/op +9.76%']);
  assert.deepEqual(regressions(10), []);
  assert.deepEqual(printed({ old: NEW, new: OLD }, {}, 0).regressions, [], 'faster is not a regression');
});

test('a regression of exactly the limit is not reported', () => {
  const exact = 'Unit ns/op assume=exact\n';
  assert.deepEqual(printed({ a: exact + results('A', 'ns/op', [100]), b: results('A', 'ns/op', [105]) }, {}, 5).regressions, []);
});

test('in units where more is better, a decrease is a regression', () => {
  const slower = { a: results('A', 'MB/s', [20, 21, 22, 23]), b: results('A', 'MB/s', [10, 11, 12, 13]) };
  assert.deepEqual(printed(slower, {}, 5).regressions, ['b: A B/s -46.51%']);
  const hits = { a: results('A', 'hits', [20, 21, 22, 23]), b: results('A', 'hits', [10, 11, 12, 13]) };
  assert.deepEqual(printed(hits, {}, 5).regressions, []);
  assert.match(printed(hits, {}, 5).whyNone!, /^it is not known whether more or less is better for hits \(to say it, add a line "Unit hits better=lower"/);
  const known = { ...hits, a: `Unit hits better=higher\n${hits.a}` };
  assert.deepEqual(printed(known, {}, 5).regressions, ['b: A hits -46.51%']);
});

test('a regression check without a comparison names the keys in which the columns differ', () => {
  const whyNone = (files: Files, options: Partial<BenchstatOptions> = {}) => printed(files, options, 5).whyNone;
  const [old, changed] = [`pkg: a\ncommit: 1\n${OLD}pkg: b\n${OLD}`, `pkg: a\ncommit: 2\n${NEW}pkg: b\n${NEW}`];
  const end = 'each table has one column, because the columns differ in commit (see -ignore and -table)';
  assert.equal(whyNone({ old, new: changed }), end);
  assert.equal(whyNone({ old, new: changed }, { ignore: 'commit' }), undefined);
  assert.equal(whyNone({ old: OLD, new: results('Sum-8', 'ns/op', [1]) }), 'no benchmark is in the first column and in another one');
  assert.equal(whyNone({ old: '' }), 'there are no results');
});

test('growth from zero is a regression, and noise is not', () => {
  const zero = { a: results('A', 'allocs/op', [0, 0, 0, 0]), b: results('A', 'allocs/op', [1, 1, 1, 1]) };
  assert.deepEqual(printed(zero, {}, 1000).regressions, ['b: A allocs/op ?']);
  const memory = (bytes: number, allocs: number) => `BenchmarkA 1 ${bytes} B/op ${allocs} allocs/op\n`.repeat(6);
  const growth = (before: string, now: string, filter = '*') => {
    const { regressions, cutOff } = printed({ a: before, b: now }, { filter }, 5);
    return { regressions, cutOff };
  };
  const grown = { regressions: ['b: A allocs/op ?'], cutOff: [] };
  assert.deepEqual(growth(memory(15, 0), memory(16, 1), '.unit:allocs/op'), grown, 'the bytes are left out');
  assert.deepEqual(growth(memory(0, 0), memory(8, 1), '.unit:allocs/op'), grown);
  assert.deepEqual(growth(memory(0, 0), memory(1, 1)), { ...grown, cutOff: ['b: A B/op ?'] });
  // The bytes tell of an allocation in nearly every operation.
  assert.deepEqual(growth(memory(15, 0), memory(16, 1)), { regressions: [], cutOff: ['b: A B/op +6.67%', 'b: A allocs/op ?'] });
  assert.deepEqual(growth(memory(16, 0), memory(16, 1)), { regressions: [], cutOff: ['b: A allocs/op ?'] });
  assert.deepEqual(printed({ a: results('A', 'ns/op', [1, 9]), b: results('A', 'ns/op', [3, 30]) }, {}, 0).regressions, []);
});
