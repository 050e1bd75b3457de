import { open } from 'node:fs/promises';
import { readProfile } from '../engine/node/readProfile';
import { ProfileError } from '../profile/errors';
import type { Profile } from '../profile/model';
import { withCommonTypeNames } from '../profile/refine/comparable';
import { mergeProfiles } from '../profile/refine/merge';
import { withMapping } from '../profile/refine/mergedHeader';
import { subtractBase } from '../profile/refine/subtractBase';
import { asPprofReads, symbolization } from '../pprofText/asPprofReads';
import type { ReportOptions } from '../pprofText/reportOptions';
import { checkProgramsAreGone } from '../pprofText/programsOnDisk';

/** The first bytes of ELF, Mach-O and Windows binaries. */
const PROGRAM_STARTS = ['7f454c46', 'cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', '4d5a'];

/**
 * Reads and merges the profiles of a report, and subtracts its base. As in pprof, the first path may be the profiled
 * program.
 * @throws EngineError, MemoryError, ProfileError, RefinementError, UsageError
 */
export async function loadProfiles(options: ReportOptions, readStdin: () => Promise<Uint8Array>): Promise<Profile> {
  const { files, base, diffBase, normalize, symbolize, buildId, addComment } = options;
  const program = files.length > 1 && (await isProgram(files[0])) ? files[0] : undefined;
  const readAll = async (paths: readonly string[]): Promise<Profile> => {
    const profiles: Profile[] = [];
    for (const path of paths) profiles.push(withProgram(await readOne(path, readStdin), { program, buildId }));
    return mergeProfiles(withCommonTypeNames(profiles));
  };
  let profile = await readAll(program === undefined ? files : files.slice(1));
  if (base !== '') profile = subtractBase(profile, await readAll([base]), { mode: 'base', normalize });
  if (diffBase !== '') profile = subtractBase(profile, await readAll([diffBase]), { mode: 'diff_base', normalize });
  checkProgramsAreGone(profile, symbolize);
  const prepared = asPprofReads(profile, symbolization(symbolize));
  return addComment === '' ? prepared : { ...prepared, comments: [...prepared.comments, addComment] };
}

async function readOne(path: string, readStdin: () => Promise<Uint8Array>): Promise<Profile> {
  const source = path === '-' ? { kind: 'bytes' as const, bytes: await readStdin() } : { kind: 'file' as const, path };
  try {
    return await readProfile(source, new AbortController().signal);
  } catch (cause) {
    if (!(cause instanceof ProfileError)) throw cause;
    throw new ProfileError(cause.stage, `${path === '-' ? 'standard input' : path}: ${cause.message}`, cause.offset);
  }
}

async function isProgram(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
      const start = buffer.subarray(0, bytesRead).toString('hex');
      return PROGRAM_STARTS.some((each) => start.startsWith(each));
    } finally {
      await file.close();
    }
  } catch {
    // Reading the file as a profile reports the error.
    return false;
  }
}

interface Program {
  readonly program: string | undefined;
  readonly buildId: string;
}

/** Sets the file of the profile's first binary, and its build ID if it has none. */
function withProgram(profile: Profile, { program, buildId }: Program): Profile {
  if (program === undefined && buildId === '') return profile;
  const { mappings: [first, ...others], ...rest } = withMapping(profile);
  const binary = { ...first, file: program ?? first.file, buildId: first.buildId === '' ? buildId : first.buildId };
  return { ...rest, mappings: [binary, ...others] };
}
