import { ignored } from '../profile/common/ignored';
import { filesNamed, filesOf } from '../profile/lines/frames';
import { benchmarkLoop } from '../profile/lines/loopOfStacks';
import type { Profile } from '../profile/model';
import type { CompiledSources } from '../sources/lineMatching/misfiledFunctions';
import { MAX_NAMES } from './lineReports';
import type { ProfileEntry } from './profileEntry';
import type { CaptureFacts, CaptureQuestion } from './queries';

/** Corrects a loaded profile, and answers. What cannot be found is left out. Throws AbortError. */
export async function captureFacts(
  entry: ProfileEntry,
  { sources, isBenchmark }: CaptureQuestion,
  signal: AbortSignal,
): Promise<CaptureFacts> {
  const leftOut = (why: string) => (error: unknown) => {
    signal.throwIfAborted();
    return ignored(why)(error);
  };
  const correct = async () => (sources && sources.texts.size > 0 ? entry.correct(sources, signal) : undefined);
  const corrections = await correct().catch(leftOut('a profile is not corrected by its sources'));
  const answer = async () => factsOf((await entry.loaded(signal)).profile, { sources, isBenchmark });
  const facts = await answer().catch(leftOut('the facts of a capture are not known'));
  return { ...(corrections && { corrections }), ...facts };
}

function factsOf(profile: Profile, { sources, isBenchmark }: CaptureQuestion): Omit<CaptureFacts, 'corrections'> {
  const loop = isBenchmark ? benchmarkLoop(profile) : undefined;
  const files = sources ? filesOf(profile) : [];
  return {
    ...(loop && { loop }),
    ...(sources && files.length <= MAX_NAMES && { files }),
    ...(lacksOwnCode(files, sources?.module) && { lacksOwnCode: true }),
    ...(sources && filesNamed(profile, 'exec_posix.go').length > 0 && { startsProcess: true }),
  };
}

/** Whether there are files, but none of the module. Under -trimpath, names begin with the module's path. */
export function lacksOwnCode(files: readonly string[], module: CompiledSources['module']): boolean {
  const starts = [module?.moduleDir ?? '', module?.modulePath ?? ''].filter((start) => start !== '');
  const isOwn = (file: string): boolean =>
    starts.some((start) => file.startsWith(start) && /[\\/]/.test(file[start.length] ?? ''));
  return starts.length > 0 && files.length > 0 && !files.some(isOwn);
}
