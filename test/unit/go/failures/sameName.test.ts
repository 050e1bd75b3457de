import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sameNameFailure } from '../../../../src/go/failures/sameName';
import type { TestKind } from '../../../../src/go/captureTypes';

const OWN = 'package a\n\nfunc BenchmarkA(b *testing.B) {}\n\nfunc TestA(t *testing.T) {}\n\nfunc FuzzA(f *testing.F) {}\n';
const EXTERNAL = `package a_test

// func BenchmarkOther(b *testing.B) is in a comment.
func BenchmarkA(b *testing.B) {}
func TestA(t *testing.T) {}
func FuzzA(f *testing.F) {}
func ExampleA() {
	// Output:
}
`;
const EXAMPLE = 'package a\n\nfunc ExampleA() {\n\t// Output:\n}\n\nfunc BenchmarkOther(b *testing.B) {}\n';

async function failureOf(context: TestContext, kind: TestKind, name: string, externalTestFiles = ['x_test.go']) {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-same-name-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of [['a_test.go', OWN], ['b_test.go', EXAMPLE], ['x_test.go', EXTERNAL]]) {
    writeFileSync(join(folder, file), text);
  }
  const testFiles = ['a_test.go', 'b_test.go', ...externalTestFiles];
  return sameNameFailure({ kind, name }, folder, { testFiles, externalTestFiles });
}

test('a name in a package and in its external tests is refused, and the failure leads to both functions', async (context) => {
  const failure = (await failureOf(context, 'benchmark', 'BenchmarkA/case'))!;
  assert.equal(failure.message,
    'BenchmarkA is declared at a_test.go:3 and x_test.go:4: go test runs both under this name, so that their figures cannot be told apart; rename one of them.');
  assert.deepEqual([failure.location?.line, failure.otherLocation?.line], [3, 4]);
  assert.deepEqual([failure.location, failure.otherLocation].map((place) => place!.file.replace(/.*[\\/]/, '')), ['a_test.go', 'x_test.go']);
});

test('tests, examples and fuzz tests of one name are refused, too', async (context) => {
  const words = async (kind: TestKind, name: string) => (await failureOf(context, kind, name))!.message.replace(/:[^:]*$/, '');
  assert.equal(await words('test', 'TestA'), 'TestA is declared at a_test.go:5 and x_test.go:5');
  assert.equal(await words('fuzz', 'FuzzA'), 'FuzzA is declared at a_test.go:7 and x_test.go:6');
  assert.equal(await words('example', 'ExampleA'), 'ExampleA is declared at b_test.go:3 and x_test.go:7');
});

test('a name that is declared once is not refused, nor one whose second file is left out of the build', async (context) => {
  assert.equal(await failureOf(context, 'benchmark', 'BenchmarkOther'), undefined);
  assert.equal(await failureOf(context, 'benchmark', 'BenchmarkA', []), undefined);
});
