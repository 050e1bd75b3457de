import { readProfile } from '../../src/engine/readProfile';
import { withoutDroppedFrames } from '../../src/profile/dropFrames';
import { functionListings } from '../../src/profile/functionListing';
import { graphNodes } from '../../src/profile/graph/graphNodes';
import type { Profile } from '../../src/profile/model';
import { nodeCosts } from '../../src/profile/nodeCosts';
import { parseArgs } from '../../src/report/args';
import { formatValue, percentColumn } from '../../src/profile/figures';
import { loadProfiles } from '../../src/report/load';
import { trimmedNaming } from '../../src/report/naming';
import { prepareReport } from '../../src/report/prepare';
import type { ReportRequest } from '../../src/report/request';
import { runReport } from '../../src/report/run';
import type { Ran } from './oracle';

/** Our report with these arguments, in this process, as if it stood in `directory`. */
export async function report(args: readonly string[], directory: string): Promise<Ran> {
  const outcome = await runReport(args, { directory, readStdin: async () => new Uint8Array() });
  return { ...outcome, stdout: Buffer.from(outcome.stdout) };
}

export async function loadProfile(path: string): Promise<Profile> {
  return withoutDroppedFrames(await readProfile({ kind: 'file', path }, new AbortController().signal));
}

/** A function whose cum pprof counts too high, and the two columns of its header: as we and as pprof have them. */
export interface Divergence {
  readonly routine: string;
  readonly ours: string;
  readonly pprofs: string;
}

/**
 * The one thing in which our list is not pprof's: the cum of a function of which a sample's stack holds several nodes
 * (lines, or one line in several binaries). pprof adds them up and so counts that sample for each of them; we count it
 * once.
 * @param args of our `list`
 */
export async function divergences(args: readonly string[]): Promise<readonly Divergence[]> {
  const request = await requestOf(args);
  const { profile, sampleType, options, format } = request;
  const header = (flat: number, cum: number): string => {
    const columns = [flat, cum].map((value) => formatValue(value, format).padStart(10)).join(' ');
    return `${columns} (flat, cum) ${percentColumn(cum, format.total)} of Total`;
  };
  const dropNegative = options.refinement.drop_negative ?? false;
  const sums = sumsOfNodes(request, dropNegative);
  return functionListings(profile, sampleType, () => true, { naming: trimmedNaming(profile, options), dropNegative })
    .map((listing) => ({ ...listing, sum: sums.get(`${listing.name}\0${listing.file}`) ?? 0 }))
    .filter(({ cum, sum }) => cum !== sum)
    .map(({ name, file, flat, cum, sum }) => ({
      routine: `ROUTINE ======================== ${name} in ${file}`,
      ours: header(flat, cum),
      pprofs: header(flat, sum),
    }));
}

/** By function and file: the cum of all its nodes, added up. */
function sumsOfNodes({ profile, sampleType, options }: ReportRequest, dropNegative: boolean): Map<string, number> {
  const { infos, ...frames } = graphNodes(profile, { naming: trimmedNaming(profile, options), objects: true });
  const { flat, cum } = nodeCosts(profile, sampleType, { ...frames, nodes: infos });
  const sums = new Map<string, number>();
  infos.forEach(({ name, file }, node) => {
    if (dropNegative && (flat[node]! < 0 || (flat[node] === 0 && cum[node]! < 0))) return;
    sums.set(`${name}\0${file}`, (sums.get(`${name}\0${file}`) ?? 0) + cum[node]!);
  });
  return sums;
}

/** What our report with these arguments is made from. */
export async function requestOf(args: readonly string[]): Promise<ReportRequest> {
  const options = parseArgs(args);
  const profile = await loadProfiles(options, () => Promise.reject(new Error('nothing is read from standard input')));
  return prepareReport(profile, options).request;
}

/** Our text of a list with the headers of recursive functions as pprof would have them. */
export function withPprofsHeaders(text: Buffer, found: readonly Divergence[]): Buffer {
  const byRoutine = new Map(found.map((divergence) => [divergence.routine, divergence]));
  const lines = text.toString('latin1').split('\n');
  const changed = lines.map((line, i) => {
    const divergence = byRoutine.get(Buffer.from(lines[i - 1] ?? '', 'latin1').toString());
    return divergence !== undefined && line === divergence.ours ? divergence.pprofs : line;
  });
  return Buffer.from(changed.join('\n'), 'latin1');
}
