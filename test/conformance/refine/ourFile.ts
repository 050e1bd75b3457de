import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { withoutDroppedFrames } from '../../../src/profile/refine/profileDropFrames';
import { encodeProfile } from '../../../src/profile/wire/encode';
import type { Profile } from '../../../src/profile/model';
import { refine } from '../../../src/profile/refine/applyRefinement';
import { mergeProfiles } from '../../../src/profile/refine/merge';
import { subtractBase } from '../../../src/profile/refine/subtractBase';
import type { Refinement } from '../../../src/profile/answers/refinement';
import { assertSameText, pprof } from '../oracle';

/** A request to Linecost and to pprof. Paths are relative to `folder`. */
export interface FileRequest {
  readonly folder: string;
  readonly profiles: readonly string[];
  readonly base?: string;
  readonly mode?: 'base' | 'diff_base';
  readonly normalize?: boolean;
  readonly refinement?: Refinement;
}

/** Prints the whole content of a file. */
const RAW = [['-raw']];
/** Reports whose order never changes in pprof, even if different nodes have equal figures and names. */
export const REPORTS = [...RAW, ['-top', '-cum', '-nodecount=0'], ['-traces', '-lines']];

export async function load(folder: string, path: string): Promise<Profile> {
  const bytes = await readFile(join(folder, path));
  return decodeProfile(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
}

/** The request as flags of pprof. */
function flagsOf({ base, mode, normalize, refinement = {} }: FileRequest): string[] {
  return [
    ...(base === undefined ? [] : [`-${mode!}=${base}`]),
    ...(normalize === true ? ['-normalize'] : []),
    ...Object.entries(refinement).map(([name, value]) => `-${name}=${String(value)}`),
  ];
}

export async function ourProfile(request: FileRequest): Promise<Profile> {
  const { folder, profiles, base, mode, normalize = false, refinement = {} } = request;
  const merged = mergeProfiles(await Promise.all(profiles.map((path) => load(folder, path))));
  const difference = base === undefined
    ? merged
    : subtractBase(merged, await load(folder, base), { mode: mode!, normalize });
  return refine(withoutDroppedFrames(difference), refinement);
}

/** pprof must read the same content from Linecost's file as from its own. */
export async function compareFiles(request: FileRequest, reports: readonly (readonly string[])[] = RAW): Promise<void> {
  const { folder } = request;
  const flags = flagsOf(request);
  const written = await pprof(['-proto', '-output=theirs.pb.gz', ...flags, ...request.profiles], { cwd: folder });
  assert.equal(written.code, 0, `${flags.join(' ')}: ${written.stderr}`);
  await writeFile(join(folder, 'ours.pb'), encodeProfile(await ourProfile(request)));
  for (const report of reports) {
    const [ours, theirs] = await Promise.all(
      ['ours.pb', 'theirs.pb.gz'].map((file) => pprof([...report, file], { cwd: folder })),
    );
    assert.equal(ours!.code, 0, ours!.stderr);
    assertSameText(ours!.stdout, theirs!.stdout, `${report.join(' ')} of ${request.profiles.join(' ')} ${flags.join(' ')}`);
  }
}
