import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callersInSteps } from '../../../../src/profile/flame/callers';
import { callShapeInSteps } from '../../../../src/profile/flame/callShape';
import { callTreeInSteps } from '../../../../src/profile/flame/callTree';
import { fewSamplesInSteps, withFewSamples } from '../../../../src/profile/flame/callNoise';
import { flameWindow } from '../../../../src/profile/flame/flameWindow';
import { perOperation } from '../../../../src/profile/refine/relativeValues';
import type { Profile } from '../../../../src/profile/model';
import type { FlameTree, FlameView } from '../../../../src/profile/answers/flame';
import { finish } from '../../../../src/profile/common/guard';
import { cpuProfile, differenceOf, differenceOfTotals } from '../../../shared/differences';
import { heapProfile } from '../../../shared/heapProfile';
import { profileOfLines } from '../../../shared/stacks';

const VIEW: FlameView = { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 100, search: '' };

function windowOf(profile: Profile, sampleType: number, { callers: isWanted, ...tree }: FlameTree, minWidth: number) {
  const shape = finish(callShapeInSteps(profile, sampleType, tree));
  const callees = finish(callTreeInSteps(profile, sampleType, shape));
  const parts = { shape, callees, view: tree };
  const callers = isWanted ? finish(callersInSteps(profile, sampleType, parts)) : undefined;
  const few = finish(fewSamplesInSteps(profile, sampleType, { shape, callees, callers }));
  return withFewSamples(flameWindow(callees, { ...VIEW, ...tree, minWidth }, callers), few);
}

/** `name samples` of each row; without a number if the row has enough samples, or is not known to have few. */
function few(profile: Profile, sampleType: number, tree: FlameTree = {}, minWidth = 1e-9): string[] {
  const window = windowOf(profile, sampleType, tree, minWidth);
  return [...window.id].map((_, row) => `${window.names[window.name[row]!]} ${window.fewSamples![row] || ''}`.trim());
}

const CPU = cpuProfile('main;f;x 4\n main;f;y 1\n main;g 40');

test('a frame of fewer than five samples has their number, under each sample type', () => {
  for (const type of [0, 1]) assert.deepEqual(few(CPU, type), ['all', 'main', 'g', 'f', 'x 4', 'y 1']);
});

test('per operation, frames have the same numbers of samples', () => {
  assert.deepEqual(few(perOperation(CPU, 7), 1), ['all', 'main', 'g', 'f', 'x 4', 'y 1']);
});

test('callers have their numbers of samples too', () => {
  const profile = cpuProfile('main;a;f 3\n main;b;f 4\n main;f 2\n main;g 40');
  const tree = { from: 'f', callers: true };
  assert.deepEqual(few(profile, 1, tree), ['f', 'b 4', 'a 3', 'main 2', 'main 4', 'main 3']);
});

test('a row of smaller frames has no number, because it has a look of its own', () => {
  assert.deepEqual(few(cpuProfile('small 4\n large 40'), 1, {}, 20), ['all', 'large', 'smaller frames']);
});

test('in a heap profile, the numbers of samples are recovered from the scaled values', () => {
  const profile = heapProfile([
    { stack: 'main;small', size: 64, samples: 3 },
    { stack: 'main;many', size: 64, samples: 30 },
    { stack: 'main;large', size: 2 ** 24, samples: 1 },
  ]);
  assert.deepEqual(few(profile, 0), ['all', 'main', 'many', 'small 3', 'large'], 'all large objects are recorded');
});

test('many samples of large objects do not make up for one sample that stands for nearly all objects', () => {
  const profile = heapProfile([
    { stack: 'main;f', size: 16, samples: 1 },
    { stack: 'main;f', size: 2 ** 18, samples: 11 },
  ]);
  assert.deepEqual(few(profile, 0), ['all 12', 'main 12', 'f 12']);
  assert.deepEqual(few(profile, 1), ['all', 'main', 'f']);
});

test('in a comparison of totals, a frame has the number of samples that were added or removed', () => {
  const now = cpuProfile('main;f 1002\nmain;g 20\nmain;h 1');
  const before = cpuProfile('main;f 1000\nmain;g 30\nmain;i 3');
  assert.deepEqual(few(differenceOfTotals(now, before), 1), ['all', 'main', 'f 2', 'g', 'i 3', 'h 1']);
});

test('in a comparison of heaps, as many samples now as before may differ in size, which is a change of few samples', () => {
  const at = (size: number) => heapProfile([{ stack: 'main;f', size, samples: 1 }]);
  assert.deepEqual(few(differenceOfTotals(at(4096), at(64)), 1), ['all 1', 'main 1', 'f 1']);
});

test('if the figures do not rest on samples, the window says that nothing is known', () => {
  const events = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];
  const profiles = [
    profileOfLines('main;f 3/500', events),
    heapProfile([{ stack: 'main;f', size: 64, samples: 3 }], 1),
    differenceOf(CPU, cpuProfile('main;g 1')),
  ];
  for (const profile of profiles) assert.deepEqual([...windowOf(profile, 1, {}, 1).fewSamples!], []);
});
