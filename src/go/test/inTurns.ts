/** The program of the earlier capture, or the one that was built now. */
export type Side = 'before' | 'now';

/** Where a sequence of turns ended early. */
export interface StoppedTurn {
  readonly side: Side;
  /** 1-based. */
  readonly round: number;
  /** The error that the run threw. */
  readonly error: unknown;
}

/** The runs of two programs, one pair per round; both lists have the same length. */
export interface Turns<T> {
  readonly before: readonly T[];
  readonly now: readonly T[];
  /** Set if fewer rounds were completed than requested. */
  readonly stopped?: StoppedTurn;
}

/**
 * Runs two programs in turns: before, now, before, now, … A machine that gets warm or busy then disturbs both programs
 * alike. The first run that throws ends the sequence; only complete pairs are returned.
 * @param onPair called after each complete pair
 */
export async function inTurns<T>(
  rounds: number,
  run: (side: Side, round: number) => Promise<T>,
  onPair: (pairs: Turns<T>) => void = () => undefined,
): Promise<Turns<T>> {
  const before: T[] = [];
  const now: T[] = [];
  for (let round = 1; round <= rounds; round++) {
    const first = await attempt('before', round, run);
    if ('error' in first) return { before, now, stopped: first };
    const second = await attempt('now', round, run);
    if ('error' in second) return { before, now, stopped: second };
    before.push(first.value);
    now.push(second.value);
    onPair({ before, now });
  }
  return { before, now };
}

async function attempt<T>(
  side: Side,
  round: number,
  run: (side: Side, round: number) => Promise<T>,
): Promise<{ readonly value: T } | StoppedTurn> {
  try {
    return { value: await run(side, round) };
  } catch (error) {
    return { side, round, error };
  }
}
