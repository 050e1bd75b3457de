import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionNamed, packageOf } from '../../../../src/profile/text/functionNames';
import { shortLabels, shortName } from '../../../../src/profile/text/shortNames';

const NAMES: readonly (readonly [name: string, packagePath: string, short: string])[] = [
  ['main.main', 'main', 'main.main'],
  ['runtime.mallocgc', 'runtime', 'runtime.mallocgc'],
  ['encoding/json.Marshal', 'encoding/json', 'json.Marshal'],
  ['example.com/a/b.(*T).M.func1', 'example.com/a/b', 'b.(*T).M.func1'],
  ['example.com/a.b/c.F', 'example.com/a.b/c', 'c.F'],
  ['example.com/go-cmp.Diff', 'example.com/go-cmp', 'go-cmp.Diff'],
  ['gopkg.in/yaml%2ev3.Unmarshal', 'gopkg.in/yaml.v3', 'yaml%2ev3.Unmarshal'],
  ['example.com/mod/v2.F', 'example.com/mod/v2', 'mod.F'],
  ['example.com/mod/v2/sub.F', 'example.com/mod/v2/sub', 'sub.F'],
  ['k8s.io/api/core/v1.F', 'k8s.io/api/core/v1', 'v1.F'],
  ['slices.SortFunc[...]', 'slices', 'slices.SortFunc[...]'],
  ['main.Map[example.com/a.K,int]', 'main', 'main.Map[example.com/a.K,int]'],
  ['a/b.(*Set[example.com/x/y.T]).Add', 'a/b', 'b.(*Set[example.com/x/y.T]).Add'],
  ['main.glob..func1', 'main', 'main.glob..func1'],
  ['example.com/a_test.BenchmarkX', 'example.com/a_test', 'a_test.BenchmarkX'],
  ['type:.eq.example.com/a.T', 'example.com/a', 'type:.eq.example.com/a.T'],
  ['memcpy', '', 'memcpy'],
  ['[libc.so.6]', '', '[libc.so.6]'],
  ['<unknown>', '', '<unknown>'],
  ['std::vector<a/b>::push_back', 'std', 'std::vector<a/b>::push_back'],
  ['main.Config.load', 'main', 'Config.load'],
  ['', '', ''],
];

for (const [name, packagePath, short] of NAMES) {
  test(`"${name}" is in package "${packagePath}", and its short name is "${short}"`, () => {
    assert.equal(packageOf(name), packagePath);
    assert.equal(shortName(name), short);
  });
}

test('names of other languages are shortened as in pprof', () => {
  assert.equal(shortName('com.acme.Server.run(int)'), 'Server.run');
  assert.equal(shortName('ns::deep::Class::method(int)'), 'Class::method');
  assert.equal(shortName('(anonymous namespace)::f'), 'f');
});

test('a function literal belongs to the function that contains it, even if that function is inlined', () => {
  const symbols = ['x/p.bench', 'p.bench.func1.2', 'p.bench[...].func1', 'p.BenchmarkX.bench.func1', 'p.benchAll.bench.func2'];
  assert.deepEqual(symbols.filter((symbol) => functionNamed(symbol, 'bench')), symbols);
  const others = ['p.benchAll.func1', 'p.bench.Run', 'bench', 'p.BenchmarkX.bench', 'p.BenchmarkX.bench.func1'];
  assert.deepEqual(others.filter((symbol) => functionNamed(symbol, 'BenchmarkX')), []);
  assert.equal(functionNamed('p.(*suite).bench.func1', '(*suite).bench'), true);
});

test('each label leaves out one more qualifier', () => {
  assert.deepEqual(shortLabels('example.com/a/b.(*T).M.func1'), [
    'b.(*T).M.func1',
    '(*T).M.func1',
    'M.func1',
    'func1',
  ]);
});

test('labels are never cut within brackets', () => {
  assert.deepEqual(shortLabels('main.Map[example.com/a.K,int].Get'), [
    'main.Map[example.com/a.K,int].Get',
    'Map[example.com/a.K,int].Get',
    'Get',
  ]);
  assert.deepEqual(shortLabels('std::vector<a::b>::size'), ['std::vector<a::b>::size', 'vector<a::b>::size', 'size']);
});

test('the labels of a package-level closure never split its two dots', () => {
  assert.deepEqual(shortLabels('main.glob..func1'), ['main.glob..func1', 'glob..func1', 'func1']);
});

test('a name without qualifiers is its only label', () => {
  assert.deepEqual(shortLabels('memcpy'), ['memcpy']);
});
