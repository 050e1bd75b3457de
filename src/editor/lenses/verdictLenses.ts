import type * as vscode from 'vscode';
import type { ResultVerdict } from '../../captures/latestVerdicts';
import { caseKey, type NamedResults } from '../../bench/resultsByCase';
import { haveSameFigures } from '../../bench/sameFigures';
import type { TestFunction } from '../../go/captureTypes';
import type { MeasuredBenchmark } from '../../captures/loaded/measuredBenchmarks';
import { arrowOf, type ShownVerdict } from '../../captures/shownVerdict';
import { againstText } from '../../captures/sides';
import { verdictDetails } from '../../captures/verdictDetails';
import { codeLens } from '../../ui/window';
import { casesText, labelled } from '../../bench/verdict';
import { ofSubject, sameTexts, type VerdictTexts } from '../../bench/caseVerdict';
import type { ResultsAtCall } from './resultsAtCalls';

/**
 * Has a warning icon if something limits the verdict; the tooltip has the whole verdict and says what limits it.
 * @param isOlderShown whether the columns below are those of an earlier capture, which the verdict is not about
 */
export function verdictLens(
  { line }: TestFunction,
  { id, text, title, figures, isLimited, details }: ShownVerdict,
  isOlderShown: boolean,
): vscode.CodeLens {
  const icon = isLimited ? 'warning' : undefined;
  const tooltip = `${text}\n${details}`;
  const answer = [title, figures].filter(Boolean).join(' · ');
  const shown = isOlderShown ? `latest: ${answer}` : answer;
  return codeLens(line - 1, { icon, title: shown, tooltip, command: 'linecost.showVerdict', arguments: [id] });
}

/** @param resultArguments the arguments of the command that shows the results of the call */
export function verdictLensAtCall(line: number, verdict: VerdictAtCall, resultArguments: unknown[]): vscode.CodeLens {
  const { text, title, captures, alone } = verdict;
  const details = captures.map((capture) => verdictDetails(capture, Date.now()));
  const isLimited = details.some(({ limits }) => limits.length > 0);
  const comparison = 'Click to compare the two in the columns and the flame graph.';
  const [click, hint] = alone === undefined
    ? [{ command: 'linecost.showResults', arguments: resultArguments }, 'Click for the table of all cases.']
    : [{ command: 'linecost.showVerdict', arguments: [alone] }, comparison];
  const sentences = details.flatMap(({ against, limits }) => [against, ...limits]);
  const tooltip = [text, ...new Set(sentences), hint].join('\n');
  return codeLens(line - 1, { ...(isLimited && { icon: 'warning' }), title, tooltip, ...click });
}

/** Whether a click on the verdict shows the table of results, because its capture has several cases. */
export function opensResults(measured?: MeasuredBenchmark): boolean {
  return verdictsOfCapture(measured).length > 1;
}

function verdictsOfCapture(measured?: MeasuredBenchmark): ResultVerdict[] {
  const all = [...(measured?.verdicts?.values() ?? [])];
  return all.filter(({ capture }) => capture.id === measured?.verdict?.id);
}

/** Whether the verdict is about the shown results, which may have been cleared or replaced since the verdict. */
export function isVerdictShown(results: readonly NamedResults[], measured?: MeasuredBenchmark): boolean {
  const groups = new Map(results.map((group) => [group.key, group.results]));
  const ofCapture = verdictsOfCapture(measured);
  // A measurement with nothing to compare has a verdict, but no case of it has one.
  if (ofCapture.length === 0) return groups.size > 0;
  return ofCapture.some((verdict) => haveSameFigures(verdict.results, groups.get(verdict.key) ?? []));
}

/** The verdicts on the results of a call, for its lens. */
interface VerdictAtCall extends VerdictTexts {
  /** The captures of the verdicts, which name the earlier programs and what limits the verdicts. */
  readonly captures: readonly ResultVerdict['capture'][];
  /** The id of the capture, if it measured only this result, so that its lines can be compared. */
  readonly alone?: string;
}

/** undefined if no result of the call was compared with an earlier program. */
export function verdictAtCall(
  { groups, isNamedThere }: ResultsAtCall,
  verdicts: ReadonlyMap<string, ResultVerdict>,
): VerdictAtCall | undefined {
  const compared = groups.flatMap(({ key, results }) => {
    const verdict = verdicts.get(key);
    return verdict && haveSameFigures(verdict.results, results) ? [verdict] : [];
  });
  const [first] = compared;
  if (!first) return undefined;
  const captures = [...new Map(compared.map(({ capture }) => [capture.id, capture])).values()];
  const [{ turns, id, results }] = captures;
  const isAlone = captures.length === 1 && results.every((result) => caseKey(result) === first.key);
  const ofOne = isNamedThere || turns.sides?.kind === 'benchmarks' ? first : labelled(first);
  const texts = groups.length === 1
    ? { ...ofOne, title: arrowOf(first) + ofOne.title }
    : sameTexts(casesText(compared, groups.length));
  const sides = againstText(turns);
  return { ...ofSubject(captures.length === 1 ? sides : '', texts), captures, ...(isAlone && { alone: id }) };
}
