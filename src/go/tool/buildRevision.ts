import { goTool, runGo } from './goTool';
import type { GoEnvironment } from '../captureTypes';

/** The commit that a program was built from, as Go writes it into the program. */
export interface BuildRevision {
  /** All digits of its hash. */
  readonly commit: string;
  /** Whether files differed from the commit. */
  readonly isModified: boolean;
}

/**
 * What `go version -m` prints of a program's commit; undefined if the program is no Go program, or was built outside of
 * a repository or with -buildvcs=false. Throws CaptureError, or the signal's reason on abort.
 * @param folder where Go runs
 */
export async function buildRevision(
  go: GoEnvironment,
  folder: string,
  program: string,
  signal: AbortSignal,
): Promise<BuildRevision | undefined> {
  const { exitCode, stdout } = await runGo(goTool(go, folder, signal), ['version', '-m', program]);
  const [, commit] = /^\tbuild\tvcs\.revision=([0-9a-f]{40}|[0-9a-f]{64})$/m.exec(stdout) ?? [];
  if (exitCode !== 0 || commit === undefined) return undefined;
  return { commit, isModified: /^\tbuild\tvcs\.modified=true$/m.test(stdout) };
}
