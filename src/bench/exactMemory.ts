/** Exact means of memory figures, from profiles that recorded every allocation. */
import type { FigurePair } from './cutOff';
import { THIN_SPACE } from '../profile/text/screen/digits';

/** What an operation allocates on average. */
export interface ExactMemory {
  readonly bytes: number;
  readonly allocations: number;
}

/** What the profiles of a capture say; undefined if none of them recorded every allocation. */
export function exactOf(profiles: readonly { readonly exactMemory?: ExactMemory }[]): ExactMemory | undefined {
  return profiles.find(({ exactMemory }) => exactMemory)?.exactMemory;
}

/** The exact figures of two programs; empty unless both are known. */
export function exactPairs(before: ExactMemory | undefined, now: ExactMemory | undefined): FigurePair[] {
  if (before === undefined || now === undefined) return [];
  return [
    { unit: 'B/op', before: before.bytes, now: now.bytes },
    { unit: 'allocs/op', before: before.allocations, now: now.allocations },
  ];
}

/**
 * The exact figures behind figures that `go test` has cut off; undefined if they are not known, or are not those: the
 * runtime counts tiny objects that share a block, and testing adds allocations of its own.
 * @param printed the medians of both programs
 */
export function exactPairOf(printed: FigurePair, exact: readonly FigurePair[]): FigurePair | undefined {
  const pair = exact.find(({ unit }) => unit === printed.unit);
  return pair && isCutOffAs(pair.before, printed.before) && isCutOffAs(pair.now, printed.now) ? pair : undefined;
}

function isCutOffAs(exact: number, printed: number): boolean {
  const tolerance = 0.001 * Math.max(1, printed);
  return exact > printed - tolerance && exact < printed + 1;
}

const MAX_DECIMALS = 6;

/** `9.999 → 10.000 allocs/op`; undefined if no decimal tells the two apart. */
export function exactText({ unit, before, now }: FigurePair): string | undefined {
  for (let decimals = 3; decimals <= MAX_DECIMALS; decimals++) {
    const [old, current] = [before, now].map((value) => value.toFixed(decimals));
    if (old !== current) return `${old} → ${current}${THIN_SPACE}${unit}`;
  }
  return undefined;
}
