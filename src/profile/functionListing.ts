import { compareBytes } from './byteOrder';
import { frameNodes, plainNaming } from './frameNodes';
import type { FrameNode, FunctionNaming } from './frameNodes';
import { NONE } from './model';
import type { Profile } from './model';
import { nodeCosts } from './nodeCosts';

/** pprof shows this many lines before the first line with a sample and after the last. */
const MARGIN = 5;

/** What `pprof -list` shows of one function in one file. */
export interface FunctionListing {
  readonly name: string;
  /** Empty where the profile does not say. */
  readonly file: string;
  readonly flat: number;
  /** Each sample once. pprof adds up its lines' cum instead, and so counts a recursive function's samples again. */
  readonly cum: number;
  /** The stretch of the file that is shown, 1-based, both included; empty where `from` > `to`. */
  readonly from: number;
  readonly to: number;
  /** Lines with samples, by line. */
  readonly lines: ReadonlyMap<number, { readonly flat: number; readonly cum: number }>;
}

/**
 * Functions that have samples and whose names match, by name, then by file.
 * The stretch starts where the function starts, or else some lines before the first one with a sample.
 * Source: google/pprof internal/report, printSource and getSourceFromFile. (Where functions of one name and file start
 * on several lines, pprof's stretch is left to chance; this is the longest one it can be.)
 */
export function functionListings(
  profile: Profile,
  sampleType: number,
  matches: (name: string) => boolean,
  { naming = plainNaming(profile), dropNegative = false }: ListingOptions = {},
): readonly FunctionListing[] {
  const listings = new Map<string, ListingBuilder>();
  const matching = memoized(matches);
  const lines = frameNodes(profile, 'lines', naming);
  const { flat, cum } = nodeCosts(profile, sampleType, lines);
  const isNegative = (node: number): boolean => flat[node]! < 0 || (flat[node] === 0 && cum[node]! < 0);
  const dropped = (node: number): boolean => dropNegative && isNegative(node);
  lines.nodes.forEach((node, i) => {
    if ((flat[i] === 0 && cum[i] === 0) || dropped(i) || !matching(node.name)) return;
    const key = keyOf(node);
    let listing = listings.get(key);
    if (listing === undefined) listings.set(key, (listing = new ListingBuilder(node)));
    listing.addLine(node, flat[i]!, cum[i]!);
  });
  const functions = frameNodes(profile, 'filefunctions', naming);
  const rows = functions.rows.map((node, row) => (dropped(lines.rows[row]!) ? NONE : node));
  const sums = nodeCosts(profile, sampleType, { ...functions, rows });
  functions.nodes.forEach((node, i) => listings.get(keyOf(node))?.addCum(sums.cum[i]!));
  return [...listings.values()].sort((a, b) => compareBytes(a.name, b.name) || compareBytes(a.file, b.file));
}

export interface ListingOptions {
  /** Default: names and files as the profile has them. */
  readonly naming?: FunctionNaming;
  /** Without lines whose figures are negative. Default: false. */
  readonly dropNegative?: boolean;
}

const keyOf = ({ name, file }: FrameNode): string => `${name}\0${file}`;

class ListingBuilder implements FunctionListing {
  readonly name: string;
  readonly file: string;
  readonly lines = new Map<number, { flat: number; cum: number }>();
  flat = 0;
  cum = 0;
  from = Infinity;
  to = 0;

  constructor({ name, file }: FrameNode) {
    this.name = name;
    this.file = file;
  }

  addLine({ line, startLine }: FrameNode, flat: number, cum: number): void {
    const sum = this.lines.get(line);
    this.lines.set(line, { flat: flat + (sum?.flat ?? 0), cum: cum + (sum?.cum ?? 0) });
    this.flat += flat;
    this.from = Math.max(1, Math.min(this.from, startLine || line - MARGIN));
    this.to = Math.max(this.to, line + MARGIN);
  }

  addCum(cum: number): void {
    this.cum += cum;
  }
}

function memoized(matches: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    let matched = known.get(name);
    if (matched === undefined) known.set(name, (matched = matches(name)));
    return matched;
  };
}
