import { type Change, CHANGES } from '../../src/goroutines/answers';
import { asRecord, asText } from '../savedValue';

/** The user's choices, which survive hiding the page. */
export interface GoroutinesView {
  /** Identifies the text. */
  readonly of: string;
  /** The index of the chosen dump; unset: all. */
  readonly dump?: number | undefined;
  readonly text: string;
  readonly state?: string | undefined;
  readonly hidesIdle: boolean;
  readonly change?: Change | undefined;
  /** The keys of the groups that are not as they open: unfolded, or the first one folded. */
  readonly toggled: readonly string[];
}

const MAX_TOGGLED = 500;

/** Reads a saved view; ignores values of another shape. */
export function readView(saved: unknown): GoroutinesView {
  const { of, dump, text, state, hidesIdle, change, toggled } = asRecord(saved);
  return {
    of: asText(of),
    ...(Number.isSafeInteger(dump) && { dump: dump as number }),
    text: asText(text),
    ...(typeof state === 'string' && { state }),
    hidesIdle: hidesIdle !== false,
    ...(CHANGES.includes(change as Change) && { change: change as Change }),
    toggled: Array.isArray(toggled) ? toggled.filter((key) => typeof key === 'string').slice(0, MAX_TOGGLED) : [],
  };
}
