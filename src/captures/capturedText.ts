import { shortCommit } from '../profile/text/shortCommit';
import { momentText } from '../ui/whenText';
import type { Conditions } from './disk/conditions';

interface Measured {
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  readonly conditions?: Pick<Conditions, 'git'> | undefined;
}

/**
 * What a capture is called in a list, so that no two read alike: `09:19:42 · 1a2b3c4`, with a star after the commit if
 * there were uncommitted changes. `now` is in milliseconds since the epoch.
 */
export function capturedText({ capturedAt, conditions }: Measured, now: number): string {
  return [momentText(capturedAt, now), commitMark(conditions?.git)].filter(Boolean).join(' · ');
}

/** `1a2b3c4`, `1a2b3c4*` with uncommitted changes; empty if the commit is not known. */
function commitMark(git: Conditions['git']): string {
  if (!git) return '';
  const hasChanges = git.isDirty === true || (git.changes?.files ?? 0) > 0;
  return shortCommit(git.commit) + (hasChanges ? '*' : '');
}
