import type { Guard } from '../profile/common/guard';
import type { GoroutineQueries } from './goroutineQueries';
import type { RuntimeLogQueries } from './runtimeLogQueries';

/** Queries about a text that Go printed. Each query carries the text. */
export interface TextQueries extends GoroutineQueries, RuntimeLogQueries {}

/** What a text is read for; each has code of its own. */
export type TextSubject = 'goroutines' | 'runtimeLog';

/** The code that answers the queries about a subject. */
export interface TextCode {
  /** Throws the guard's errors, such as MemoryError and AbortError. */
  answer(query: keyof TextQueries, params: unknown, guard: Guard): Promise<unknown>;
  /** Drops the cached text. */
  clear(): void;
}
