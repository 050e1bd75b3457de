import assert from 'node:assert/strict';
import test from 'node:test';
import { isFromSeveralFiles } from '../../../../src/sources/lineMatching/sourceMatch';

test('a function with a line directive is of several files, and the functions before and after it are not', () => {
  const lines = 'func A() {\n}\n\nfunc B() {\n\ta()\n//line a.y:10\n\tb()\n}\n\nfunc C() {\n\t// line 3\n}'.split('\n');
  const isOf = (name: string, startLine: number) =>
    isFromSeveralFiles(lines, [{ name, startLine, lastLine: startLine }]);
  assert.deepEqual([isOf('p.A', 1), isOf('p.B', 4), isOf('p.C', 11), isOf('p.D', 0)], [false, true, false, false]);
});
