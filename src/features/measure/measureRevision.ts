import { dirname } from 'node:path';
import { openRepository } from '../../go/git/gitCommand';
import { reportFailure } from '../../ui/failureMessage';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { measureAgainst } from './measureAgainst';
import { pickRevision } from './pickRevision';
import type { Target } from '../profile/pickTarget';
import type { ProfilingParts } from '../profile/profileTarget';
import { RevisionCode, RevisionError } from './revisionCode';
import { requireTrust } from '../../ui/preconditionError';

/**
 * Asks for a git revision, builds the benchmark at that revision (in a temporary worktree) and in the workspace,
 * profiles both, runs them in turns, and shows the verdict. If the revision cannot be measured, shows why, with a
 * button to choose another one. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function measureRevision(target: Target, parts: ProfilingParts): Promise<void> {
  requireTrust('measuring runs its code');
  await parts.measurements.ready();
  // The user cannot cancel yet, but git has a time limit.
  const { env } = goEnvironmentOf(target.uri);
  const place = { cwd: dirname(target.uri.fsPath), env, signal: new AbortController().signal };
  const workspaceRepository = await openRepository(place);
  const revision = await pickRevision(target.name, place);
  if (!revision) return;
  const { displayName: name } = revision;
  try {
    await measureAgainst(target, `Measuring ${target.name} against ${name}`, async (options, progress) => {
      const repository = { ...workspaceRepository, place: { ...place, signal: progress.signal } };
      const code = await RevisionCode.checkOut({ target, options, revision, repository }, parts, progress);
      return { code, known: { revision: name } };
    }, parts);
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error;
    await reportFailure(error, parts.output, { 'Choose Another Revision': () => measureRevision(target, parts) });
  }
}
