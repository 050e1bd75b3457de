import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chargedFigures, includedFiles } from '../../../../src/profile/lines/chargedLines';
import { chargedLines } from '../../../shared/inOneStep';
import { framesOf } from '../../../../src/profile/lines/frames';
import type { Profile } from '../../../../src/profile/model';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { randomStacks } from '../../../shared/randomStacks';
import { type PictureStack, profileOfColumns, profileOfLines, profileOfStacks } from '../../../shared/stacks';

/** Each charged line as `file:line value samples`, and then the samples that are charged to no line. */
function charges(
  profile: Profile,
  files: readonly string[] | undefined,
  sampleType = 0,
  removedFrom: readonly string[] = [],
): string[] {
  const uncharged = includedFiles(profile, removedFrom);
  const charged = chargedLines(profile, sampleType, includedFiles(profile, files), uncharged);
  const { values, samples, elsewhere, samplesElsewhere } = charged;
  const { sourceLines, functions } = framesOf(profile);
  const rows = functions.files.flatMap((file, id) =>
    [...sourceLines.line.subarray(sourceLines.offsets[id], sourceLines.offsets[id + 1])].flatMap((line, i) => {
      const row = sourceLines.offsets[id]! + i;
      return samples[row] === 0 ? [] : [`${file}:${line} ${values[row]} ${samples[row]}`];
    }));
  return [...rows.sort(), `elsewhere ${elsewhere} ${samplesElsewhere}`];
}

test('a sample is charged to the innermost line in the files, even if its leaf is deep in a library', () => {
  const profile = profileOfColumns(`
    1             2                   4              8
    main@own.go:3 main@own.go:3       start@lib.go:9 main@own.go:5
    f@own.go:7    g@lib.go:9
    g@lib.go:8    f@own.go:7
                  g@lib.go:8[inlined]
  `);
  assert.deepEqual(charges(profile, ['own.go']), ['own.go:5 8 1', 'own.go:7 3 2', 'elsewhere 4 1']);
  assert.deepEqual(charges(profile, ['lib.go']), ['lib.go:8 3 2', 'lib.go:9 4 1', 'elsewhere 8 1']);
});

test('with all files, a sample is charged to its innermost line that has a file; with none, to no line', () => {
  const profile = profileOfLines('main@a.go:1;f@b.go:2;g@:4 3\n main@a.go:1 2');
  assert.deepEqual(charges(profile, undefined), ['a.go:1 2 1', 'b.go:2 3 1', 'elsewhere 0 0']);
  assert.deepEqual(charges(profile, []), ['elsewhere 5 2']);
});

test('among inlined frames, the innermost frame in the files is charged', () => {
  const profile = profileOfLines(`
    main@own.go:1;f@own.go:2[inlined];g@lib.go:3[inlined] 1
    main@own.go:1;lib@lib.go:3[inlined];f@own.go:2[inlined] 2
    main@lib.go:1;f@own.go:4;lib@lib.go:3[inlined];g@lib.go:5 4
  `);
  assert.deepEqual(charges(profile, ['own.go']), ['own.go:2 3 2', 'own.go:4 4 1', 'elsewhere 0 0']);
});

test('under recursion a sample counts once, at the innermost call', () => {
  const profile = profileOfLines('f@own.go:2;f@own.go:3;f@own.go:2;lib@lib.go:1 5');
  assert.deepEqual(charges(profile, ['own.go']), ['own.go:2 5 1', 'elsewhere 0 0']);
});

test('the cost of a removed line, which has no number, is not charged to its caller', () => {
  const profile = profileOfLines('f@own.go:2;g@new.go:0;lib@lib.go:9 5\n f@own.go:2;g@new.go:0;h@own.go:3 2\n f@own.go:0 1');
  const files = ['own.go', 'new.go'];
  assert.deepEqual(charges(profile, files, 0, ['new.go']), ['own.go:3 2 1', 'elsewhere 6 2']);
  assert.deepEqual(charges(profile, files), ['own.go:2 5 1', 'own.go:3 2 1', 'elsewhere 1 1']);
});

test('a frame without a line passes its costs to its caller', () => {
  const profile = profileOfLines('f@own.go:2;g@own.go:0 5\n g@own.go:0 1');
  assert.deepEqual(charges(profile, ['own.go']), ['own.go:2 5 1', 'elsewhere 1 1']);
});

test('samples with value 0 are not counted, and each sample type is charged separately', () => {
  const types = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];
  const profile = profileOfLines('f@own.go:2;g@lib.go:1 0/64\n f@own.go:3 2/128', types);
  assert.deepEqual(charges(profile, ['own.go'], 0), ['own.go:3 2 1', 'elsewhere 0 0']);
  assert.deepEqual(charges(profile, ['own.go'], 1), ['own.go:2 64 1', 'own.go:3 128 1', 'elsewhere 0 0']);
});

test('the values of a difference are charged like those of a profile', () => {
  const before = profileOfLines('f@own.go:2;g@lib.go:1 7\n f@own.go:3 4\n old@lib.go:9 1');
  const now = profileOfLines('f@own.go:2;h@lib.go:5 5\n f@own.go:3 4\n f@own.go:4;g@lib.go:1 3');
  for (const keepSamples of [true, false]) {
    const difference = subtractBase(now, before, { mode: 'diff_base', keepSamples });
    assert.deepEqual(
      charges(difference, ['own.go']),
      ['own.go:2 -2 2', 'own.go:3 0 2', 'own.go:4 3 1', 'elsewhere -1 1'],
      `keepSamples ${keepSamples}`,
    );
  }
});

test('the samples of a refined profile are charged by their refined stacks', () => {
  const profile = profileOfLines(`
    main@own.go:1;f@own.go:2;g@lib.go:3 1
    main@own.go:1;h@own.go:4;g@lib.go:3 2
    main@own.go:1;i@own.go:5;g@lib.go:3 4
    main@own.go:1;i@own.go:6 8
  `);
  assert.deepEqual(charges(refine(profile, { ignore: '^f$' }), ['own.go']), [
    'own.go:4 2 1', 'own.go:5 4 1', 'own.go:6 8 1', 'elsewhere 0 0',
  ]);
  assert.deepEqual(charges(refine(profile, { hide: '^[fi]$' }), ['own.go']), [
    'own.go:1 13 3', 'own.go:4 2 1', 'elsewhere 0 0',
  ]);
  assert.deepEqual(charges(refine(profile, { hide: '^[fi]$', ignore: '^h$' }), ['own.go']), [
    'own.go:1 13 3', 'elsewhere 0 0',
  ]);
});

test('charges can be means, and dropNegative turns negative charges into 0', () => {
  const types = [{ type: 'objects', unit: 'count' }, { type: 'space', unit: 'bytes' }];
  const profile = profileOfLines('f@own.go:2 2/64\n f@own.go:3 1/-10', types);
  const inFiles = includedFiles(profile, undefined);
  const [objects, space] = [chargedLines(profile, 0, inFiles), chargedLines(profile, 1, inFiles)];
  const figures = (dropNegative: boolean, mean = false) =>
    [...chargedFigures(space, { mean: mean ? objects : undefined, dropNegative, divideBy: 1 }).values];
  assert.deepEqual(figures(false), [64, -10]);
  assert.deepEqual(figures(true), [64, 0]);
  assert.deepEqual(figures(false, true), [32, -10]);
});

/** The same rows as `charges`, computed stack by stack. */
function expectedCharges(stacks: readonly PictureStack[], files: readonly string[]): string[] {
  const byLine = new Map<string, { value: number; samples: number }>();
  for (const { frames, values: [value = 0] } of stacks) {
    if (value === 0) continue;
    const innermost = frames.findLast(({ file, line }) => line > 0 && files.includes(file));
    const key = innermost ? `${innermost.file}:${innermost.line}` : 'elsewhere';
    const sum = byLine.get(key) ?? byLine.set(key, { value: 0, samples: 0 }).get(key)!;
    sum.value += value;
    sum.samples++;
  }
  const { value, samples } = byLine.get('elsewhere') ?? { value: 0, samples: 0 };
  byLine.delete('elsewhere');
  const rows = [...byLine].map(([key, sum]) => `${key} ${sum.value} ${sum.samples}`).sort();
  return [...rows, `elsewhere ${value} ${samples}`];
}

const anyFiles = fc.constantFrom(['a.go'], ['b.go'], ['a.go', 'b.go'], []);

test('charges of random stacks equal those computed stack by stack, and add up to the total', () => {
  fc.assert(fc.property(randomStacks, anyFiles, (stacks, files) => {
    const profile = profileOfStacks(stacks);
    assert.deepEqual(charges(profile, files), expectedCharges(stacks, files));
    const { values, elsewhere } = chargedLines(profile, 0, includedFiles(profile, files));
    const total = stacks.reduce((sum, { values: [value = 0] }) => sum + value, 0);
    assert.equal(values.reduce((sum, value) => sum + value, elsewhere), total);
  }), { numRuns: 500 });
});

test('charges of random differences equal those computed stack by stack', () => {
  fc.assert(fc.property(randomStacks, randomStacks, anyFiles, (now, before, files) => {
    const [profile, base] = [now, before].map((stacks) => profileOfStacks(stacks)) as [Profile, Profile];
    const negated = before.map(({ frames, values }) => ({ frames, values: values.map((value) => -value) }));
    const difference = subtractBase(profile, base, { mode: 'diff_base', keepSamples: true });
    assert.deepEqual(charges(difference, files), expectedCharges([...now, ...negated], files));
  }), { numRuns: 200 });
});
