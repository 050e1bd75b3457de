import type { ProfileFrames } from './frames';
import { OnceSums } from './onceSums';
import type { LineDetail, Neighbour } from './reports';
import type { StackTrie } from './stackTrie';
import type { TrieWeights } from './trieWeights';

/** By location: 1 where one of its frames is the source line. */
export function locationsWith({ offsets, sourceLine: lines }: ProfileFrames, sourceLine: number): Uint8Array {
  const holds = new Uint8Array(offsets.length - 1);
  for (let at = 0; at < holds.length; at++) {
    for (let frame = offsets[at]!; frame < offsets[at + 1]!; frame++) if (lines[frame] === sourceLine) holds[at] = 1;
  }
  return holds;
}

export type NeighbourReport = Omit<LineDetail, 'file' | 'line' | 'values' | 'flatSamples' | 'cumSamples'>;

/** What stands beside a line in the stacks, summed in one walk over the trie; lineDetail.ts has an example. */
export class LineNeighbours {
  /** By call site, by function, by site, by function, by function. */
  private readonly callers: OnceSums;
  private readonly callees: OnceSums;
  private readonly calleeSites: OnceSums;
  private readonly inlinedHere: OnceSums;
  private readonly inlinedInto: OnceSums;
  /** By site and by function: 1 where a call was not inlined at least once. */
  private readonly calledFrom: Uint8Array;
  private readonly called: Uint8Array;

  constructor(
    private readonly trie: StackTrie,
    private readonly frames: ProfileFrames,
    private readonly sourceLine: number,
    private readonly weights: TrieWeights,
  ) {
    const functionCount = frames.functions.count;
    this.callers = new OnceSums(frames.siteCount);
    this.callees = new OnceSums(functionCount);
    this.calleeSites = new OnceSums(frames.siteCount);
    this.inlinedHere = new OnceSums(functionCount);
    this.inlinedInto = new OnceSums(functionCount);
    this.calledFrom = new Uint8Array(frames.siteCount);
    this.called = new Uint8Array(functionCount);
  }

  collect(): void {
    const { trie, frames, weights } = this;
    const holds = locationsWith(frames, this.sourceLine);
    for (let node = 1; node < trie.count; node++) {
      if (weights.samples[node] === 0) {
        node = trie.end[node]! - 1;
        continue;
      }
      const up = trie.parent[node]!;
      if (up !== 0 && holds[trie.location[up]!] === 1) this.visitCallee(node, up);
      if (holds[trie.location[node]!] === 1) this.visitLocation(node);
    }
  }

  /** The line may be the innermost frame of the caller's location: then this location's outermost frame is a callee. */
  private visitCallee(node: number, up: number): void {
    const { offsets, sourceLine } = this.frames;
    if (sourceLine[offsets[this.trie.location[up]!]!] !== this.sourceLine) return;
    const outermost = offsets[this.trie.location[node]! + 1]! - 1;
    this.addCallee(outermost, node);
    this.called[this.frames.function[outermost]!] = 1;
  }

  private visitLocation(node: number): void {
    const { offsets, sourceLine } = this.frames;
    const first = offsets[this.trie.location[node]!]!;
    const end = offsets[this.trie.location[node]! + 1]!;
    for (let frame = end - 1; frame >= first; frame--) {
      if (sourceLine[frame] !== this.sourceLine) continue;
      if (frame > first) this.addCallee(frame - 1, node);
      if (frame + 1 < end) this.addTo(this.callers, this.frames.site[frame + 1]!, node);
      else this.visitCaller(node);
      for (let inner = first; inner < frame; inner++) this.addFunction(this.inlinedHere, inner, node);
      for (let outer = frame + 1; outer < end; outer++) this.addFunction(this.inlinedInto, outer, node);
    }
  }

  /** The line is the outermost frame of its location: the innermost frame of the location above called it. */
  private visitCaller(node: number): void {
    const up = this.trie.parent[node]!;
    if (up === 0) return;
    const site = this.frames.site[this.frames.offsets[this.trie.location[up]!]!]!;
    this.addTo(this.callers, site, node);
    this.calledFrom[site] = 1;
  }

  private addCallee(frame: number, node: number): void {
    this.addFunction(this.callees, frame, node);
    this.addTo(this.calleeSites, this.frames.site[frame]!, node);
  }

  private addFunction(sums: OnceSums, frame: number, node: number): void {
    this.addTo(sums, this.frames.function[frame]!, node);
  }

  private addTo(sums: OnceSums, key: number, node: number): void {
    sums.add(key, node, this.trie.end[node]!, this.weights.total[node]!);
  }

  report(limit: number): NeighbourReport {
    const { functions } = this.frames;
    const sites = describeSites(this.frames);
    const bySite = (a: number, b: number) =>
      byText(functions.names[sites.function[a]!]!, functions.names[sites.function[b]!]!)
      || byText(this.fileOf(sites.function[a]!), this.fileOf(sites.function[b]!))
      || sites.line[a]! - sites.line[b]!;
    const byFunction = (a: number, b: number) =>
      byText(functions.names[a]!, functions.names[b]!) || byText(this.fileOf(a), this.fileOf(b));
    const callers = this.callers.heaviest(bySite);
    const callees = this.callees.heaviest(byFunction);
    const calleeLines = this.heaviestLines(this.calleeSites.heaviest(bySite), sites);
    const names = (sums: OnceSums) => [...new Set(sums.heaviest(byFunction).map((id) => functions.names[id]!))];
    return {
      callers: callers.slice(0, limit).map((site) =>
        this.neighbour(sites.function[site]!, sites.line[site]!, this.callers.sums[site]!, this.calledFrom[site]!)),
      moreCallers: Math.max(0, callers.length - limit),
      callees: callees.slice(0, limit).map((id) =>
        this.neighbour(id, calleeLines.get(id)!, this.callees.sums[id]!, this.called[id]!)),
      moreCallees: Math.max(0, callees.length - limit),
      inlinedHere: names(this.inlinedHere),
      inlinedInto: names(this.inlinedInto),
    };
  }

  private neighbour(id: number, line: number, value: number, called: number): Neighbour {
    const { names } = this.frames.functions;
    return { function: names[id]!, file: this.fileOf(id), line, value, inlined: called === 0 };
  }

  private fileOf(id: number): string {
    const { functions } = this.frames;
    return functions.files[functions.file[id]!]!;
  }

  private heaviestLines(heaviestSites: readonly number[], sites: Sites): Map<number, number> {
    const lines = new Map<number, number>();
    for (const site of heaviestSites) {
      if (!lines.has(sites.function[site]!)) lines.set(sites.function[site]!, sites.line[site]!);
    }
    return lines;
  }
}

interface Sites {
  readonly function: Uint32Array;
  readonly line: Uint32Array;
}

function describeSites(frames: ProfileFrames): Sites {
  const sites = { function: new Uint32Array(frames.siteCount), line: new Uint32Array(frames.siteCount) };
  frames.site.forEach((site, frame) => {
    sites.function[site] = frames.function[frame]!;
    sites.line[site] = frames.line[frame]!;
  });
  return sites;
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
