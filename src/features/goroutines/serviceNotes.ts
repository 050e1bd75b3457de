import type { GoroutineBytes } from '../../engine/goroutineQueries';
import { MANY_GOROUTINES, type ServiceGoroutines } from '../../live/goroutinesRequest';
import type { DumpSummary } from '../../goroutines/answers';
import { plural } from '../../profile/text/counts';
import { sentenceOf } from '../../ui/systemFailure';

/** How many instances are named. */
const MAX_NAMED = 5;
const ONLY_COUNTS = 'These are the counts of debug=1, without states, waits and numbers.';

/** Why instances are missing, a sentence each. */
export function failureNotes(failures: readonly (readonly [name: string, error: unknown])[]): string[] {
  const sentences = failures.map(([name, error]) => {
    const sentence = sentenceOf(error);
    return `Without ${name}. ${sentence}`;
  });
  return shortened(sentences, (count) => `${count} more ${plural('instance', count)} did not answer.`);
}

/** Which services show counts alone, and why. */
export function cutNotes(answers: readonly (readonly [name: string, Pick<ServiceGoroutines, 'lack' | 'total'>])[]): string[] {
  const sentences = answers.flatMap(([name, { lack, total }]) => {
    switch (lack) {
      case undefined:
        return [];
      case 'many':
        return `${name} has ${total} goroutines: from ${MANY_GOROUTINES} on, printing their stacks would stop it for seconds. ${ONLY_COUNTS}`;
      case 'cut':
        return `Go cuts the stacks of ${name} at 64 MB. ${ONLY_COUNTS}`;
      case 'noRoom':
        return `The stacks of ${name} need more memory than Linecost takes for those of all instances. ${ONLY_COUNTS}`;
      default:
        return `${lack.message} ${ONLY_COUNTS}`;
    }
  });
  return shortened(sentences, (count) => `${count} more ${plural('instance', count)} show counts alone.`);
}

/** Which services cannot be compared, because they answered for the first time; none if nothing is compared. */
export function newNotes(before: readonly GoroutineBytes[], after: readonly GoroutineBytes[]): string[] {
  if (before.length === 0) return [];
  const known = new Set(before.map(({ service }) => service));
  const added = after.flatMap(({ service }) => (service === undefined || known.has(service) ? [] : service));
  const sentences = added.map((service) => `${service} did not answer before: it is not compared.`);
  return shortened(sentences, (count) => `${count} more ${plural('instance', count)} did not answer before.`);
}

/** Says so if goroutines came or went between the count and the stacks. */
export function totalNotes({ dumps }: DumpSummary, totals: readonly number[]): string[] {
  const shown = dumps.reduce((sum, { goroutines }) => sum + goroutines, 0);
  const total = totals.reduce((sum, each) => sum + each, 0);
  if (dumps.length !== totals.length || shown === total) return [];
  return [`${total} goroutines a moment before (debug=1), ${shown} now.`];
}

function shortened(sentences: readonly string[], more: (count: number) => string): string[] {
  if (sentences.length <= MAX_NAMED + 1) return [...sentences];
  return [...sentences.slice(0, MAX_NAMED), more(sentences.length - MAX_NAMED)];
}
