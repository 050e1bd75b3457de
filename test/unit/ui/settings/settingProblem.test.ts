import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import packageJson from '../../../../package.json' with { type: 'json' };
import { settingProblem, type SettingSchema } from '../../../../src/ui/settings/unusableSettings';

const SCHEMAS = packageJson.contributes.configuration.properties as unknown as Record<string, SettingSchema>;
const problem = (name: string, value: unknown) => settingProblem(`linecost.${name}`, value, SCHEMAS[`linecost.${name}`]!);

test('the default of each setting can be used', () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    assert.equal(settingProblem(name, schema.default, schema), undefined);
  }
});

test('an object in place of a setting is never ignored silently', () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    assert.match(`${settingProblem(name, { x: [1] }, schema)}`, new RegExp(`^${name} (is|has) .*, not `), name);
  }
});

test('says what a value is, what it has to be, and what is used instead', () => {
  assert.deepEqual([
    problem('profile.kinds', []),
    problem('profile.kinds', 'cpu'),
    problem('profile.kinds', ['clock']),
    problem('profile.count', -1),
    problem('profile.count', 5000),
    problem('profile.samples', 'enough'),
    problem('profile.samples', -1),
    problem('profile.samples', 1e6),
    problem('profile.cpuRate', 500),
    problem('profile.cpuRate', '250'),
    problem('profile.timeout', '60'),
    problem('limits.memory', 0),
    problem('go.env', ['A=1']),
    problem('go.testFlags', '-v'),
    problem('go.path', 5),
    problem('columns.style', 'wide'),
    problem('lenses.tests', 'no'),
  ], [
    'linecost.profile.kinds is [], not a list of cpu, memory, mutex, block, wall, trace: the default, cpu, memory, is used.',
    'linecost.profile.kinds is "cpu", not a list of cpu, memory, mutex, block, wall, trace: the default, cpu, memory, is used.',
    'linecost.profile.kinds is ["clock"], not a list of cpu, memory, mutex, block, wall, trace: the default, cpu, memory, is used.',
    'linecost.profile.count is -1, not a whole number from 1 to 1000: the default, 1, is used.',
    'linecost.profile.count is 5000, not a whole number from 1 to 1000: the maximum, 1000, is used.',
    'linecost.profile.samples is "enough", not a whole number from 0 to 100000 or null: it counts as not set.',
    'linecost.profile.samples is -1, not a whole number from 0 to 100000 or null: it counts as not set.',
    'linecost.profile.samples is 1000000, not a whole number from 0 to 100000 or null: the maximum, 100000, is used.',
    'linecost.profile.cpuRate is 500, not one of 100, 250: the default, 100, is used.',
    'linecost.profile.cpuRate is "250", not one of 100, 250: the default, 100, is used.',
    'linecost.profile.timeout is "60", not a whole number from 0 on: the default, 600, is used.',
    'linecost.limits.memory is 0, not a whole number from 256 to 65536: the default, 2048, is used.',
    'linecost.go.env is ["A=1"], not an object with a text for each name: it counts as not set.',
    'linecost.go.testFlags is "-v", not a list of texts or null: it counts as not set.',
    'linecost.go.path is 5, not a text: it counts as not set.',
    'linecost.columns.style is "wide", not one of compact, columns, endOfLine, heatOnly, margin, off: the default, compact, is used.',
    'linecost.lenses.tests is "no", not true or false: the default, true, is used.',
  ]);
});

test('a number, or none, can be used as the number of samples', () => {
  assert.deepEqual([0, 500, null].map((value) => problem('profile.samples', value)), [undefined, undefined, undefined]);
});

test('names the part of a list or an object that is left out', () => {
  assert.equal(problem('profile.kinds', ['cpu', 'clock']), 'linecost.profile.kinds has "clock", not one of cpu, memory, mutex, block, wall, trace: it is left out.');
  assert.equal(problem('go.testFlags', ['-v', 3]), 'linecost.go.testFlags has 3, not a text: it is left out.');
  assert.equal(problem('go.env', { A: 'x', B: ['y'] }), 'linecost.go.env has B = ["y"], not a text or null: it is left out.');
  assert.equal(problem('go.env', { A: 'x', B: null, C: 1, D: true }), undefined);
});

test('a long value is cut off', () => {
  const text = problem('profile.count', 'x'.repeat(1e6)) ?? '';
  assert.ok(text.length < 200, `${text.length}`);
});
