import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { oncePerLabels, sampleLabels } from '../../../../src/profile/labels/labelSets';
import { encodeWire } from '../../../shared/wire';

const STRINGS = ['', 'cpu', 'ns', 'key', 'a', 'b', 'size', 'bytes'];

/** A profile with a sample for each list of labels. */
const labeled = (...samples: readonly (readonly object[])[]) =>
  decodeProfile(encodeWire({
    sample_type: [{ type: 1, unit: 2 }],
    sample: samples.map((label) => ({ value: [1], label })),
    string_table: STRINGS,
  }));

test('labels are grouped by key with all their values, and empty labels are ignored', () => {
  const textLabels = [{ key: 3, str: 4 }, { key: 3, str: 5 }];
  const numberLabels = [{ key: 6, num: 8 }, { key: 6 }, { key: 6, num: 0, num_unit: 7 }];
  const { texts, numbers } = sampleLabels(labeled([...textLabels, ...numberLabels]), 0);
  assert.deepEqual([...texts], [['key', ['a', 'b']]]);
  assert.deepEqual([...numbers], [['size', { values: [8, 0], digits: ['8', '0'], units: ['', 'bytes'] }]]);
});

test('units is empty if no number has a unit', () => {
  const { numbers } = sampleLabels(labeled([{ key: 6, num: 8 }, { key: 6, num: -9 }]), 0);
  assert.deepEqual([...numbers], [['size', { values: [8, -9], digits: ['8', '-9'], units: [] }]]);
});

test('a number without a unit has an empty unit if another number with its key has a unit', () => {
  const { numbers } = sampleLabels(labeled([{ key: 6, num: 8, num_unit: 7 }, { key: 6, num: 9 }]), 0);
  assert.deepEqual([...numbers], [['size', { values: [8, 9], digits: ['8', '9'], units: ['bytes', ''] }]]);
});

test('oncePerLabels calls the function once for samples with the same labels', () => {
  let calls = 0;
  const count = oncePerLabels(labeled([{ key: 3, str: 4 }], [], [{ key: 3, str: 4 }]), ({ texts }) => {
    calls++;
    return texts.size;
  });
  assert.deepEqual([count(0), count(1), count(2), calls], [1, 0, 1, 2]);
});
