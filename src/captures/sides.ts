import type { Capture } from './loadedCapture';
import type { MeasuredInTurns, SideNames, Sides } from './disk/captureRecord';
import { baseOf } from './loaded/latestResults';
import type { Active } from './session';

/** What the active profile and its baseline are called if they are two environments or two benchmarks. */
export function shownSides({ capture, baseline }: Pick<Active, 'capture' | 'baseline'>): SideNames | undefined {
  return baseline && sidesAgainst(capture, baseline.capture);
}

/**
 * What a capture and another one are called if they were measured in turns as two environments or benchmarks, or are
 * two times of one run.
 */
export function sidesAgainst(
  { turns }: Pick<Capture, 'turns'>,
  other: Pick<Capture, 'id' | 'sides'>,
): SideNames | undefined {
  if (other.sides) return other.sides;
  return turns?.sides && turns.base.id === other.id ? turns.sides : undefined;
}

/** `baseline 640`; with named sides `GOGC=100: 640`. */
export function beforeText(value: string, sides: SideNames | undefined): string {
  return sides ? `${sides.before}: ${value}` : `baseline ${value}`;
}

/**
 * What a verdict is about, before the verdict: `against v1.2.0`, `GOGC=off against GOGC=100`, `new against old` for two
 * cases; empty if the code was measured against its earlier program.
 */
export function againstText({ base: { revision }, sides }: Pick<MeasuredInTurns, 'base' | 'sides'>): string {
  if (!sides) return revision === undefined ? '' : `against ${revision}`;
  const [now, before] = shortSides(sides);
  return `${now} against ${before}`;
}

/** Two cases of one benchmark without its name: `BenchmarkX/new` and `BenchmarkX/old` are `new` and `old`. */
function shortSides({ kind, now, before }: Sides): readonly [now: string, before: string] {
  const base = baseOf(now);
  const areCases = kind === 'benchmarks' && base === baseOf(before) && now !== base && before !== base;
  return areCases ? [now.slice(base.length + 1), before.slice(base.length + 1)] : [now, before];
}
