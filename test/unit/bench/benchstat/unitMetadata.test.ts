import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnitMetadata } from '../../../../src/bench/benchstat/unitMetadata';

const UNITS = ['sec/op', 'ns/op', 'allocs/op', 'B/s', 'widgets'];

test('less time or memory is better, more throughput is better, and other units have no better direction', () => {
  const units = new UnitMetadata();
  assert.deepEqual(UNITS.map((unit) => units.better(unit)), [-1, -1, -1, 1, 0]);
});

test('a line about a unit changes its better direction', () => {
  const units = new UnitMetadata();
  assert.equal(units.add('widgets', 'better', 'higher'), undefined);
  assert.equal(units.add('ns/op', 'better', 'higher'), undefined);
  assert.deepEqual(UNITS.map((unit) => units.better(unit)), [1, 1, -1, 1, 1]);
});
