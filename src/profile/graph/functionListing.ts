import { compareBytes } from '../common/utf8';
import type { FunctionNaming } from './frameNodes';
import { graphNodes } from './graphNodes';
import type { NodeInfo } from './nodeInfo';
import { nodeFigures, nodesWithFigures } from './nodeSums';
import type { Profile } from '../model';

/** The number of lines that pprof shows before the first and after the last line with a sample. */
const MARGIN = 5;

/** The lines that `pprof -list` shows for one function in one file. */
export interface FunctionListing {
  readonly name: string;
  /** Empty if unknown. */
  readonly file: string;
  readonly flat: number;
  /** The sum of the cum of the function's nodes: a sample counts once for each node (google/pprof#707). */
  readonly cum: number;
  /** The range of lines to show, 1-based, both included; empty if `from` > `to`. */
  readonly from: number;
  readonly to: number;
  /** Lines with samples, by line. */
  readonly lines: ReadonlyMap<number, { readonly flat: number; readonly cum: number }>;
}

/**
 * The listings of all functions with samples and a matching name, by name, then by file. A function has one node per
 * line and binary, and is listed if the flat or cum of one of its nodes is not 0. If two builds are compared, a line
 * that costs 3 in both has two nodes, with 3 and −3.
 * The range begins where the function starts, if known, else MARGIN lines before the first line with a sample.
 * Source: google/pprof internal/report, printSource and getSourceFromFile. (If functions with the same name and file
 * start on different lines, pprof's range is random; here it is the longest range.)
 */
export function functionListings(
  profile: Profile,
  sampleType: number,
  matches: (name: string) => boolean,
  { naming, dropNegative = false }: ListingOptions = {},
): readonly FunctionListing[] {
  const listings = new Map<string, ListingBuilder>();
  const matching = memoized(matches);
  const nodes = graphNodes(profile, { ...(naming && { naming }), objects: true });
  const figures = nodeFigures(profile.stacks, { values: profile.values[sampleType] }, nodes);
  for (const node of nodesWithFigures(figures, dropNegative)) {
    const info = nodes.infos[node];
    if (!matching(info.name)) continue;
    const key = `${info.name}\0${info.file}`;
    let listing = listings.get(key);
    if (listing === undefined) listings.set(key, (listing = new ListingBuilder(info)));
    listing.add(info, figures.flat[node], figures.cum[node]);
  }
  return [...listings.values()].sort((a, b) => compareBytes(a.name, b.name) || compareBytes(a.file, b.file));
}

export interface ListingOptions {
  /** Default: the names and files of the profile. */
  readonly naming?: FunctionNaming;
  /** Leave out nodes whose figures are negative. Default: false. */
  readonly dropNegative?: boolean;
}

class ListingBuilder implements FunctionListing {
  readonly name: string;
  readonly file: string;
  readonly lines = new Map<number, { flat: number; cum: number }>();
  flat = 0;
  cum = 0;
  from = Infinity;
  to = 0;

  constructor({ name, file }: NodeInfo) {
    this.name = name;
    this.file = file;
  }

  add({ line, startLine }: NodeInfo, flat: number, cum: number): void {
    const sum = this.lines.get(line);
    this.lines.set(line, { flat: flat + (sum?.flat ?? 0), cum: cum + (sum?.cum ?? 0) });
    this.flat += flat;
    this.cum += cum;
    this.from = Math.max(1, Math.min(this.from, startLine || line - MARGIN));
    this.to = Math.max(this.to, line + MARGIN);
  }
}

function memoized(matches: (name: string) => boolean): (name: string) => boolean {
  const results = new Map<string, boolean>();
  return (name) => {
    let matched = results.get(name);
    if (matched === undefined) results.set(name, (matched = matches(name)));
    return matched;
  };
}
