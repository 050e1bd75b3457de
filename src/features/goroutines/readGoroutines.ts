import type { QueryEngine } from '../../engine/client';
import type { GoroutineBytes } from '../../engine/goroutineQueries';
import type { ReadGoroutines } from '../../pages/goroutines/goroutinesPanel';
import { PreconditionError } from '../../ui/preconditionError';
import { withLateProgress } from '../../ui/progress';
import type { NamedText } from '../texts/namedText';
import { bytesOf } from '../texts/textBytes';
import { takenText } from './takenText';

/** A text with goroutines. */
export interface GoroutinesText extends NamedText {
  /** What a capture of its goroutines is called; unset: its origin and that it has goroutines. */
  readonly captureTitle?: string;
}

/** Texts to read and to show. */
export type GoroutinesToShow = Pick<ReadGoroutines, 'origin' | 'earlier' | 'captureTitle' | 'texts'>;

/** What a file with goroutines may be: see TextQuestion. */
export const GOROUTINE_FILES = { file: 'a log, or what a service answered', part: 'the part with the goroutines' };

let lastId = 0;
const NEVER = new AbortController().signal;

/** Reads a text. Throws PreconditionError if it has no goroutines, or EngineError. */
export async function readText(named: GoroutinesText, engine: QueryEngine): Promise<ReadGoroutines> {
  const { origin, content, captureTitle = `${origin} goroutines` } = named;
  if (content.length === 0) throw new PreconditionError(`${origin} is empty: copy or select what Go printed first.`);
  const read = await withLateProgress(`Reading ${origin}`, NEVER, async (signal) =>
    readGoroutines({ origin, captureTitle, texts: [{ bytes: await bytesOf(content) }] }, engine, signal));
  if (read.summary.dumpCount > 0) return read;
  throw new PreconditionError(
    `${origin} has no goroutines: Linecost reads panics, fatal errors, race reports, and goroutine profiles as text (debug=1, debug=2).`,
  );
}

/** Reads texts that are shown together, or compared. Throws EngineError. */
export async function readGoroutines(
  { origin, earlier, captureTitle, texts }: GoroutinesToShow,
  engine: QueryEngine,
  signal: AbortSignal,
): Promise<ReadGoroutines> {
  const all = { id: ++lastId, texts };
  const { summary, files } = await engine.ask('readGoroutines', all, signal);
  return { origin, earlier, captureTitle, ...all, summary, files, taken: takenText(texts) };
}

/** The goroutines in a text as a profile. Throws EngineError. */
export async function profileOfGoroutines(content: string, engine: QueryEngine): Promise<Uint8Array> {
  const texts: readonly GoroutineBytes[] = [{ bytes: await bytesOf(content) }];
  return engine.ask('goroutineProfile', { id: ++lastId, texts, dump: undefined });
}
