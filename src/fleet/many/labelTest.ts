import { CaptureError } from '../../common/captureError';
import { RefinementError } from '../../profile/errors';
import { compilePattern } from '../../profile/common/regexp';
import type { LabelFilter } from '../fleetQuery';

/** The values of each label; a label that is missing is empty. */
export type Labels = Readonly<Record<string, readonly string[]>>;

/**
 * Whether all filters match, as in Prometheus: a pattern matches the whole value, a missing label is empty, and what is
 * negated must not match any value. Throws CaptureError `badAddress` if a pattern is not a regular expression.
 */
export function labelTest(filters: readonly LabelFilter[]): (labels: Labels) => boolean {
  const tests = filters.map(({ name, operator, value }) => {
    const isMatch = operator.endsWith('~') ? patternTest(name, value) : (text: string): boolean => text === value;
    return { name, isMatch, isNegated: operator.startsWith('!') };
  });
  return (labels) => tests.every(({ name, isMatch, isNegated }) => {
    const values = labels[name] ?? [];
    return (values.length === 0 ? [''] : values).some(isMatch) !== isNegated;
  });
}

function patternTest(name: string, pattern: string): (text: string) => boolean {
  if (pattern === '') return (text) => text === '';
  try {
    return compilePattern(name, `^(?s:${pattern})$`) ?? (() => true);
  } catch (error) {
    if (!(error instanceof RefinementError)) throw error;
    throw new CaptureError('badAddress', `The filter of ${name} is not a regular expression: ${pattern.slice(0, 100)}`);
  }
}
