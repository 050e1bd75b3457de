import assert from 'node:assert/strict';
import test from 'node:test';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
const versions: Record<string, string> = { '/usr/local/go/VERSION': 'go1.26.8\ntime 2026', '/old/go/VERSION': 'go1.19.13' };
(vscode.module as { workspace: { fs: unknown } }).workspace.fs = {
  readFile: async ({ path }: { path: string }) => {
    const text = versions[path];
    if (text === undefined) throw new Error(`no ${path}`);
    return new TextEncoder().encode(text);
  },
};
withVscode(vscode.module);

const TEXT = ['package p', '', 'func Sum() {', '\tadd()', '}'];

async function doubt(path: string, file: string, [name, line, startLine = 0]: [string, number, number?], text = TEXT) {
  const { lineDoubt } = await import('../../../../src/editor/columns/mismatchMessage');
  const functions = [{ name, startLine, firstLine: line, lastLine: line }];
  return lineDoubt(path, { file, lines: [line], functions }, text, async () => []);
}

test('a file of a GOROOT that writes start lines is in doubt if the profile has none', async () => {
  const SUM: [string, number] = ['p.Sum', 4];
  const file = '/usr/local/go/src/sort/p.go';
  assert.equal(await doubt(file, file, SUM), 'otherGo');
  assert.equal(await doubt(file, '/opt/go1.26.8/src/sort/p.go', SUM), undefined);
  assert.equal(await doubt(file, '/ci/mod/golang.org/toolchain@v0.0.1-go1.19.13.linux-amd64/src/sort/p.go', SUM), 'otherGo');
  assert.equal(await doubt('/old/go/src/sort/p.go', '/usr/local/go/src/sort/p.go', SUM), undefined);
  assert.equal(await doubt('/old/go/src/sort/p.go', '/opt/hostedtoolcache/go/1.18.1/x64/src/sort/p.go', SUM), 'otherGo');
  const assembly = '/usr/local/go/src/runtime/asm.s';
  assert.equal(await doubt(assembly, assembly, ['runtime.f', 4]), 'otherGo');
  assert.equal(await doubt(assembly, assembly, ['runtime.f', 4, 3]), undefined);
  assert.equal(await doubt(assembly, assembly, ['runtime.f', 2, 1]), 'otherText');
  assert.equal(await doubt('/w/src/sort/p.go', '/app/src/sort/p.go', SUM), undefined, 'not a GOROOT');
});

test('without start lines, costs that the text cannot have put a file in doubt', async () => {
  assert.equal(await doubt('/w/p.go', '/app/p.go', ['m/p.Sum', 4]), undefined);
  assert.equal(await doubt('/w/p.go', '/app/p.go', ['m/p.Sum', 2]), 'otherText');
  assert.equal(await doubt('/w/main.rs', '/app/main.rs', ['app::sum', 9]), 'otherText');
});

test('a file that //line names is in doubt if costs are past its end, or of a function that begins elsewhere', async () => {
  const grammar = ['%%', 'func helper() {', '\tadd()', '}'];
  assert.equal(await doubt('/w/a.y', '/w/a.y', ['m/p.helper', 3, 2], grammar), undefined);
  assert.equal(await doubt('/w/a.y', '/w/a.y', ['m/p.helper', 20, 2], grammar), 'generated');
  assert.equal(await doubt('/w/a.y', '/w/a.y', ['m/p.yyParse', 3, 4], grammar), 'generated');
});
