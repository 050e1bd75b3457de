import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import { changesOf } from '../../../../src/profile/changes';
import type { Profile } from '../../../../src/profile/model';
import { refine } from '../../../../src/profile/refine';
import { pickSamples } from '../../../../src/profile/refine/pickSamples';
import { cpuProfile, differenceOf } from '../../../shared/differences';
import { heapProfile } from '../../../shared/heapProfile';
import { profileOfLines } from '../../../shared/stacks';

const WORDS = { [NOISE]: 'noise', [FIRM_CHANGE]: 'firm', [MOVED]: 'moved' };

/** The verdicts of each line as `5: flat noise, cum firm`, with the function that a cost moved to or from. */
function verdicts(profile: Profile, type = 1, file = 'a.go'): string[] {
  const [changes] = changesOf(profile, type)?.lines.ofFiles([file]) ?? [];
  return [...(changes?.lines ?? [])].map((line, i) => {
    const verdictOf = (column: 'flat' | 'cum') => {
      const { verdict, move } = changes![column];
      const moved = changes!.moves[move[i]! - 1];
      return `${column} ${WORDS[verdict[i] as 0]}${moved ? ` (${moved.how} ${moved.function})` : ''}`;
    };
    return `${line}: ${verdictOf('flat')}, ${verdictOf('cum')}`;
  });
}

test('a change beyond chance is firm in its line and in the lines that call it', () => {
  const before = cpuProfile('main@a.go:1;slow@a.go:5 400\nmain@a.go:1;same@a.go:9 500');
  const now = cpuProfile('main@a.go:1;slow@a.go:5 200\nmain@a.go:1;same@a.go:9 510');
  assert.deepEqual(verdicts(differenceOf(now, before)), [
    '1: flat noise, cum firm',
    '5: flat firm, cum firm',
    '9: flat noise, cum noise',
  ]);
});

test('twice the samples in twice the operations is no change', () => {
  const before = cpuProfile('main@a.go:1;f@a.go:5 400');
  const now = cpuProfile('main@a.go:1;f@a.go:5 800');
  assert.deepEqual(verdicts(differenceOf(now, before, [2000, 1000])), ['1: flat noise, cum noise', '5: flat noise, cum noise']);
  assert.deepEqual(verdicts(differenceOf(now, before)), ['1: flat noise, cum firm', '5: flat firm, cum firm']);
});

test('a cost that moved to an extracted function is marked at the old line, at the call and in the new function', () => {
  const before = cpuProfile('main@a.go:1;parse@a.go:5 400\nmain@a.go:1;parse@a.go:6 100');
  const now = cpuProfile('main@a.go:1;parse@a.go:7;scan@a.go:20 395\nmain@a.go:1;parse@a.go:6 105');
  assert.deepEqual(verdicts(differenceOf(now, before)), [
    '1: flat noise, cum noise',
    '5: flat moved (other scan), cum moved (other scan)',
    '6: flat noise, cum noise',
    '7: flat noise, cum moved (other parse)',
    '20: flat moved (other parse), cum moved (other parse)',
  ]);
});

test('the removed lines of a file are judged together: noise, firm, or moved to new lines', () => {
  // Line 0 of `before` is what moveLines makes of removed lines.
  const removed = (now: string, before: string, file = 'a.go') => {
    const [changes] = changesOf(differenceOf(cpuProfile(now), cpuProfile(before)), 1)!.lines.ofFiles([file]);
    return WORDS[changes!.removed as 0];
  };
  const main = 'main@a.go:1;rest@a.go:9 500';
  assert.equal(removed(main, `${main}\nmain@a.go:1;f@a.go:0;copy@b.go:3 21`), 'firm');
  assert.equal(removed(main, `${main}\nmain@a.go:1;f@a.go:0;copy@b.go:3 21`, 'b.go'), 'noise');
  assert.equal(removed(main, `${main}\nmain@a.go:1;f@a.go:0 2`), 'noise');
  assert.equal(removed(`${main}\nmain@a.go:1;f@a.go:7;scan@a.go:20 395`, `${main}\nmain@a.go:1;f@a.go:0 400`), 'moved');
  assert.equal(removed(`${main}\nmain@a.go:1;c@a.go:0 100`, `${main}\nmain@a.go:1;c@a.go:0 400`), 'noise', 'unknown lines');
});

test('an extracted function that is also faster is a firm change', () => {
  const before = cpuProfile('main@a.go:1;parse@a.go:5 400');
  const now = cpuProfile('main@a.go:1;parse@a.go:7;scan@a.go:20 150');
  assert.deepEqual(verdicts(differenceOf(now, before)), [
    '1: flat noise, cum firm',
    '5: flat firm, cum firm',
    '7: flat noise, cum firm',
    '20: flat firm, cum firm',
  ]);
});

test('a new function without flat, between a caller and its callee, has a moved cum', () => {
  const before = cpuProfile('main@a.go:1;run@a.go:5;work@b.go:1 400');
  const now = cpuProfile('main@a.go:1;run@a.go:6;wrap@a.go:20;work@b.go:1 400');
  assert.deepEqual(verdicts(differenceOf(now, before)), [
    '1: flat noise, cum noise',
    '5: flat noise, cum moved (elsewhere work)',
    '6: flat noise, cum moved (elsewhere work)',
    '20: flat noise, cum moved (elsewhere work)',
  ]);
  assert.deepEqual(verdicts(differenceOf(now, before), 1, 'b.go'), ['1: flat noise, cum noise']);
});

test('a cost that moved to another line of its function is marked as moved', () => {
  const before = cpuProfile('main@a.go:1;f@a.go:5 400');
  const now = cpuProfile('main@a.go:1;f@a.go:8 400');
  const moved = 'flat moved (elsewhere f), cum moved (elsewhere f)';
  assert.deepEqual(verdicts(differenceOf(now, before)), ['1: flat noise, cum noise', `5: ${moved}`, `8: ${moved}`]);
});

test('a gain beside a larger loss is not a move', () => {
  const before = cpuProfile('main@a.go:1;old@a.go:5 400');
  const now = cpuProfile('main@a.go:1;new@a.go:8 100');
  assert.deepEqual(verdicts(differenceOf(now, before)), [
    '1: flat noise, cum firm', '5: flat firm, cum firm', '8: flat firm, cum firm',
  ]);
});

test('a small move below a caller that costs much more is still found', () => {
  const rest = 'main@a.go:1;rest@a.go:30 90000';
  const before = cpuProfile(`main@a.go:1;old@a.go:5 400\n${rest}`);
  const now = cpuProfile(`main@a.go:1;new@a.go:8 400\n${rest}`);
  const smaller = cpuProfile(`main@a.go:1;new@a.go:8 4\n${rest}`);
  assert.deepEqual(verdicts(differenceOf(now, before)).slice(1, 3), [
    '5: flat moved (other new), cum moved (other new)', '8: flat moved (other old), cum moved (other old)',
  ]);
  assert.equal(verdicts(differenceOf(smaller, before))[1], '5: flat firm, cum firm');
});

test('a refined difference still knows which profile each sample is from', () => {
  const before = cpuProfile('main@a.go:1;slow@a.go:5 400\nmain@a.go:1;same@a.go:9 500');
  const now = cpuProfile('main@a.go:1;slow@a.go:5 200\nmain@a.go:1;same@a.go:9 510');
  const difference = differenceOf(now, before);
  for (const pattern of ['slow', 'same']) {
    const [, slow, same] = verdicts(refine(difference, { focus: pattern }));
    assert.equal(slow, pattern === 'slow' ? '5: flat firm, cum firm' : '5: flat noise, cum noise');
    assert.equal(same, '9: flat noise, cum noise');
  }
});

test('sampled allocations are compared by their samples, fully recorded ones by their number', () => {
  const rows = (samples: number) => [{ stack: 'main@a.go:1;f@a.go:5', size: 64, samples }];
  const verdictsOfLine = (now: number, before: number, rate?: number) =>
    verdicts(differenceOf(heapProfile(rows(now), rate), heapProfile(rows(before), rate)))[1];
  assert.equal(verdictsOfLine(20, 12), '5: flat noise, cum noise');
  assert.equal(verdictsOfLine(400, 200), '5: flat firm, cum firm');
  assert.equal(verdictsOfLine(3000, 2000, 1), '5: flat firm, cum firm');
  assert.equal(verdictsOfLine(2000, 2000, 1), '5: flat noise, cum noise');
});

test('the verdicts have the number of samples in each profile', () => {
  const difference = differenceOf(cpuProfile('f@a.go:5 15'), cpuProfile('f@a.go:5 12'));
  const [file] = changesOf(difference, 1)!.lines.ofFiles(['a.go']);
  assert.deepEqual([file!.cum.now[0], file!.cum.before[0]].map(Math.round), [15, 12]);
});

test('single profiles, lock waits and sample counts have no verdicts', () => {
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
  const verdictWith = (timeVaries: number, isPicked = Uint8Array.of(1, 1, 1, 1)) => {
    const profile = { ...difference, difference: { ...difference.difference!, timeVaries } };
    const [file] = changesOf(pickSamples(profile, isPicked), 1)!.lines.ofFiles(['a.go']);
    return file!.cum.verdict[[...file!.lines].indexOf(5)];
  };
  assert.deepEqual([0, 0.02, 0.05].map((varies) => verdictWith(varies)), [FIRM_CHANGE, FIRM_CHANGE, NOISE]);
  assert.equal(verdictWith(0.05, Uint8Array.of(1, 0, 1, 0)), NOISE, 'also if some samples are left out');
});
