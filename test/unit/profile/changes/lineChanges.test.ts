import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import { changesOf } from '../../../shared/inOneStep';
import type { Profile } from '../../../../src/profile/model';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { moveLines } from '../../../../src/profile/refine/moveLines';
import { pickSamples } from '../../../../src/profile/refine/pickRows';
import { cpuProfile, differenceOf } from '../../../shared/differences';
import { heapProfile } from '../../../shared/heapProfile';
import { profileOfLines } from '../../../shared/stacks';

const WORDS = { [NOISE]: 'noise', [FIRM_CHANGE]: 'firm', [MOVED]: 'moved' };

/** The judgements of each line as `5: flat noise, cum firm`, with the function that a cost moved to or from. */
function judgements(profile: Profile, type = 1, file = 'a.go'): string[] {
  const [changes] = changesOf(profile, type)?.lines.ofFiles([file]) ?? [];
  return [...(changes?.lines ?? [])].map((line, i) => {
    const judgementOf = (column: 'flat' | 'cum') => {
      const { judgement, move } = changes![column];
      const moved = changes!.moves[move[i]! - 1];
      return `${column} ${WORDS[judgement[i] as 0]}${moved ? ` (${moved.how} ${moved.function})` : ''}`;
    };
    return `${line}: ${judgementOf('flat')}, ${judgementOf('cum')}`;
  });
}

test('a change beyond chance is firm in its line and in the lines that call it', () => {
  const before = cpuProfile('main@a.go:1;slow@a.go:5 400\nmain@a.go:1;same@a.go:9 500');
  const now = cpuProfile('main@a.go:1;slow@a.go:5 200\nmain@a.go:1;same@a.go:9 510');
  assert.deepEqual(judgements(differenceOf(now, before)), [
    '1: flat noise, cum firm',
    '5: flat firm, cum firm',
    '9: flat noise, cum noise',
  ]);
});

test('twice the samples in twice the operations is not a change', () => {
  const before = cpuProfile('main@a.go:1;f@a.go:5 400');
  const now = cpuProfile('main@a.go:1;f@a.go:5 800');
  assert.deepEqual(judgements(differenceOf(now, before, [2000, 1000])), ['1: flat noise, cum noise', '5: flat noise, cum noise']);
  assert.deepEqual(judgements(differenceOf(now, before)), ['1: flat noise, cum firm', '5: flat firm, cum firm']);
});

test('a cost that moved to an extracted function is marked at the old line, at the call and in the new function', () => {
  const before = cpuProfile('main@a.go:1;parse@a.go:5 400\nmain@a.go:1;parse@a.go:6 100');
  const now = cpuProfile('main@a.go:1;parse@a.go:7;scan@a.go:20 395\nmain@a.go:1;parse@a.go:6 105');
  assert.deepEqual(judgements(differenceOf(now, before)), [
    '1: flat noise, cum noise',
    '5: flat moved (other scan), cum moved (other scan)',
    '6: flat noise, cum noise',
    '7: flat noise, cum moved (other parse)',
    '20: flat moved (other parse), cum moved (other parse)',
  ]);
});

/** Lines 2 and 3, line 6, and all lines from 10 on were removed from a.go. Main is line 5, the rest line 8. */
const MOVED_A = { file: 'a.go', moves: [{ from: 1, to: 1, count: 1 }, { from: 4, to: 2, count: 2 }, { from: 7, to: 4, count: 3 }] };
const [MAIN, REST] = ['main@a.go:5', 'main@a.go:5;rest@a.go:8 500'];

/** The judgements of each place with removed lines as `below 1: firm, 0 samples, before 21`. */
function placesOf(profile: Profile, file = 'a.go'): string[] {
  const [changes] = changesOf(profile, 1)!.lines.ofFiles([file]);
  const { lines, cum: { judgement, now, before } } = changes!.removed;
  return [...lines].map((line, i) =>
    `below ${line}: ${WORDS[judgement[i] as 0]}, ${Math.round(now[i]!)} samples, before ${Math.round(before[i]!)}`);
}

/** The difference to a profile before the lines were removed. */
function sinceRemoval(before: string, now = 'main@a.go:3;rest@a.go:5 500'): Profile {
  return differenceOf(cpuProfile(now), moveLines(cpuProfile(`${REST}\n${before}`), [MOVED_A]));
}

test('each place with removed lines is judged by itself: noise, firm, or moved to new lines', () => {
  const scattered = `${MAIN};f@a.go:2;copy@b.go:3 21\n${MAIN};g@a.go:6 2\nrun@d.go:1;old@a.go:12 400`;
  const now = 'main@a.go:3;rest@a.go:5 500\nrun@d.go:1;new@c.go:7 395';
  const difference = sinceRemoval(scattered, now);
  assert.deepEqual(placesOf(difference), [
    'below 1: firm, 0 samples, before 21',
    'below 3: noise, 0 samples, before 2',
    'below 6: moved, 0 samples, before 400',
  ]);
  assert.deepEqual(['b.go', 'unknown.go'].map((file) => placesOf(difference, file)), [[], []]);
});

test('a sample counts once at a place, and once at every place that its stack has', () => {
  assert.deepEqual(placesOf(sinceRemoval(`${MAIN};f@a.go:2;g@a.go:3;f@a.go:2;h@a.go:6 50\n${MAIN};f@a.go:3 9`)), [
    'below 1: firm, 0 samples, before 59', 'below 3: firm, 0 samples, before 50',
  ]);
});

test('places are not summed: two that are noise each stay noise', () => {
  const places = placesOf(sinceRemoval(`${MAIN};f@a.go:2 4\n${MAIN};g@a.go:6 4`));
  assert.deepEqual(places, ['below 1: noise, 0 samples, before 4', 'below 3: noise, 0 samples, before 4']);
});

test('removed lines at the start of a file have a place, and lines that were unknown before have none', () => {
  const before = moveLines(cpuProfile('main@a.go:5;f@a.go:1 50\nmain@a.go:5;c@a.go:0 50'), [
    { file: 'a.go', moves: [{ from: 4, to: 1, count: 9 }] },
  ]);
  assert.deepEqual(placesOf(differenceOf(cpuProfile('main@a.go:2 1'), before)), ['below 0: firm, 0 samples, before 50']);
});

test('a refined difference still has the places, without the lines that are hidden', () => {
  const before = `${MAIN};f@a.go:2;g@a.go:6 40\n${MAIN};h@a.go:6 30`;
  const places = ['below 1: firm, 0 samples, before 40', 'below 3: firm, 0 samples, before 70'];
  assert.deepEqual(placesOf(refine(sinceRemoval(before), { tagroot: 'key' })), places);
  assert.deepEqual(placesOf(refine(sinceRemoval(before), { focus: 'f' })), [places[0], 'below 3: firm, 0 samples, before 40']);
  assert.deepEqual(placesOf(refine(sinceRemoval(before), { hide: '^f$' })), [places[1]]);
});

test('an extracted function that is also faster is a firm change', () => {
  const before = cpuProfile('main@a.go:1;parse@a.go:5 400');
  const now = cpuProfile('main@a.go:1;parse@a.go:7;scan@a.go:20 150');
  assert.deepEqual(judgements(differenceOf(now, before)), [
    '1: flat noise, cum firm',
    '5: flat firm, cum firm',
    '7: flat noise, cum firm',
    '20: flat firm, cum firm',
  ]);
});

test('a new function without flat, between a caller and its callee, has a moved cum', () => {
  const before = cpuProfile('main@a.go:1;run@a.go:5;work@b.go:1 400');
  const now = cpuProfile('main@a.go:1;run@a.go:6;wrap@a.go:20;work@b.go:1 400');
  assert.deepEqual(judgements(differenceOf(now, before)), [
    '1: flat noise, cum noise',
    '5: flat noise, cum moved (elsewhere work)',
    '6: flat noise, cum moved (elsewhere work)',
    '20: flat noise, cum moved (elsewhere work)',
  ]);
  assert.deepEqual(judgements(differenceOf(now, before), 1, 'b.go'), ['1: flat noise, cum noise']);
});

test('a cost that moved to another line of its function is marked as moved', () => {
  const before = cpuProfile('main@a.go:1;f@a.go:5 400');
  const now = cpuProfile('main@a.go:1;f@a.go:8 400');
  const moved = 'flat moved (elsewhere f), cum moved (elsewhere f)';
  assert.deepEqual(judgements(differenceOf(now, before)), ['1: flat noise, cum noise', `5: ${moved}`, `8: ${moved}`]);
});

test('a gain beside a larger loss is not a move', () => {
  const before = cpuProfile('main@a.go:1;old@a.go:5 400');
  const now = cpuProfile('main@a.go:1;new@a.go:8 100');
  assert.deepEqual(judgements(differenceOf(now, before)), [
    '1: flat noise, cum firm', '5: flat firm, cum firm', '8: flat firm, cum firm',
  ]);
});

test('a cost beside a loss of two thirds of it is not a move, even if their caller costs the same within the noise', () => {
  const rest = 'main@a.go:1;rest@a.go:30 90000';
  const before = cpuProfile(`main@a.go:1;old@a.go:5 200\n${rest}`);
  const now = cpuProfile(`main@a.go:1;new@a.go:8 300\n${rest}`);
  assert.deepEqual(judgements(differenceOf(now, before)).slice(0, 3), [
    '1: flat noise, cum noise', '5: flat firm, cum firm', '8: flat firm, cum firm',
  ]);
});

test('a small move below a caller that costs much more is still found', () => {
  const rest = 'main@a.go:1;rest@a.go:30 90000';
  const before = cpuProfile(`main@a.go:1;old@a.go:5 400\n${rest}`);
  const now = cpuProfile(`main@a.go:1;new@a.go:8 400\n${rest}`);
  const smaller = cpuProfile(`main@a.go:1;new@a.go:8 4\n${rest}`);
  assert.deepEqual(judgements(differenceOf(now, before)).slice(1, 3), [
    '5: flat moved (other new), cum moved (other new)', '8: flat moved (other old), cum moved (other old)',
  ]);
  assert.equal(judgements(differenceOf(smaller, before))[1], '5: flat firm, cum firm');
});

test('a refined difference still knows which profile each sample is from', () => {
  const before = cpuProfile('main@a.go:1;slow@a.go:5 400\nmain@a.go:1;same@a.go:9 500');
  const now = cpuProfile('main@a.go:1;slow@a.go:5 200\nmain@a.go:1;same@a.go:9 510');
  const difference = differenceOf(now, before);
  for (const pattern of ['slow', 'same']) {
    const [, slow, same] = judgements(refine(difference, { focus: pattern }));
    assert.equal(slow, pattern === 'slow' ? '5: flat firm, cum firm' : '5: flat noise, cum noise');
    assert.equal(same, '9: flat noise, cum noise');
  }
});

test('sampled allocations are compared by their samples, fully recorded ones by their number', () => {
  const rows = (samples: number) => [{ stack: 'main@a.go:1;f@a.go:5', size: 64, samples }];
  const judgementsOfLine = (now: number, before: number, rate?: number) =>
    judgements(differenceOf(heapProfile(rows(now), rate), heapProfile(rows(before), rate)))[1];
  assert.equal(judgementsOfLine(20, 12), '5: flat noise, cum noise');
  assert.equal(judgementsOfLine(400, 200), '5: flat firm, cum firm');
  assert.equal(judgementsOfLine(3000, 2000, 1), '5: flat firm, cum firm');
  assert.equal(judgementsOfLine(2000, 2000, 1), '5: flat noise, cum noise');
});

test('the judgements have the number of samples in each profile', () => {
  const difference = differenceOf(cpuProfile('f@a.go:5 15'), cpuProfile('f@a.go:5 12'));
  const [file] = changesOf(difference, 1)!.lines.ofFiles(['a.go']);
  assert.deepEqual([file!.cum.now[0], file!.cum.before[0]].map(Math.round), [15, 12]);
});

test('single profiles, lock waits and sample counts have no judgements', () => {
  const cpu = cpuProfile('f@a.go:5 15');
  assert.equal(changesOf(cpu, 1), undefined);
  assert.equal(changesOf(differenceOf(cpu, cpu), 0), undefined);
  const waits = profileOfLines('f@a.go:5 3/400', [
    { type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' },
  ]);
  assert.equal(changesOf(differenceOf(waits, waits), 1), undefined);
});

test('lines count as changed only if their time changed by more than runs in turns varied', () => {
  const profileOf = (f: number) => cpuProfile(`main@a.go:1;f@a.go:5 ${f}\nmain@a.go:1;g@a.go:9 10000`);
  const difference = differenceOf(profileOf(11_500), profileOf(10_000));
  const judgementWith = (timeVaries: number, isPicked = Uint8Array.of(1, 1, 1, 1)) => {
    const profile = { ...difference, difference: { ...difference.difference!, timeVaries } };
    const [file] = changesOf(pickSamples(profile, isPicked), 1)!.lines.ofFiles(['a.go']);
    return file!.cum.judgement[[...file!.lines].indexOf(5)];
  };
  assert.deepEqual([0, 0.02, 0.05].map((varies) => judgementWith(varies)), [FIRM_CHANGE, FIRM_CHANGE, NOISE]);
  assert.equal(judgementWith(0.05, Uint8Array.of(1, 0, 1, 0)), NOISE, 'even if some samples are left out');
});
