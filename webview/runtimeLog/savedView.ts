import { asRecord, asText } from '../savedValue';

/** The user's choices, which survive hiding the page. */
export interface RuntimeLogView {
  /** Identifies the text. */
  readonly of: string;
  /** The index of the chosen program; unset: all. */
  readonly program?: number | undefined;
  /** The tables that are shown. */
  readonly tables: readonly string[];
}

/** Reads a saved view; ignores values of another shape. */
export function readView(saved: unknown): RuntimeLogView {
  const { of, program, tables } = asRecord(saved);
  return {
    of: asText(of),
    ...(Number.isSafeInteger(program) && { program: program as number }),
    tables: Array.isArray(tables) ? tables.filter((kind) => kind === 'gc' || kind === 'sched').slice(0, 2) : [],
  };
}
