import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import { changesOf, lineCosts } from '../../../shared/inOneStep';
import type { Profile } from '../../../../src/profile/model';
import { differenceColumns } from '../../../../src/profile/noise/differenceColumns';
import { samplingOf } from '../../../../src/profile/noise/sampling';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { inPartsPerMillion, sharesOfTotal } from '../../../../src/profile/refine/relativeValues';
import { profileTotal } from '../../../../src/profile/sums/profileTotal';
import { changeArrow } from '../../../../src/profile/text/screen/change';
import { figureText } from '../../../../src/profile/text/screen/figure';
import { shareText } from '../../../../src/profile/text/screen/share';
import { cpuProfile } from '../../../shared/differences';
import { profileOfLines } from '../../../shared/stacks';

/** A service before and after a faster Rank: it now answers many more requests in the same time. */
const BEFORE = cpuProfile('serve@a.go:1;rank@a.go:5 400\nserve@a.go:1;render@a.go:9 50\nserve@a.go:1;write@a.go:12 50');
const NOW = cpuProfile('serve@a.go:1;rank@a.go:5 40\nserve@a.go:1;render@a.go:9 300\nserve@a.go:1;write@a.go:12 60');

const sharesCompared = (now: Profile, before: Profile) =>
  subtractBase(now, before, { mode: 'diff_base', keepSamples: true, shares: true });

function cumByLine(profile: Profile): ReadonlyMap<number, number> {
  const { lines, cum } = lineCosts(profile, 1).fileCosts('a.go');
  return new Map([...lines].map((line, i) => [line, Number(cum[i]!.toFixed(9))]));
}

test('costs become percentages of the total, and numbers of samples stay', () => {
  const shares = sharesOfTotal(BEFORE);
  assert.deepEqual(shares.sampleTypes, [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: '%' }]);
  assert.deepEqual([...shares.values[0]!], [400, 50, 50]);
  assert.deepEqual([...shares.values[1]!], [80, 10, 10]);
  assert.deepEqual([profileTotal(shares, 1), figureText(12.345, '%')], [100, '12.3\u202f%']);
});

test('a difference of shares is the change of each share, whatever the totals', () => {
  const compared = sharesCompared(NOW, BEFORE);
  assert.deepEqual(cumByLine(compared), new Map([[1, 0], [5, -70], [9, 65], [12, 5]]));
  assert.equal(profileTotal(compared, 1), 100);
  const ofDifference = subtractBase(NOW, BEFORE, { mode: 'base', shares: true });
  assert.deepEqual(cumByLine(ofDifference).get(5), -70);
});

test('a service with twice the load has no change, however the samples are divided', () => {
  const picture = Array.from({ length: 300 }, (_, i) => `serve@a.go:1;f@a.go:${2 + (i % 3)} ${7 * i + 1}`);
  const before = cpuProfile(picture.join('\n'));
  const now = cpuProfile([...picture, ...picture, ...picture].reverse().join('\n'));
  const compared = sharesCompared(now, before);
  assert.deepEqual([...new Set(cumByLine(compared).values())], [0]);
  const { cum } = lineCosts(compared, 1).fileCosts('a.go');
  for (const change of cum) assert.deepEqual([shareText(change, 100, true), changeArrow(change, '%')], ['0\u202f%', '']);
  assert.ok(changesOf(compared, 1)!.lines.ofFiles(['a.go'])[0]!.cum.judgement.every((judgement) => judgement === NOISE));
});

test('a share whose change chance explains is noise, and a change of shares never counts as moved', () => {
  const judgements = ({ lines, cum }: { lines: Uint32Array; cum: { judgement: Uint8Array } }) =>
    new Map([...lines].map((line, i) => [line, cum.judgement[i]]));
  const compared = sharesCompared(NOW, BEFORE);
  const expected = new Map([[1, NOISE], [5, FIRM_CHANGE], [9, FIRM_CHANGE], [12, NOISE]]);
  assert.deepEqual(judgements(changesOf(compared, 1)!.lines.ofFiles(['a.go'])[0]!), expected);
  // 400 and 500 samples: one of them is 0.25 % now, and 0.2 % before.
  assert.equal(differenceColumns(compared, 1)!.rule.unitRatio, 500 / 400);
  assert.equal(samplingOf(compared, 1), undefined, 'there are judgements instead');
});

test('changes of wall time are not judged, because its samples follow from one another', () => {
  const types = [{ type: 'samples', unit: 'count' }, { type: 'wall', unit: 'nanoseconds' }];
  const compared = sharesCompared(profileOfLines('main@a.go:1 400/4000', types), profileOfLines('main@a.go:1 200/2000\nmain@a.go:5 200/2000', types));
  assert.deepEqual([0, 1].map((type) => differenceColumns(compared, type)), [undefined, undefined]);
  assert.equal(changesOf(compared, 1), undefined);
});

test('shares keep the samples behind them when samples are left out', () => {
  const focused = refine(sharesCompared(NOW, BEFORE), { focus: 'render' });
  assert.deepEqual(cumByLine(focused), new Map([[1, 65], [9, 65]]));
  assert.ok(changesOf(focused, 1));
});

test('shares of heap profiles rest on the samples that were taken', () => {
  const heap = (objects: number) => ({
    ...profileOfLines(`main@a.go:1 ${objects}/${objects * 1024}`, [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }]),
    periodType: { type: 'space', unit: 'bytes' },
    period: 1,
  });
  const columns = differenceColumns(sharesCompared(heap(300), heap(100)), 1)!;
  assert.deepEqual([columns.now.value[0], columns.before.value[1], columns.rule.allocations], [100, 100, undefined]);
});

test('a sample type without costs has no shares', () => {
  const compared = sharesCompared(cpuProfile('main@a.go:1 0'), cpuProfile('main@a.go:1 0'));
  assert.ok(compared.values.every((column) => column.every((value) => value === 0)));
});

test('other tools get shares as whole parts per million', () => {
  const exported = inPartsPerMillion(sharesCompared(NOW, BEFORE));
  assert.deepEqual(exported.sampleTypes[1], { type: 'cpu', unit: 'ppm' });
  assert.deepEqual([...exported.values[1]!], [100_000, 750_000, 150_000, -800_000, -100_000, -100_000]);
  assert.match(exported.comments.at(-1)!, /parts per million/);
  assert.equal(inPartsPerMillion(NOW), NOW);
});
