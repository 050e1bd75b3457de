import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { cursorAt, FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const folder = mkdtempSync(path.join(tmpdir(), 'linecost-calling-'));
const vscode = fakeVscode(folder);
class FakeMarkdown {
  isTrusted: unknown;
  constructor(readonly value: string) {}
}
Object.assign(vscode.module, {
  MarkdownString: FakeMarkdown,
  Hover: class {
    constructor(readonly contents: FakeMarkdown) {}
  },
});
withVscode(vscode.module);

after(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function editorOf(name: string, text: string, line: number): FakeEditor {
  const editor = new FakeEditor(new FakeDocument(FakeUri.file(write(name, text)), text.split('\n')));
  editor.selection = cursorAt(line - 1, 0);
  return editor;
}

const VM = 'package vm\n\nfunc push() {\n}\n\nfunc Run() { push() }\n\nfunc idle() {}\n';
const benchmark = (name: string, body: string) => `func ${name}(b *testing.B) { ${body} }\n`;

write('a/a_test.go', `package a\n${benchmark('BenchmarkA', 'push()')}`);
write('vm/a_test.go', `package vm\n${benchmark('BenchmarkOther', '')}${benchmark('BenchmarkRun', 'Run()')}`);
write('vm/b_test.go', `package vm_test\nimport "m/vm"\n${benchmark('BenchmarkOutside', 'vm.Run()')}`);
write('vm/c_test.go', `package vm\n${benchmark('BenchmarkPush', 'push()')}`);

/** The list, each row as `name: description`, and its placeholder. */
async function listed(): Promise<[rows: string[], placeHolder: string | undefined]> {
  const { benchmarkAtCursorOrPicked } = await import('../../../../src/features/profile/callingBenchmarks');
  await benchmarkAtCursorOrPicked();
  const [labels, descriptions] = [vscode.picks.at(-1)!, vscode.pickDescriptions.at(-1)!];
  return [labels.map((label, i) => `${label}: ${descriptions[i]}`), vscode.pickPlaceHolders.at(-1)];
}

test('the list begins with the benchmarks that call the function at the cursor, then has those of its package', async () => {
  vscode.show(editorOf('vm/vm.go', VM, 4));
  assert.deepEqual(await listed(), [[
    'BenchmarkPush: calls push · vm/c_test.go',
    'BenchmarkRun: calls push through Run · vm/a_test.go',
    'BenchmarkOutside: calls push through Run · vm/b_test.go',
    'BenchmarkOther: vm/a_test.go',
    'BenchmarkA: a/a_test.go',
  ], 'Choose a benchmark of this workspace: first those that call push']);
});

test('a test file that changes on the disk is read again', async () => {
  vscode.show(editorOf('vm/vm.go', VM, 4));
  await listed();
  write('vm/c_test.go', `package vm\n// changed\n${benchmark('BenchmarkPush', 'Run()')}`);
  const [rows] = await listed();
  assert.ok(rows.includes('BenchmarkPush: calls push through Run · vm/c_test.go'));
});

test('the placeholder says that no benchmark calls the function; its package is still first', async () => {
  vscode.show(editorOf('vm/vm.go', VM, 8));
  const [rows, placeHolder] = await listed();
  assert.equal(placeHolder, 'No benchmark of this package calls idle: choose one of this workspace');
  assert.deepEqual([rows[0], rows.at(-1)], ['BenchmarkOther: vm/a_test.go', 'BenchmarkA: a/a_test.go']);
});

test('outside of a function, the list is that of the workspace', async () => {
  vscode.show(editorOf('vm/vm.go', VM, 2));
  const [rows, placeHolder] = await listed();
  assert.equal(placeHolder, 'Choose a benchmark of this workspace');
  assert.deepEqual(rows[0], 'BenchmarkA: a/a_test.go');
});

test('a benchmark at the cursor needs no list', async () => {
  const { benchmarkAtCursorOrPicked } = await import('../../../../src/features/profile/callingBenchmarks');
  const lists = vscode.picks.length;
  vscode.show(editorOf('vm/c_test.go', `package vm\n${benchmark('BenchmarkPush', '')}`, 2));
  assert.equal((await benchmarkAtCursorOrPicked())?.name, 'BenchmarkPush');
  assert.equal(vscode.picks.length, lists);
});

/** The Markdown of the hover of a line, with the paths below the workspace. */
async function hoverOf(name: string, text: string, line: number): Promise<string | undefined> {
  const { callingHover } = await import('../../../../src/features/profile/callingHover');
  const { uri } = editorOf(name, text, line).document;
  const hover = await callingHover(uri as never, line, new AbortController().signal);
  const { value, isTrusted } = hover?.contents as unknown as FakeMarkdown ?? {};
  assert.deepEqual(isTrusted, hover && { enabledCommands: ['linecost.profileBenchmark'] });
  return value && decodeURIComponent(value).replaceAll(`file://${folder}/`, '');
}

test('the hover of a function has links that profile three benchmarks that call it, and counts the others', async () => {
  const benchmarks = ['A', 'B', 'C', 'D'].map((each) => benchmark(`Benchmark${each}`, 'Run()'));
  write('run/a_test.go', `package run\n${benchmarks.join('')}`);
  const link = (name: string) => `[${name}](command:linecost.profileBenchmark?["run/a_test.go","${name}"])`;
  assert.equal(
    await hoverOf('run/run.go', 'package run\nfunc Run() {}\n', 2),
    `**Linecost** · Profile a benchmark that calls Run: ${['A', 'B', 'C'].map((each) => link(`Benchmark${each}`)).join(' · ')} · 1 more by *Profile Benchmark*`,
  );
});

test('the hover says through which function a benchmark calls, and there is none if no benchmark does', async () => {
  assert.match(await hoverOf('vm/vm.go', VM, 3) ?? '', /calls push: .*BenchmarkRun"\]\) \(through Run\) · .*\(through Run\)$/);
  assert.equal(await hoverOf('vm/vm.go', VM, 7), undefined);
  assert.equal(await hoverOf('vm/vm.go', VM, 2), undefined);
});
