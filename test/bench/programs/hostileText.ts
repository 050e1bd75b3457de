import { readFileSync } from 'node:fs';
import type { Steps } from '../../../src/profile/common/guard';
import { hostileTexts } from '../shared/hostileTexts';
import { TEXT_READERS } from '../shared/textReaders';

/**
 * hostileText.cjs ROUNDS SMALL LARGE: runs each reader of untrusted text on hostile texts of two sizes. Prints for each
 * reader the text that takes longest, with its time at both sizes, and the longest step on any text, in milliseconds.
 */
const [rounds, small, large] = process.argv.slice(2).map(Number) as [number, number, number];
/** The number of each reader's slowest texts to measure again. */
const SUSPECTS = 3;

const readers = TEXT_READERS.map(({ name, beginnings, read }) => {
  const texts = hostileTexts(large, beginnings);
  const names = [...texts.keys()];
  const once = new Map(names.map((text) => [text, measure(read(texts.get(text)!))]));
  const suspects = (key: keyof Milliseconds) =>
    [...names].sort((x, y) => once.get(y)![key] - once.get(x)![key]).slice(0, SUSPECTS);
  const shorter = hostileTexts(small, beginnings);
  const times = suspects('total').map((text) => ({
    text,
    small: leastOf(() => measure(read(shorter.get(text)!)).total),
    large: leastOf(() => measure(read(texts.get(text)!)).total),
  }));
  const steps = suspects('longestStep').map((text) => leastOf(() => measure(read(texts.get(text)!)).longestStep));
  return { name, slowest: times.reduce((x, y) => (y.large > x.large ? y : x)), longestStep: Math.max(...steps) };
});
console.log(JSON.stringify(readers));

interface Milliseconds {
  readonly total: number;
  readonly longestStep: number;
}

/** The least of several results of a measurement. */
function leastOf(milliseconds: () => number): number {
  const first = milliseconds();
  // Short times are measured more often, because the clock and garbage collection disturb them more.
  const more = first < 20 ? 4 * rounds : rounds;
  return Math.min(first, ...Array.from({ length: more }, milliseconds));
}

function measure(steps: Steps<unknown>): Milliseconds {
  const begin = runningMs();
  for (let longestStep = 0, from = begin; ; ) {
    const { done } = steps.next();
    const now = runningMs();
    longestStep = Math.max(longestStep, now - from);
    from = now;
    if (done === true) return { total: now - begin, longestStep };
  }
}

/** A clock that stops while this thread waits for a processor, if the system reports that. */
function runningMs(): number {
  if (process.platform !== 'linux') return performance.now();
  return performance.now() - Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
}
