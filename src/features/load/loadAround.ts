import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { CaptureError } from '../../common/captureError';
import { loadCommand } from '../../live/load/loadCommand';
import type { LoadResult } from '../../live/load/loadResult';
import { failedPart, requestsInProfile } from '../../live/load/perRequest';
import { runLoad } from '../../live/load/runLoad';
import { type StartLoad, type UnderLoad, underLoad } from '../../live/load/underLoad';
import type { ServiceTarget, TargetLoad } from '../../live/targets/serviceTarget';
import { figureText } from '../../profile/text/screen/figure';
import type { Output } from '../../ui/output';
import type { AroundOptions, Loaded } from '../fetch/serviceLoad';

/** A target with a load command. */
export type LoadedTarget = ServiceTarget & { readonly load: TargetLoad };

export const WARM_UP_SECONDS = 2;
/** For how long a load lasts after the profiles of a time, in seconds: those of a moment are taken then. */
const MORE_SECONDS = 2;
/** A load may end this part of the profile's time too early. */
const MOST_IDLE = 0.05;

/**
 * Measures a service while its load command runs. Throws CaptureError `badCommand`, `toolNotFound`, or `failed` if the
 * load does not run when the measurement begins, or had no answer; and what `measure` throws.
 */
export async function measuredUnderLoad<T>(
  { name, load: { command, warmUpSeconds = WARM_UP_SECONDS } }: LoadedTarget,
  measure: () => Promise<T>,
  { service, seconds, signal, stop, report }: AroundOptions,
  output: Output,
): Promise<Loaded<T>> {
  const lasting = withSeconds(command, warmUpSeconds + seconds + MORE_SECONDS);
  const { words, variables } = loadCommand(lasting, service);
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
  const env = { ...definedVariables(), ...variables };
  const start: StartLoad = (signals) => runLoad({ words, cwd, env, ...signals });
  const loaded = await underLoad(start, measure, { warmUpSeconds, seconds, signal, stop, report });
  if (loaded.run) output.info(`Load of ${name}:\n${loaded.run.output.trimEnd()}`);
  return judged(loaded, seconds);
}

/** Replaces `${seconds}` by the time that a load has to last. */
export function withSeconds(command: string, seconds: number): string {
  return command.replaceAll('${seconds}', String(Math.ceil(seconds)));
}

function judged<T>({ measured, run, failure, idleSeconds }: UnderLoad<T>, seconds: number): Loaded<T> {
  const unknown = 'so costs per request are not known.';
  if (failure) return { measured, notes: [`The load failed meanwhile, ${unknown} ${failure.message}`] };
  const load = run?.result;
  if (!load) return { measured, notes: [`The output of the load has no requests per second, ${unknown}`] };
  const failed = failedPart(load);
  if (load.requests === 0 || (load.requests === undefined && failed === 1)) throw unanswered(load);
  const notes = failed === 1 ? ['All requests of the load failed: these are the costs of failing requests.'] : [];
  if (idleSeconds > MOST_IDLE * seconds) {
    const idle = figureText(idleSeconds * 1e9, 'nanoseconds');
    return { measured, load, notes: [...notes, `The load ended ${idle} before the profiles did, ${unknown}`] };
  }
  const requests = requestsInProfile(load, seconds);
  return { measured, load, ...(requests && { requests }), notes };
}

function unanswered({ errors }: LoadResult): CaptureError {
  const [most] = errors?.texts ?? [];
  const why = most ? ` (${most.text})` : '';
  return new CaptureError('failed', `No request of the load was answered${why}, so no profile was kept.`);
}

function definedVariables(): Record<string, string> {
  const defined = Object.entries(process.env).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Record<string, string>;
}
