import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteFunction } from '../../../../src/features/testItems/suiteFunction';
import { parseTestItem } from '../../../../src/features/testItems/testItem';

test('an id of the Go extension names a function, a case, a method of a suite, or what holds them', () => {
  const uri = 'file:///m/x_test.go';
  const of = (id: string) => Object.values(parseTestItem(id) ?? {}).join(' ');
  assert.equal(of(`${uri}?test#TestX`), `function ${uri} TestX`);
  assert.equal(of(`${uri}?benchmark#BenchmarkX`), `function ${uri} BenchmarkX`);
  assert.equal(of(`${uri}?example#ExampleX`), `function ${uri} ExampleX`);
  assert.equal(of(`${uri}?fuzz#FuzzX%2Fseed%230`), `function ${uri} FuzzX/seed#0`);
  assert.equal(of(`${uri}?test#TestX%2Fa_b%C3%A9`), `function ${uri} TestX/a_bé`);
  assert.equal(of(`${uri}?test#%28%2ACartSuite%29.TestAdd`), `method ${uri} CartSuite TestAdd`);
  assert.equal(of(`${uri}?file`), `scope ${uri} file`);
  assert.equal(of('file:///m?module'), 'scope file:///m module');
  assert.equal(of('file:///c%3A/m/p?package'), 'scope file:///c%3A/m/p package');
});

test('ids of other extensions are not read', () => {
  const others = ['', 'TestX', 'file:///m/x.py?test', 'file:///m/x.py#TestX', 'file:///m/x_test.go?step#TestX',
    'untitled:x_test.go?test#TestX', 'file:///m/x_test.go?test#%zz', 'file:///m/x_test.go?test#'];
  for (const id of others) assert.equal(parseTestItem(id), undefined, id);
});

test('a test function runs a testify suite if it passes its type to suite.Run', () => {
  const text = (run: string) => `package a

func TestOther(t *testing.T) { suite.Run(t, new(OtherSuite)) }

func TestCart(t *testing.T) {
	${run}
}
`;
  for (const run of ['suite.Run(t, new(CartSuite))', 'suite.Run(t, &CartSuite{n: 1})', 'suite.Run(t, CartSuite{})']) {
    assert.equal(suiteFunction(text(run), 'CartSuite'), 'TestCart');
  }
  for (const run of ['suite.Run(t, new(CartSuite2))', 'run(t, new(CartSuite))', 'suite.Run(t, s)']) {
    assert.equal(suiteFunction(text(run), 'CartSuite'), undefined);
  }
});
