import type { Change, DumpComparison, GroupChange, GroupRow, Identity } from '../../src/goroutines/answers';
import { countText, goroutinesText } from './goroutineTexts';

const IDENTITY: Readonly<Record<Identity, string>> = {
  process: '',
  assumed: 'Both dumps are taken to be of one process: no goroutine speaks against it.',
  other: 'The dumps are of two processes, so a number means another goroutine: only counts are compared.',
  counts: 'One of the dumps has no numbers of goroutines (debug=1): only counts are compared.',
};

const UNKNOWN_TIMES = 'When the dumps were taken is not known: stuck are those that wait longer than before in the same place.';

/** `In 65 s: 240 came, 3 left, 1 000 stayed, of which 12 are stuck.`, and whether that is sure. */
export function comparisonText({ elapsed, moves, identity }: DumpComparison): string {
  const when = elapsed === undefined ? '' : `In ${elapsedText(elapsed)}: `;
  const stuck = moves && moves.stuck > 0 ? `, of which ${countText(moves.stuck)} ${moves.stuck === 1 ? 'is' : 'are'} stuck` : '';
  const sentence = moves
    ? `${when}${countText(moves.came)} came, ${countText(moves.left)} left, ${countText(moves.stayed)} stayed${stuck}.`
    : elapsed === undefined ? '' : `The dumps are ${elapsedText(elapsed)} apart.`;
  const unsure = elapsed === undefined && stuck !== '' && UNKNOWN_TIMES;
  return [sentence, unsure, IDENTITY[identity]].filter(Boolean).join(' ');
}

/** `950 ms`, `65 s`, `12 min`, `3 h`. */
function elapsedText(millis: number): string {
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 120_000) return `${Math.round(millis / 1000)} s`;
  return millis < 7_200_000 ? `${Math.round(millis / 60_000)} min` : `${Math.round(millis / 3_600_000)} h`;
}

/** `1 003 → 1 240 goroutines`. */
export function totalsText({ before, after }: DumpComparison): string {
  return `${countText(before)} → ${goroutinesText(after)}`;
}

/** `+18`, `−3`, `=`. */
export function differenceText({ before }: GroupChange, count: number): string {
  if (count === before) return '=';
  return count > before ? `+${countText(count - before)}` : `−${countText(before - count)}`;
}

/** `12 before`, `3 came`, `1 left`, `9 stuck`. */
export function changeTexts({ change }: GroupRow): string[] {
  if (!change) return [];
  const { came, left, arrived, wentOn, stuck } = change.moves ?? { came: 0, left: 0, arrived: 0, wentOn: 0, stuck: 0 };
  const texts: readonly (readonly [number, string])[] = [
    [came, 'came'], [left, 'left'], [arrived, 'from other places'], [wentOn, 'went on'], [stuck, 'stuck'],
  ];
  return [`${countText(change.before)} before`, ...texts.filter(([count]) => count > 0).map(([count, what]) => `${countText(count)} ${what}`)];
}

/** `stuck: goroutines 7, 8 and 3 more`, a line for each kind. */
export function movedIdsTexts({ change }: GroupRow): string[] {
  const { moves } = change ?? {};
  if (!moves) return [];
  const kinds: readonly (readonly [string, readonly number[], number])[] = [
    ['stuck', moves.stuckIds, moves.stuck], ['came', moves.cameIds, moves.came], ['left', moves.leftIds, moves.left],
  ];
  return kinds.filter(([, ids]) => ids.length > 0).map(([what, ids, count]) => {
    const more = count > ids.length ? ` and ${countText(count - ids.length)} more` : '';
    return `${what}: ${count === 1 ? 'goroutine' : 'goroutines'} ${ids.join(', ')}${more}`;
  });
}

const WITHOUT_IDS: readonly Change[] = ['grew', 'shrank'];
const WORDS: Readonly<Record<Change, string>> = {
  grew: 'Groups that grew', shrank: 'Groups that shrank', came: 'Came', left: 'Left', stayed: 'Stayed', stuck: 'Stuck in both',
};

/** What can be chosen of a comparison, as value and text. */
export function changeOptions({ moves }: DumpComparison): (readonly [Change, string])[] {
  const all = Object.keys(WORDS) as Change[];
  const counts: Partial<Record<Change, number>> = moves ?? {};
  return all.filter((change) => moves !== undefined || WITHOUT_IDS.includes(change)).map((change) => {
    const count = counts[change];
    return [change, count === undefined ? WORDS[change] : `${WORDS[change]} (${countText(count)})`];
  });
}
