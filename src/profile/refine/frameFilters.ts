import { simplifiedName } from './profileDropFrames';
import type { Profile } from '../model';
import { NONE } from '../model';
import { FrameMatcher, functionNames } from './frameMatcher';
import type { TextTest } from '../common/regexp';
import type { FunctionIndex, LocationIndex } from '../indexes';

/** Mark of a location that matches focus (any location, if there is no focus) and does not match ignore. */
export const FOCUSED = 1;
/** Mark of a location that matches ignore. */
export const IGNORED = 2;
/** Mark of a location that keeps at least one frame, or that hide and show do not affect. */
export const SHOWN = 4;
/** Mark of a location whose callers are removed. */
export const ROOT = 8;
/** Mark of a location whose callees are removed. */
export const LEAF = 16;

/** The patterns of the options for frames. */
export interface FramePatterns {
  readonly focus: TextTest | undefined;
  readonly ignore: TextTest | undefined;
  readonly hide: TextTest | undefined;
  readonly show: TextTest | undefined;
  readonly show_from: TextTest | undefined;
  readonly prune_from: TextTest | undefined;
}

export interface LocationMarks {
  /** For each location: the sum of its marks. */
  readonly marks: Uint8Array;
  /** For each line: 1 if it is kept; undefined if all lines are kept. */
  readonly keptLines: Uint8Array | undefined;
  /** The options whose patterns matched a location. */
  readonly matched: ReadonlySet<keyof FramePatterns>;
}

/**
 * Computes the marks of each location once. focus and ignore see all frames. The other options apply in the order hide,
 * show, show_from, prune_from; each of these sees only the frames that those before it keep.
 * Source: google/pprof profile, FilterSamplesByName, ShowFrom, PruneFrom.
 */
export function markLocations(profile: Profile, patterns: FramePatterns): LocationMarks {
  const marker = new LocationMarker(profile, patterns);
  const marks = new Uint8Array(profile.locations.count);
  for (let location = 0; location < marks.length; location++) marks[location] = marker.marksOf(location);
  return { marks, keptLines: marker.hasRemoved ? marker.isKept : undefined, matched: marker.matched };
}

class LocationMarker {
  readonly matched = new Set<keyof FramePatterns>();
  /** For each line: 1 if it is kept. */
  readonly isKept: Uint8Array;
  /** Whether any line was removed. */
  hasRemoved = false;
  private readonly matchers: { readonly [K in keyof FramePatterns]: FrameMatcher | undefined };
  private readonly prunes: (functionIndex: FunctionIndex) => boolean;

  constructor(private readonly profile: Profile, patterns: FramePatterns) {
    const name = functionNames(profile);
    const matcher = (test: TextTest | undefined): FrameMatcher | undefined =>
      test && new FrameMatcher(profile, name, test);
    const { focus, ignore, hide, show, show_from, prune_from } = patterns;
    this.matchers = {
      focus: matcher(focus),
      ignore: matcher(ignore),
      hide: matcher(hide),
      show: matcher(show),
      show_from: matcher(show_from),
      prune_from: undefined,
    };
    this.prunes = prune_from === undefined ? () => false : pruneTest(name, prune_from);
    this.isKept = new Uint8Array(profile.lines.count).fill(1);
  }

  marksOf(location: LocationIndex): number {
    const focusMark = this.focusMark(location);
    // The order matters, because each step sees only the frames that are left.
    const isShown = this.hide(location) && this.show(location);
    const root = this.cutCallers(location);
    const leaf = this.cutCallees(location);
    return focusMark | (isShown ? SHOWN | (root ? ROOT : 0) | (leaf ? LEAF : 0) : 0);
  }

  private focusMark(location: LocationIndex): number {
    const { focus, ignore } = this.matchers;
    if (ignore !== undefined && this.matches(ignore, location)) {
      this.matched.add('ignore');
      return IGNORED;
    }
    if (focus === undefined) return FOCUSED;
    if (!this.matches(focus, location)) return 0;
    this.matched.add('focus');
    return FOCUSED;
  }

  /** Hides the matching frames; returns whether any frame is left. */
  private hide(location: LocationIndex): boolean {
    const { hide } = this.matchers;
    if (hide === undefined || !this.matches(hide, location)) return true;
    this.matched.add('hide');
    const isWhole = hide.binary(location);
    return this.keepLines(location, (line) => !isWhole && !hide.function(this.functionOf(line)));
  }

  /** Hides the frames that do not match; returns whether any frame is left. */
  private show(location: LocationIndex): boolean {
    const { show } = this.matchers;
    if (show === undefined) return true;
    const isWhole = show.binary(location);
    const matches = (functionIndex: FunctionIndex): boolean => functionIndex === NONE || show.function(functionIndex);
    const hasLines = this.keepLines(location, (line) => isWhole || matches(this.functionOf(line)));
    if (hasLines) this.matched.add('show');
    return hasLines;
  }

  private cutCallers(location: LocationIndex): boolean {
    const { show_from: pattern } = this.matchers;
    if (pattern === undefined) return false;
    const isMatch = pattern.binary(location) || this.cutCallersOf(location, pattern);
    if (isMatch) this.matched.add('show_from');
    return isMatch;
  }

  private cutCallersOf(location: LocationIndex, pattern: FrameMatcher): boolean {
    const { lineOffsets } = this.profile.locations;
    for (let line = lineOffsets[location + 1] - 1; line >= lineOffsets[location]; line--) {
      if (this.isKept[line] === 0 || !pattern.function(this.functionOf(line))) continue;
      this.keepLines(location, (candidate) => candidate <= line);
      return true;
    }
    return false;
  }

  private cutCallees(location: LocationIndex): boolean {
    const { lineOffsets } = this.profile.locations;
    for (let line = lineOffsets[location]; line < lineOffsets[location + 1]; line++) {
      if (this.isKept[line] === 0 || !this.prunes(this.functionOf(line))) continue;
      this.keepLines(location, (candidate) => candidate >= line);
      this.matched.add('prune_from');
      return true;
    }
    return false;
  }

  private matches(matcher: FrameMatcher, location: LocationIndex): boolean {
    const { lineOffsets } = this.profile.locations;
    for (let line = lineOffsets[location]; line < lineOffsets[location + 1]; line++) {
      if (matcher.function(this.functionOf(line))) return true;
    }
    return matcher.binary(location);
  }

  /** Keeps only these lines of a location; returns whether any line is left. */
  private keepLines(location: LocationIndex, keeps: (line: number) => boolean): boolean {
    const { lineOffsets } = this.profile.locations;
    let hasLines = false;
    for (let line = lineOffsets[location]; line < lineOffsets[location + 1]; line++) {
      if (this.isKept[line] === 0) continue;
      if (keeps(line)) hasLines = true;
      else {
        this.isKept[line] = 0;
        this.hasRemoved = true;
      }
    }
    return hasLines;
  }

  private functionOf(line: number): number {
    return this.profile.lines.function[line];
  }
}

/** Returns a test that matches functions by their names without parameters. */
function pruneTest(name: (index: FunctionIndex) => string, test: TextTest): (index: FunctionIndex) => boolean {
  const verdicts: boolean[] = [];
  const judge = (index: number): boolean => name(index) !== '' && test(simplifiedName(name(index)));
  return (index) => index !== NONE && (verdicts[index] ??= judge(index));
}
