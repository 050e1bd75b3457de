import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { speedscopePieces } from '../../../../src/profile/export/speedscope';
import type { Profile } from '../../../../src/profile/model';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks } from '../../../shared/stacks';

/** The part of speedscope's file format that the export uses. */
interface SpeedscopeFile {
  readonly $schema: string;
  readonly name: string;
  readonly activeProfileIndex: number;
  readonly shared: { readonly frames: readonly { name: string; file?: string; line?: number }[] };
  readonly profiles: readonly {
    readonly type: string;
    readonly name: string;
    readonly unit: string;
    readonly startValue: number;
    readonly endValue: number;
    readonly samples: readonly (readonly number[])[];
    readonly weights: readonly number[];
  }[];
}

const TYPES = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];

function fileOf(profile: Profile, sampleType = 0): SpeedscopeFile {
  return JSON.parse([...speedscopePieces(profile, { name: 'mem', sampleType })].join('')) as SpeedscopeFile;
}

/** Each sample of the file's profile at this index, as `main;a 3`. */
function weightedStacks({ shared, profiles }: SpeedscopeFile, index: number): string[] {
  const { samples, weights } = profiles[index]!;
  return samples.map((sample, i) => `${sample.map((frame) => shared.frames[frame]!.name).join(';')} ${weights[i]}`).sort();
}

test('each sample type is a profile in its unit, and the current sample type is the active profile', () => {
  const file = fileOf(profileOfLines('main;a 1/100\n main;b 2/50\n main;a 0/9', TYPES), 1);
  assert.equal(file.$schema, 'https://www.speedscope.app/file-format-schema.json');
  assert.deepEqual([file.name, file.activeProfileIndex], ['mem', 1]);
  assert.deepEqual(
    file.profiles.map(({ type, name, unit, startValue, endValue }) => [type, name, unit, startValue, endValue]),
    [['sampled', 'alloc_objects', 'none', 0, 3], ['sampled', 'alloc_space', 'bytes', 0, 159]],
  );
  assert.deepEqual(weightedStacks(file, 0), ['main;a 1', 'main;b 2']);
  assert.deepEqual(weightedStacks(file, 1), ['main;a 109', 'main;b 50']);
});

test('frames have the file and start line of their function, if known', () => {
  const profile = profileOfLines('main;say "hi"@/src/a.go:7 1');
  const { functions } = profile;
  const file = fileOf({ ...profile, functions: { ...functions, startLine: functions.startLine.map((_, i) => 5 * i) } });
  const frames = [...file.shared.frames].sort((a, b) => a.name.localeCompare(b.name));
  assert.deepEqual(frames, [{ name: 'main', line: 5 }, { name: 'say "hi"', file: '/src/a.go' }]);
});

test('the negative values of a comparison form a profile of their own, with positive weights', () => {
  const file = fileOf(profileOfLines('main;a -4\n main;b 3\n main;c 0', [{ type: 'cpu', unit: 'nanoseconds' }]));
  assert.deepEqual(file.profiles.map(({ name, endValue }) => [name, endValue]), [['cpu', 3], ['cpu (decreases)', 4]]);
  assert.deepEqual([weightedStacks(file, 0), weightedStacks(file, 1)], [['main;b 3'], ['main;a 4']]);
});

test('a profile without samples gives a valid file', () => {
  const file = fileOf(profileOfLines('', TYPES));
  const empty = file.profiles.map(({ samples, weights, endValue }) => [samples, weights, endValue]);
  assert.deepEqual(empty, [[[], [], 0], [[], [], 0]]);
});

test('the weights of any stacks are positive, and add up to the values', () => {
  fc.assert(fc.property(randomStacks, (stacks) => {
    const file = fileOf(profileOfStacks(stacks, TYPES));
    const net = file.profiles.filter(({ name }) => name.startsWith('alloc_objects'))
      .reduce((sum, { endValue }, i) => sum + (i === 0 ? endValue : -endValue), 0);
    assert.equal(net, stacks.reduce((sum, { values }) => sum + values[0]!, 0));
    for (const { samples, weights, endValue } of file.profiles) {
      assert.equal(samples.length, weights.length);
      assert.ok(weights.every((weight) => weight > 0));
      assert.equal(weights.reduce((sum, weight) => sum + weight, 0), endValue);
    }
  }), { numRuns: 300 });
});
