import { readProfile } from '../../src/engine/readProfile';
import { withoutDroppedFrames } from '../../src/profile/dropFrames';
import { functionListings } from '../../src/profile/functionListing';
import type { FunctionListing } from '../../src/profile/functionListing';
import type { Profile } from '../../src/profile/model';
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
 * The one thing in which our list is not pprof's: the cum of a function of which a sample's stack holds several lines.
 * pprof adds up the lines' cum and so counts that sample for each of them; we count it once.
 * @param args of our `list`
 */
export async function divergences(args: readonly string[]): Promise<readonly Divergence[]> {
  const { profile, sampleType, options, format } = await requestOf(args);
  const header = (flat: number, cum: number): string => {
    const columns = [flat, cum].map((value) => formatValue(value, format).padStart(10)).join(' ');
    return `${columns} (flat, cum) ${percentColumn(cum, format.total)} of Total`;
  };
  const dropNegative = options.refinement.drop_negative ?? false;
  return functionListings(profile, sampleType, () => true, { naming: trimmedNaming(profile, options), dropNegative })
    .filter((listing) => listing.cum !== sumOfLines(listing))
    .map((listing) => ({
      routine: `ROUTINE ======================== ${listing.name} in ${listing.file}`,
      ours: header(listing.flat, listing.cum),
      pprofs: header(listing.flat, sumOfLines(listing)),
    }));
}

/** What our report with these arguments is made from. */
export async function requestOf(args: readonly string[]): Promise<ReportRequest> {
  const options = parseArgs(args);
  const profile = await loadProfiles(options, () => Promise.reject(new Error('nothing is read from standard input')));
  return prepareReport(profile, options).request;
}

function sumOfLines({ lines }: FunctionListing): number {
  return [...lines.values()].reduce((sum, { cum }) => sum + cum, 0);
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
