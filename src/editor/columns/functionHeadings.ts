import type { QueryEngine } from '../../engine/client';
import { type FunctionChange, NOISE } from '../../profile/answers/changes';
import type { LineMove } from '../../profile/refine/moveLines';
import { signOfJudgement } from '../../profile/text/judgementWords';
import { changeArrow, changePercent, changeText } from '../../profile/text/screen/change';
import { carriedDigits } from '../../profile/text/screen/digits';
import { figureText, figureTexts } from '../../profile/text/screen/figure';
import { isShare } from '../../profile/text/relativeUnits';
import { type Active, shownUnit } from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import type { SideNames } from '../../captures/disk/captureRecord';
import { beforeText, shownSides } from '../../captures/sides';
import { declaredFunctions, type FunctionAt } from '../../sources/lineMatching/functionExtent';
import { removedBaselineLines } from '../../captures/removedFromBaseline';

/** A function in a comparison, judged as a whole: which lines of it are compared does not matter. */
export interface FunctionHeading extends FunctionChange {
  /** As declared: `Parse`, `Reader.Read`. */
  readonly name: string;
  /** The captured line that declares it. */
  readonly captured: number;
  readonly unit: string;
  /** See sampleWeight. */
  readonly weight?: number | undefined;
  /** The names of the two if they are not the code now and before. */
  readonly sides?: SideNames | undefined;
}

/**
 * The functions of a document whose code differs from the baseline's, or that changed beyond noise; none if they have
 * no costs.
 * @param files the names of the document in the profile
 * @param lines of the captured text
 */
export async function functionHeadings(
  engine: QueryEngine,
  active: Active,
  { files, lines }: { readonly files: readonly string[]; readonly lines: readonly string[] },
  signal?: AbortSignal,
): Promise<FunctionHeading[]> {
  const { queryId: profile, sampleType } = active;
  const functions = declaredFunctions(lines);
  if (functions.length === 0 || files.length === 0) return [];
  const names = functions.map(({ symbol }) => symbol);
  const changes = await engine.ask('functionChanges', { profile, sampleType, files, names }, signal);
  if (!changes) return [];
  const isOther = otherThanBefore(active, files);
  const unit = shownUnit(active);
  const weight = shownWeight(active);
  const sides = shownSides(active);
  return functions.flatMap((each, i): FunctionHeading[] => {
    const change = changes[i];
    const isShown = isOther(each) || (change.judged !== undefined && change.judged.judgement !== NOISE);
    if (!isShown || (change.now === 0 && change.before === 0)) return [];
    return [{ ...change, name: each.name, captured: each.start, unit, weight, ...(sides && { sides }) }];
  });
}

/** Tells whether a function has other lines than in the baseline. */
function otherThanBefore(active: Active, files: readonly string[]): (at: FunctionAt) => boolean {
  const moved = active.baseline?.moved ?? [];
  const isOfFile = (file: string) => files.includes(file);
  const elsewhere = moved.flatMap(({ functions = [] }) => functions.filter(({ toFile }) => isOfFile(toFile)));
  const own = moved.filter(({ file }) => isOfFile(file));
  if (own.length + elsewhere.length === 0) return () => false;
  const same = [...own, ...elsewhere].flatMap(({ moves }) => moves.filter(({ changed }) => !changed));
  const placesOfRemoved = removedBaselineLines(active, files).map(({ above }) => above);
  return ({ start, end }) => {
    const unchanged = same.reduce((sum, move) => sum + sharedLines(move, start, end), 0);
    return unchanged < end - start + 1 || placesOfRemoved.some((above) => above >= start && above < end);
  };
}

function sharedLines({ to, count }: LineMove, start: number, end: number): number {
  return Math.max(0, Math.min(to + count, end + 1) - Math.max(to, start));
}

/**
 * The answer first, as a narrow editor cuts off the end: `▼ −74.5 %, whole function: 0.32 µs/op, baseline 1.26 µs/op`;
 * of shares, as in the columns, `▲ +11 %, whole function: 11.5 %, baseline 0.5 %`.
 */
export function functionText({ now, before, unit, weight, judged, sides }: FunctionHeading): string {
  const change = now - before;
  const mark = judged && signOfJudgement(judged.judgement);
  const sign = mark || changeArrow(change, unit);
  const percent = changePercent(change, before, carriedDigits(change, weight));
  const difference = isShare(unit) ? changeText(change, unit, { weight }) : percent;
  const share = [sign, difference].filter(Boolean).join(' ');
  const [nowText, old] = figureTexts([now, before], unit, { weight });
  const values = before === 0 ? figureText(now, unit, { weight }) : `${nowText}, ${beforeText(old, sides)}`;
  return `${share === '' ? '' : `${share}, `}whole function: ${values}`;
}
