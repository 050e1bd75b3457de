import type { Steps } from '../../profile/common/guard';
import { findInLines } from '../../profile/common/textLines';
import type { GoTestRequest } from '../captureTypes';

/**
 * Whether a round of a benchmark has failed. Go reports success if a benchmark fails in a round after the first:
 * https://go.dev/src/testing/benchmark.go
 */
export function* hasFailedRound({ kind, name }: GoTestRequest['target'], stdout: string): Steps<boolean> {
  if (kind !== 'benchmark') return false;
  const [baseName] = name.split('/') as [string];
  const isFailure = (line: string) => {
    // The benchmark may have printed text without a newline before.
    const failed = /(?<! )--- FAIL: (\S+)$/.exec(line)?.[1] ?? '';
    return /^(-\d+|\/.*)?$/.test(failed.slice(baseName.length)) && failed.startsWith(baseName) ? true : undefined;
  };
  return (yield* findInLines(stdout, isFailure, { having: '--- FAIL: ' })) === true;
}
