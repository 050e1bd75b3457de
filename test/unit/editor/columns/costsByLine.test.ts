import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import { CostsByLine, mergeCosts, noCosts, withFunctionsOf } from '../../../../src/editor/columns/costsByLine';
import { keyOfLines } from '../../../../src/editor/columns/costPicture';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { fileCosts } from '../../../shared/fileCosts';
import { pictureOf } from '../../../../src/editor/columns/headingLine';
import { range, TEXT } from './twoFunctions';

/** One letter per line: `c` has costs, `0` is in a function with costs, `.` has none. */
function picture(byLine: CostsByLine, lineCount: number): string {
  return Array.from({ length: lineCount }, (_, i) => {
    const cost = byLine.costOf(i + 1);
    return cost ? (cost.cum > 0 ? 'c' : '0') : '.';
  }).join('');
}

test('all lines of a function with samples have costs, including zeros, and other lines have none', () => {
  const byLine = new CostsByLine(fileCosts([4], [range(4, 4)]), TEXT);
  assert.equal(picture(byLine, TEXT.length), '..0c00......');
  assert.deepEqual(byLine.costOf(4), { captured: 4, flat: 4, cum: 4, samples: 1 });
  assert.equal(byLine.costOf(400), undefined);
});

test('lines of functions that only earlier costs have are zeros', () => {
  const earlier = fileCosts([4, 11], [range(4, 4), range(11, 11)]);
  const ofBoth = new CostsByLine(withFunctionsOf(earlier, fileCosts([11], [range(11, 11)])), TEXT);
  assert.equal(picture(ofBoth, TEXT.length), '..0000...0c0');
  const ofNone = new CostsByLine(withFunctionsOf(earlier, noCosts('file.go', 'count')), TEXT);
  assert.equal(picture(ofNone, TEXT.length), '..0000...000');
});

test('costs of lines that the captured text does not have are left out', () => {
  const byLine = new CostsByLine(fileCosts([4, 13, 900], [range(4, 4), range(900, 900)]), TEXT);
  assert.equal(picture(byLine, 20), '..0c00..............');
});

test('the lines of a closure belong to the function around it, in any order of the functions', () => {
  const text = ['func outer() {', '\tgo func() {', '\t\ta()', '\t}()', '\tb()', '}', 'func next() {', '\tc()', '}'];
  for (const functions of [[range(3, 3, 2), range(5, 5, 1)], [range(5, 5, 1), range(3, 3, 2)], [range(3, 3)]]) {
    const byLine = new CostsByLine(fileCosts([3], functions), text);
    assert.equal(picture(byLine, text.length), '00c000...');
  }
});

test('a cost is looked up by current line number, and says whether the line was edited', () => {
  const byLine = new CostsByLine(fileCosts([4, 5], [range(4, 5)]), TEXT);
  const map = LineMap.unchanged.edit([
    { startLine: 1, removedLines: 0, insertedLines: 2, editedLines: 0 },
    { startLine: 5, removedLines: 1, insertedLines: 1, editedLines: 1 },
  ]);
  assert.deepEqual(byLine.costNow(7, map), { line: 7, captured: 5, flat: 5, cum: 5, samples: 1, changed: true });
  assert.deepEqual(byLine.costNow(6, map), { line: 6, captured: 4, flat: 4, cum: 4, samples: 1, changed: false });
  assert.equal(byLine.costNow(1, map), undefined);
});

test('the key of lines changes if a line moves, is added or edited, or gets the heading, but not if all move together', () => {
  const costs = fileCosts([4], [range(4, 4)]);
  const byLine = new CostsByLine(costs, TEXT);
  const key = (map: LineMap, from: number, to: number) => {
    return keyOfLines(pictureOf({ style: 'columns', costs, byLine, map })!, { from, to });
  };
  const { unchanged } = LineMap;
  const shifted = unchanged.edit([{ startLine: 1, removedLines: 0, insertedLines: 2, editedLines: 0 }]);
  assert.equal(key(shifted, 6, 11), key(unchanged, 4, 9));
  assert.notEqual(key(shifted, 3, 6), key(unchanged, 2, 4));
  const edited = unchanged.edit([{ startLine: 8, removedLines: 1, insertedLines: 1, editedLines: 1 }]);
  assert.notEqual(key(edited, 4, 9), key(unchanged, 4, 9));
  const split = unchanged.edit([{ startLine: 7, removedLines: 0, insertedLines: 1, editedLines: 0 }]);
  assert.notEqual(key(split, 4, 10), key(unchanged, 4, 10));
  assert.notEqual(key(split, 4, 10), key(split, 4, 9));
});

test('each line of a function with 20,000 lines and a thousand closures is read at most four times', () => {
  const closures = Array.from({ length: 1000 }, (_, i) => ['\tgo func() {', `\t\ta(${i})`, ...Array(17).fill('\t\tb()'), '\t}()']);
  const text = ['func large() {', ...closures.flat(), '}'];
  const read = text.map(() => 0);
  const counted = new Proxy(text, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) read[Number(name)]++;
      return Reflect.get(target, name) as unknown;
    },
  });
  const byLine = new CostsByLine(fileCosts([3], closures.map((_, i) => range(i * 20 + 3, i * 20 + 3))), counted);
  assert.equal(picture(byLine, text.length), `00c${'0'.repeat(text.length - 3)}`);
  assert.ok(Math.max(...read) <= 4, `a line was read ${Math.max(...read)} times`);
});

test('the costs of a file that has two names in the profile are added', () => {
  const merged = mergeCosts([fileCosts([2, 4]), fileCosts([4, 7])]);
  assert.deepEqual([...merged.lines], [2, 4, 7]);
  assert.deepEqual([...merged.cum], [2, 8, 7]);
  assert.deepEqual([...merged.samples], [1, 2, 1]);
});
