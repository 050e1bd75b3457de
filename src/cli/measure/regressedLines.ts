import { TIME } from '../../bench/changeWords';
import { relativeSpread } from '../../bench/detectableDifference';
import { samplesOf } from '../../bench/pairedSamples';
import { CPU_TIME, type FigureDecision } from '../../bench/turnsDecision';
import type { ProfileKind } from '../../go/captureTypes';
import { FIRM_CHANGE } from '../../profile/answers/changes';
import { changesInSteps } from '../../profile/changes/changes';
import type { LineChanges } from '../../profile/changes/lineChanges';
import { finish } from '../../profile/common/guard';
import { splitLines } from '../../profile/common/textLines';
import { chargedLinesInSteps } from '../../profile/lines/chargedLines';
import { filesOf, findSourceLine, framesOf } from '../../profile/lines/frames';
import type { Profile } from '../../profile/model';
import { type ChangeRule, evenPart, isFirm } from '../../profile/noise/firmChange';
import { moveLines } from '../../profile/refine/moveLines';
import { subtractBase } from '../../profile/refine/subtractBase';
import { movedFiles, type Texts } from '../../sources/lineMatching/baselineLines';
import { ProfiledTurns } from './profiledTurns';
import type { MeasuredCase } from './turns';

/** A line of the user's code that costs more than before. */
export interface RegressedLine {
  /** Absolute path, in the present code. */
  readonly file: string;
  readonly line: number;
  /** Its source, without indentation; empty if it is not known. */
  readonly text: string;
  /** What an operation costs there, with the code outside of the module that it calls; in `unit`. */
  readonly before: number;
  readonly now: number;
  readonly unit: string;
}

/** The lines of a regression, or why none is named. */
export type LinesFound = { readonly lines: readonly RegressedLine[] } | { readonly whyNone: string };

/** How the lines of a figure are found. */
interface Method {
  readonly kind: ProfileKind;
  /** The sample type. */
  readonly type: string;
  readonly unit: string;
  readonly benchtime: string;
  /** Numbers of rounds after which lines are looked for; a firm one ends the search. */
  readonly looks: readonly number[];
}

const CPU: Method = { kind: 'cpu', type: 'cpu', unit: 'ns', benchtime: '500ms', looks: [4, 8, 16, 32] };
const memory = (type: string, unit: string): Method => ({ kind: 'memory', type, unit, benchtime: '20ms', looks: [1] });
const METHODS: Readonly<Record<string, Method>> = {
  [TIME]: CPU,
  [CPU_TIME]: CPU,
  'B/op': memory('alloc_space', 'B'),
  'allocs/op': memory('alloc_objects', 'allocs'),
};

/** A line with a smaller part of the whole increase is not named. */
const MIN_PART = 0.1;
const MAX_LINES = 3;

/**
 * Profiles both programs in turns, and finds the lines behind a firm regression. Only lines whose own increase is firm
 * are named, and none if the profiles contradict the regression. Undefined for a figure that no profile shows.
 * Throws CaptureError, or the signal's reason on abort.
 * @param benchtime the value of -benchtime if that is a number of operations
 */
export async function regressedLines(
  measured: MeasuredCase,
  { unit }: Pick<FigureDecision, 'unit'>,
  benchtime: string | undefined,
  onRound: (round: number) => void,
): Promise<LinesFound | undefined> {
  const method = METHODS[unit];
  if (method === undefined) return undefined;
  const turns = await ProfiledTurns.prepare(measured, { ...method, ...(benchtime !== undefined && { benchtime }) });
  const { name, now: { side: { root } } } = measured.target;
  let found: LinesFound = { whyNone: 'the operations in the profiles are not known' };
  let rounds = 0;
  for (const look of method.looks) {
    for (; rounds < look; rounds++) {
      onRound(rounds + 1);
      await turns.take(rounds % 2 === 0);
    }
    found = new LineSearch(name, method, root, variesIn(measured, rounds)).find(turns);
    if ('lines' in found) break;
  }
  return found;
}

/** How much the CPU time, or else the time, varies between the means of so many runs: standard deviation / mean. */
function variesIn({ before, now }: MeasuredCase, rounds: number): number {
  const all = samplesOf(before, now);
  const samples = all.find(({ unit }) => unit === CPU_TIME) ?? all.find(({ unit }) => unit === TIME);
  const spread = samples ? relativeSpread(samples) : NaN;
  return Number.isFinite(spread) ? spread / Math.sqrt(rounds) : 0;
}

/** The two profiles of a figure, with costs per operation, and their difference. */
interface Compared {
  readonly before: Charges;
  readonly now: Charges;
  readonly changes: LineChanges;
  readonly rule: ChangeRule;
  /** Absolute paths by file name in the profiles. */
  readonly paths: ReadonlyMap<string, string>;
  /** Names of files in the module's folders. */
  readonly own: readonly string[];
  readonly texts: Texts;
}

class LineSearch {
  constructor(
    private readonly name: string,
    private readonly method: Method,
    private readonly root: string,
    /** See variesIn. */
    private readonly varies: number,
  ) {}

  find(profiled: ProfiledTurns): LinesFound {
    const { texts } = profiled;
    let paths = new Map<string, string>();
    const merged = profiled.merged((before, now) => {
      paths = this.pathsIn([before, now], texts);
      return moveLines(before, movedFiles(paths, texts.before, texts.now));
    });
    if (!merged) return { whyNone: 'the number of operations in the profiles is not known' };
    const { before, now } = merged;
    const turns = { function: this.name, changes: [], timeVaries: this.varies };
    const difference = subtractBase(now, before, { mode: 'diff_base', keepSamples: true, turns });
    const type = difference.sampleTypes.findIndex((each) => each.type === this.method.type);
    const changes = type < 0 ? undefined : finish(changesInSteps(difference, type));
    if (!changes) return { whyNone: 'the profiles cannot be compared' };
    const own = filesOf(difference).filter((file) => paths.get(file)?.startsWith(this.root));
    const charges = { before: new Charges(before, type, own), now: new Charges(now, type, own) };
    const { lines, columns: { rule } } = changes;
    return this.linesOf({ ...charges, changes: lines, rule, paths, own, texts: texts.now });
  }

  private linesOf(compared: Compared): LinesFound {
    const { before, now, own } = compared;
    const isCpu = this.method.kind === 'cpu';
    const counts = `${Math.round(now.samplesOf(now.total))} samples, before ${Math.round(before.samplesOf(before.total))}`;
    const noLine = isCpu
      ? `no line's increase is more than chance explains (${counts})`
      : 'no line of the module allocates more';
    if (now.total <= before.total) {
      return { whyNone: isCpu ? `the CPU profiles do not show it (${counts}), so it may be time that is waited` : noLine };
    }
    const lines = own.flatMap((file) => this.linesIn(file, compared));
    const heaviest = lines.sort((a, b) => b.now - b.before - (a.now - a.before)).slice(0, MAX_LINES);
    return heaviest.length > 0 ? { lines: heaviest } : { whyNone: noLine };
  }

  /** The lines of a file whose own increase is firm, and a part of the whole increase. */
  private linesIn(file: string, { before, now, changes, rule, paths, texts }: Compared): RegressedLine[] {
    const { kind, unit } = this.method;
    const increase = now.total - before.total;
    const path = paths.get(file)!;
    const source = splitLines(texts.get(path) ?? '');
    const [{ lines, flat, cum }] = changes.ofFiles([file]);
    return [...lines].flatMap((line, row): RegressedLine[] => {
      if (flat.judgement[row] !== FIRM_CHANGE && cum.judgement[row] !== FIRM_CHANGE) return [];
      const costs = { before: before.at(file, line), now: now.at(file, line) };
      if (costs.now - costs.before < MIN_PART * increase) return [];
      const change = {
        now: evenPart(costs.now, now.samplesOf(costs.now)),
        before: evenPart(costs.before, before.samplesOf(costs.before)),
      };
      if (kind === 'cpu' && !isFirm(change, rule)) return [];
      return [{ file: path, line, text: source[line - 1]?.trim() ?? '', ...costs, unit }];
    });
  }

  /** Absolute paths by file name; -trimpath makes names relative to the module. */
  private pathsIn(profiles: readonly Profile[], texts: ProfiledTurns['texts']): Map<string, string> {
    const known = new Set([...texts.now.keys(), ...texts.before.keys()]);
    const endings = new Map([...known].map((path) => [path.slice(this.root.length), path]));
    const pathOf = (file: string): string | undefined => {
      if (known.has(file)) return file;
      const starts = [...file.matchAll(/\//g)].map(({ index }) => index);
      return starts.map((start) => endings.get(file.slice(start))).find((path) => path !== undefined);
    };
    const files = new Set(profiles.flatMap((profile) => filesOf(profile)));
    return new Map([...files].flatMap((file): [string, string][] => {
      const path = pathOf(file);
      return path === undefined ? [] : [[file, path]];
    }));
  }
}

/** What an operation costs on lines of files, with the code outside of these files that they call. */
class Charges {
  readonly total: number;
  private readonly values: Float64Array;

  constructor(
    private readonly profile: Profile,
    type: number,
    files: readonly string[],
  ) {
    const isIncluded = framesOf(profile).functions.files.map((file) => files.includes(file));
    const { values, elsewhere } = finish(chargedLinesInSteps(profile, type, isIncluded));
    this.values = values;
    this.total = values.reduce((sum, value) => sum + value, elsewhere);
  }

  at(file: string, line: number): number {
    const { functions, sourceLines } = framesOf(this.profile);
    const index = functions.files.indexOf(file);
    const row = index < 0 ? -1 : findSourceLine(sourceLines, index, line);
    return row < 0 || row >= this.values.length ? 0 : this.values[row];
  }

  /** The number of samples of the CPU profile that a cost rests on. */
  samplesOf(cost: number): number {
    return (cost * (this.profile.operations ?? 1)) / (this.profile.period || 1);
  }
}
