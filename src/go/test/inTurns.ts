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
 * Runs two programs in turns: before, now, now, before, before, now, … A machine that gets warm or busy then disturbs
 * both programs alike: if the earlier one always ran first, a steady drift would seem a change of the program. The
 * first run that throws ends the sequence; only complete pairs are returned.
 * @param onPair called after each complete pair
 * @param isEnough whether no further pair is needed; by default, all rounds are
 */
export async function inTurns<T>(
  rounds: number,
  run: (side: Side, round: number) => Promise<T>,
  onPair: (pairs: Turns<T>) => void = () => undefined,
  isEnough: (pairs: Turns<T>) => boolean = () => false,
): Promise<Turns<T>> {
  const before: T[] = [];
  const now: T[] = [];
  for (let round = 1; round <= rounds; round++) {
    const sides = { before, now };
    const order = round % 2 === 1 ? (['before', 'now'] as const) : (['now', 'before'] as const);
    const pair: { readonly side: Side; readonly value: T }[] = [];
    for (const side of order) {
      const turn = await attempt(side, round, run);
      if ('error' in turn) return { before, now, stopped: turn };
      pair.push({ side, value: turn.value });
    }
    for (const { side, value } of pair) sides[side].push(value);
    onPair({ before, now });
    if (isEnough({ before, now })) break;
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
