import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fakeVscode, FakeUri } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'suites-')));
after(() => rmSync(root, { recursive: true }));

const benchmarks = (...names: string[]) => names.map((name) => `func Benchmark${name}(b *testing.B) {}`).join('\n');
const FILES: Readonly<Record<string, string>> = {
  'go.mod': 'module m',
  'b_test.go': `package m\n${benchmarks('Z', 'A')}\nfunc TestX(t *testing.T) {}`,
  'a_test.go': `package m\n${benchmarks('First')}`,
  'lib/lib_test.go': `package lib\n${benchmarks('Lib')}`,
  'lib/deep/deep_test.go': `package deep\n${benchmarks('Deep')}`,
  'other/go.mod': 'module other',
  'other/o_test.go': `package other\n${benchmarks('Other')}`,
};
for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
const vscode = fakeVscode(root);
withVscode(vscode.module);

async function pickedNames(file: string, label: string): Promise<readonly string[] | undefined> {
  const { pickSuite } = await import('../../../../src/features/suite/suiteScopes');
  vscode.user = { pick: label };
  const describe = ({ targets }: { readonly targets: readonly unknown[] }) => `${targets.length} benchmarks`;
  const suite = await pickSuite(FakeUri.file(path.join(root, file)) as never, describe);
  return suite?.targets.map(({ name }) => `${name}${suite.isOnlyMeasured ? ' without profiles' : ''}`);
}

test('a file offers its benchmarks, its package, and its module without nested modules', async () => {
  const name = path.basename(root);
  assert.deepEqual(await pickedNames('b_test.go', '$(flame) Profile b_test.go'), ['BenchmarkZ', 'BenchmarkA']);
  assert.deepEqual(vscode.picks.at(-1)!.slice(0, 3), [
    '$(flame) Profile b_test.go',
    `$(flame) Profile package ${name}`,
    `$(flame) Profile module ${name}`,
  ]);
  const all = await pickedNames('b_test.go', `$(flame) Profile module ${name}`);
  assert.deepEqual(all, ['BenchmarkFirst', 'BenchmarkZ', 'BenchmarkA', 'BenchmarkDeep', 'BenchmarkLib']);
});

test('a folder offers its package, and the folder of a nested module offers nothing else', async () => {
  assert.deepEqual(await pickedNames('lib', '$(flame) Profile package lib'), ['BenchmarkLib']);
  assert.deepEqual(vscode.picks.at(-1)!.slice(0, 3), [
    '$(flame) Profile package lib',
    '$(flame) Profile lib and the folders in it',
    `$(flame) Profile module ${path.basename(root)}`,
  ]);
  assert.deepEqual(await pickedNames('other', '$(watch) Measure package other, timing only'), [
    'BenchmarkOther without profiles',
  ]);
  assert.deepEqual(vscode.picks.at(-1), [
    '$(flame) Profile package other',
    '$(watch) Measure package other, timing only',
  ]);
});

test('closing the list chooses no suite', async () => {
  assert.equal(await pickedNames('lib', 'none of them'), undefined);
});
