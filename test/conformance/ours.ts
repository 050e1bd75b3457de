import { readProfile } from '../../src/engine/node/readProfile';
import { withoutDroppedFrames } from '../../src/profile/refine/profileDropFrames';
import type { Profile } from '../../src/profile/model';
import { parseArgs } from '../../src/cli/args';
import { loadProfiles } from '../../src/cli/loadProfiles';
import { prepareReport, type ReportRequest } from '../../src/pprofText/prepare';
import { runReport } from '../../src/cli/runReport';
import type { RunResult } from './oracle';

/** Runs Linecost's report with these arguments in this process, with `directory` as its working directory. */
export async function report(args: readonly string[], directory: string): Promise<RunResult> {
  const outcome = await runReport(args, { directory, readStdin: async () => new Uint8Array() });
  return { ...outcome, stdout: Buffer.from(outcome.stdout) };
}

export async function loadProfile(path: string): Promise<Profile> {
  return withoutDroppedFrames(await readProfile({ kind: 'file', path }, new AbortController().signal));
}

/** The request from which Linecost makes the report with these arguments. */
export async function requestOf(args: readonly string[]): Promise<ReportRequest> {
  const options = parseArgs(args);
  const profile = await loadProfiles(options, () => Promise.reject(new Error('nothing is read from standard input')));
  return prepareReport(profile, options).request;
}
