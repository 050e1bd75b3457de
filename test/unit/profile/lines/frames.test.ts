import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { findSourceLine, framesOf } from '../../../../src/profile/lines/frames';
import { NONE } from '../../../../src/profile/model';
import { VALID, at, encodeWire } from '../../../shared/wire';
import type { WireProfile } from '../../../shared/wire';

const framesOfWire = (change: WireProfile) => framesOf(decodeProfile(encodeWire({ ...VALID, ...change })));

test('the frames of a location are its lines, innermost first', () => {
  const { offsets, functions, function: functionOf, line } = framesOfWire({});
  assert.deepEqual([...offsets], [0, 1, 3]);
  assert.deepEqual([...functionOf].map((id) => functions.names[id]), ['main', 'helper', 'leaf']);
  assert.deepEqual([...line], [7, 2, 9]);
});

test('functions with the same name and file are merged, with the smallest known start line', () => {
  const same = { name: at('main'), filename: at('main.go') };
  const frames = framesOfWire({
    function: [{ id: 1, ...same, start_line: 0 }, { id: 2, ...same, start_line: 9 }, { id: 3, ...same, start_line: 5 }],
  });
  assert.deepEqual([frames.functions.count, [...frames.functions.startLine]], [1, [5]]);
});

test('the lines of a file are sorted and distinct, even if functions share them', () => {
  const line = [[2, 9], [3, 2], [3, 9], [2, 0]].map(([id, number]) => ({ function_id: id, line: number }));
  const frames = framesOfWire({ location: [{ id: 1, line }, { id: 2 }] });
  const { functions, sourceLines, sourceLine } = frames;
  const file = functions.files.indexOf('leaf.go');
  assert.deepEqual([...sourceLines.line.subarray(sourceLines.offsets[file], sourceLines.offsets[file + 1])], [2, 9]);
  assert.equal(sourceLine[0], sourceLine[2]);
  assert.equal(sourceLine[3], NONE);
  assert.equal(findSourceLine(sourceLines, file, 9), sourceLine[0]);
  assert.equal(findSourceLine(sourceLines, file, 3), NONE);
});

test('a location without lines is named after its binary', () => {
  const { functions, function: functionOf } = framesOfWire({ location: [{ id: 1, mapping_id: 1 }, { id: 2 }] });
  assert.deepEqual([...functionOf].map((id) => functions.names[id]), ['[app]', '<unknown>']);
});

test('a frame of a function without a name has its system name, or else the name of the binary', () => {
  const { functions, function: functionOf } = framesOfWire({
    function: [{ id: 1, system_name: at('leaf') }, { id: 2 }, { id: 3 }],
    location: [
      { id: 1, mapping_id: 1, line: [{ function_id: 1 }, { function_id: 2 }] },
      { id: 2, line: [{ function_id: 2 }] },
    ],
  });
  assert.deepEqual([...functionOf].map((id) => functions.names[id]), ['leaf', '[app]', '<unknown>']);
});
