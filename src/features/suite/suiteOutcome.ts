import { benchmarksText } from '../../profile/text/counts';
import type { Suite } from './suiteScopes';

export interface QueueOutcome {
  /** The number of benchmarks that were measured. */
  readonly done: number;
  /** The benchmarks that failed, in order, each with the reason as a sentence. */
  readonly failed: readonly NamedMessage[];
  /** The benchmarks whose results or profiles do not fit their run, in order, each with the reason. */
  readonly misfits?: readonly NamedMessage[];
}

interface NamedMessage {
  readonly name: string;
  readonly message: string;
}

/** Limit for the number of failures, and of misfits, in a message. */
const MAX_NAMED = 3;

/**
 * `2 of 3 benchmarks of x_test.go were profiled. BenchmarkA panics: no luck (x_test.go:7).` After a cancel, some were
 * neither profiled nor failed: `Cancelled: 1 of 3 benchmarks of x_test.go were profiled.`
 */
export function outcomeText(
  { name, targets, isOnlyMeasured }: Suite,
  { done, failed, misfits = [] }: QueueOutcome,
): string {
  const all = benchmarksText(targets.length);
  const countText = done === targets.length ? all : `${done} of ${all}`;
  const text = `${countText} of ${name} ${targets.length === 1 ? 'was' : 'were'} ${isOnlyMeasured ? 'measured' : 'profiled'}.`;
  const isCancelled = done + failed.length < targets.length;
  const named = [...listed(failed, 'more failed'), ...listed(misfits, 'more do not measure their operations')];
  return [isCancelled ? `Cancelled: ${text}` : text, ...named].join(' ');
}

function listed(messages: readonly NamedMessage[], rest: string): string[] {
  const sentences = new Set(messages.map(({ name, message }) => {
    // Most messages begin with the name: `BenchmarkA panics: …`.
    return message.startsWith(`${name} `) ? message : `${name}: ${message}`;
  }));
  const named = [...sentences].slice(0, MAX_NAMED);
  const more = sentences.size - named.length;
  return more > 0 ? [...named, `${more} ${rest}.`] : named;
}
