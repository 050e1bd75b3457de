import { RE2JS } from 're2js';
import { readProfile as readSource } from '../engine/readProfile';
import { EngineError } from '../engine/wire';
import { withoutDroppedFrames } from '../profile/dropFrames';
import { ProfileError } from '../profile/errors';
import type { Profile } from '../profile/model';
import { findSampleType, SampleTypeError } from '../profile/sampleType';
import { parseArgs, UsageError } from './args';
import type { ReportOptions } from './args';
import { listReport } from './list';
import { pprofNaming } from './naming';
import { SourceReader } from './sources';
import { topReport } from './top';

/** What a run of `report` says, and the exit code: 0; 1 for a bad profile; 2, as pprof's, for anything else. */
export interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
}

export interface Surroundings {
  /** Where pprof would look for sources: the folder the user stands in, by the name they know it by. */
  readonly directory: string;
  readStdin(): Promise<Uint8Array>;
}

/** Runs `report` with the words after its name. Paths are relative to the process's working directory. */
export async function runReport(argv: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  try {
    const options = parseArgs(argv);
    const profile = await readProfile(options.file, surroundings);
    return report(profile, options, surroundings);
  } catch (cause) {
    if (cause instanceof UsageError || cause instanceof SampleTypeError) return failed(2, cause.message);
    if (cause instanceof ProfileError || cause instanceof EngineError) return failed(1, cause.message);
    throw cause;
  }
}

const failed = (code: 1 | 2, message: string): Outcome => ({ code, stdout: '', stderr: `${message}\n` });

async function readProfile(file: string, { readStdin }: Surroundings): Promise<Profile> {
  const source = file === '-'
    ? { kind: 'bytes' as const, bytes: await readStdin() }
    : { kind: 'file' as const, path: file };
  try {
    return withoutDroppedFrames(await readSource(source, new AbortController().signal));
  } catch (cause) {
    if (!(cause instanceof ProfileError)) throw cause;
    throw new ProfileError(cause.stage, `${file === '-' ? 'standard input' : file}: ${cause.message}`, cause.offset);
  }
}

function report(profile: Profile, options: ReportOptions, { directory }: Surroundings): Outcome {
  const sampleType = findSampleType(profile, options.sampleIndex);
  const naming = pprofNaming(profile, options);
  if (options.command === 'top') {
    return { code: 0, stdout: topReport(profile, sampleType, naming, options), stderr: '' };
  }
  const text = listReport({
    profile,
    sampleType,
    naming,
    matches: matcher(options.pattern),
    outputUnit: options.unit,
    sources: new SourceReader(options.sourcePath || directory, options.trimPath),
  });
  if (text === undefined) return failed(2, `no matches found for regexp: ${options.pattern}`);
  return { code: 0, stdout: text, stderr: '' };
}

function matcher(pattern: string): (text: string) => boolean {
  try {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.matcher(text).find();
  } catch (cause) {
    throw new UsageError(`parsing argument regexp ${pattern}: ${(cause as Error).message}`);
  }
}
