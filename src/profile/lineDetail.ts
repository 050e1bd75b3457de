import { findSourceLine, framesOf } from './frames';
import type { ProfileFrames } from './frames';
import { LineNeighbours, locationsWith } from './lineNeighbours';
import { NONE } from './model';
import type { Profile } from './model';
import { profileTotal } from './profileTotal';
import type { LineDetail } from './reports';
import { stackTrieOf } from './stackTrie';
import type { StackTrie } from './stackTrie';
import { trieWeights } from './trieWeights';

/** Which line, as the profile names its file (1-based), and how many neighbours of each side to name. */
export interface LineQuestion {
  readonly sampleType: number;
  readonly file: string;
  readonly line: number;
  readonly limit: number;
}

/**
 * All about one line: its costs under every sample type, who calls it and what it calls. For a.go:1 in
 *
 *     main@main.go:5    main@main.go:6    main@main.go:5
 *     a@a.go:1          a@a.go:1          a@a.go:1
 *     b@b.go:2          a@a.go:1          3
 *     1                 b@b.go:2[inlined]
 *                       2
 *
 * the callers are main@main.go:5 (4), main@main.go:6 (2) and a@a.go:1 (2: it calls itself in the second stack), the
 * callees b (3, inlined in some but not in all), a (2). A caller is a call site; a callee is a function, with the line
 * in it that has most of the value.
 * Under recursion a sample counts once for each neighbour, and once for the line itself.
 * Gives undefined where no stack contains the line.
 */
export function lineDetail(profile: Profile, { sampleType, file, line, limit }: LineQuestion): LineDetail | undefined {
  const frames = framesOf(profile);
  const fileIndex = frames.functions.files.indexOf(file);
  const sourceLine = fileIndex < 0 || line <= 0 ? NONE : findSourceLine(frames.sourceLines, fileIndex, line);
  if (sourceLine === NONE) return undefined;
  const trie = stackTrieOf(profile);
  const stretches = markStretches(trie, frames, sourceLine);
  if (!stretches.some) return undefined;
  const neighbours = new LineNeighbours(trie, frames, sourceLine, trieWeights(trie, profile.values[sampleType]!));
  neighbours.collect();
  return {
    file,
    line,
    values: allValues(profile, trie, stretches),
    ...sampleCounts(profile.values[sampleType]!, trie, stretches),
    ...neighbours.report(limit),
  };
}

/** For every trie node: 0, or THROUGH where its stack contains the line, and LEAF where it ends with it. */
interface Stretches {
  readonly marks: Uint8Array;
  readonly some: boolean;
}

const THROUGH = 1;
const LEAF = 2;

function markStretches(trie: StackTrie, frames: ProfileFrames, sourceLine: number): Stretches {
  const { count, location, end } = trie;
  const marks = new Uint8Array(count);
  const holds = locationsWith(frames, sourceLine);
  let some = false;
  for (let node = 1; node < count; node++) {
    const at = location[node]!;
    if (holds[at] === 0) continue;
    some = true;
    if (marks[node] === 0) marks.fill(THROUGH, node, end[node]);
    if (frames.sourceLine[frames.offsets[at]!] === sourceLine) marks[node]! |= LEAF;
  }
  return { marks, some };
}

function allValues(profile: Profile, trie: StackTrie, { marks }: Stretches): LineDetail['values'] {
  return profile.sampleTypes.map((sampleType, index) => {
    const values = profile.values[index]!;
    let flat = 0;
    let cum = 0;
    for (let sample = 0; sample < values.length; sample++) {
      const mark = marks[trie.sampleNode[sample]!]!;
      if ((mark & THROUGH) !== 0) cum += values[sample]!;
      if ((mark & LEAF) !== 0) flat += values[sample]!;
    }
    return { sampleType, flat, cum, total: profileTotal(profile, index) };
  });
}

function sampleCounts(
  values: Float64Array,
  trie: StackTrie,
  { marks }: Stretches,
): Pick<LineDetail, 'flatSamples' | 'cumSamples'> {
  let flatSamples = 0;
  let cumSamples = 0;
  for (let sample = 0; sample < values.length; sample++) {
    if (values[sample] === 0) continue;
    const mark = marks[trie.sampleNode[sample]!]!;
    if ((mark & THROUGH) !== 0) cumSamples++;
    if ((mark & LEAF) !== 0) flatSamples++;
  }
  return { flatSamples, cumSamples };
}
