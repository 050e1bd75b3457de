import assert from 'node:assert/strict';
import test from 'node:test';
import { fittingLabel, labelsOf, measureByCharacter } from '../../../../webview/flame/frameLabels';

const GENERIC = 'example.com/a/srv.(*Set[go.shape.struct { Name string },example.com/b.T]).Add';

test('labels get shorter, and type arguments are removed first', () => {
  const labels = labelsOf(GENERIC);
  assert.equal(labels[0], 'srv.(*Set[go.shape.struct { Name string },example.com/b.T]).Add');
  assert.deepEqual(labels.slice(1), ['srv.(*Set[…]).Add', '(*Set[…]).Add', 'Add']);
  const lengths = labels.map((label) => label.length);
  assert.deepEqual(lengths, [...lengths].sort((a, b) => b - a));
});

test('the longest label that fits is used, else the shortest', () => {
  const measure = (text: string) => text.length;
  assert.equal(fittingLabel(['longest', 'short', 's'], 5, measure), 'short');
  assert.equal(fittingLabel(['longest', 'short'], 2, measure), 'short');
});

test('a name with unbalanced brackets has labels', () => {
  for (const name of ['a[b', 'a]b', '[[[', ']', '']) assert.ok(labelsOf(name).length > 0, name);
});

test('every character is measured once', () => {
  const measured: string[] = [];
  const measure = measureByCharacter((text) => measured.push(text) && 2);
  assert.equal(measure('abba'), 8);
  assert.equal(measure('ab'), 4);
  assert.deepEqual(measured, ['a', 'b']);
});
