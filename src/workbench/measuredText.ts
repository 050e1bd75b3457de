import type { Conditions } from '../bench/captures/conditions';
import type { TextChanges } from '../source/lines/textChanges';
import { agoText } from './whenText';

/** Characters of a commit's hash, as git shortens it in a small repository. */
const HASH = 7;

interface Measured {
  /** Milliseconds since the epoch; 0 or less: not known. */
  readonly capturedAt: number;
  readonly conditions?: Pick<Conditions, 'git'>;
}

/**
 * When and at which commit costs were measured: `Measured 3 days ago at 1a2b3c4 (main), with uncommitted changes`;
 * empty if neither is known. `now` is in milliseconds since the epoch.
 */
export function measuredText({ capturedAt, conditions }: Measured, now: number): string {
  const { commit, branch, isDirty } = conditions?.git ?? {};
  const when = capturedAt > 0 ? agoText(capturedAt, now) : '';
  const where = commit && `at ${commit.slice(0, HASH)}${branch ? ` (${branch})` : ''}`;
  const measured = [when, where].filter(Boolean).join(' ');
  return measured && `Measured ${measured}${isDirty ? ', with uncommitted changes' : ''}`;
}

/** `12 lines changed since, 3 gone`; empty if none has. */
export function sinceText({ changed, gone }: { readonly changed: number; readonly gone: TextChanges['gone'] }): string {
  const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`;
  if (changed === 0) return gone.length === 0 ? '' : `${lines(gone.length)} gone since`;
  return `${lines(changed)} changed since${gone.length === 0 ? '' : `, ${gone.length} gone`}`;
}
