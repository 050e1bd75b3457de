import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  groupWidths, lineWidth, roomAfter, visibleCharacters, widthInCharacters,
} from '../../../../src/editor/columns/editorLayout';

test('groups side by side have their own widths, and groups in one of them have its width', () => {
  assert.deepEqual(groupWidths({ orientation: 0, groups: [{ size: 1030 }] }), [1030]);
  const nested = { size: 600, groups: [{ size: 100 }, { size: 200, groups: [{ size: 250 }, { size: 350 }] }] };
  assert.deepEqual(groupWidths({ orientation: 0, groups: [{ size: 400 }, nested] }), [400, 600, 250, 350]);
});

test('of groups one above the other, widths are known from a row of groups', () => {
  const row = { size: 300, groups: [{ size: 400 }, { size: 500 }] };
  assert.deepEqual(groupWidths({ orientation: 1, groups: [{ size: 300 }, row] }), [900, 400, 500]);
  assert.deepEqual(groupWidths({ orientation: 1, groups: [{ size: 300 }, { size: 200 }] }), [undefined, undefined]);
});

test('an editor shows fewer characters beside a minimap, with a larger font, and with longer line numbers', () => {
  const space = { width: 1000, fontSize: 14, hasMinimap: false, lineCount: 99 };
  const characters = visibleCharacters(space);
  assert.ok(characters > 100 && characters < widthInCharacters(space));
  for (const tighter of [{ hasMinimap: true }, { fontSize: 20 }, { lineCount: 100_000 }, { width: 900 }]) {
    assert.ok(visibleCharacters({ ...space, ...tighter }) < characters, JSON.stringify(tighter));
  }
  assert.ok(visibleCharacters({ ...space, width: 20 }) <= 0);
});

test('tabs end at multiples of their size', () => {
  assert.deepEqual(['ab', '\tab', 'a\tb', '\t\t'].map((text) => lineWidth(text, 4)), [2, 6, 5, 8]);
});

test('a line as long as the editor has no room, and a wrapped one that of its last part', () => {
  assert.deepEqual([roomAfter(30, 80, false), roomAfter(100, 80, false), roomAfter(30, 80, true)], [50, -20, 50]);
  const room = roomAfter(100, 80, true);
  assert.ok(room > 0 && room < 60);
});
