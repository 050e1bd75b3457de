import type { ResultVerdict } from '../../captures/latestVerdicts';
import { caseKey } from '../../bench/resultsByCase';
import { haveSameFigures } from '../../bench/sameFigures';
import { casesText, labelled } from '../../bench/verdict';
import { prefixed, sameTexts, type VerdictTexts } from '../../bench/caseVerdict';
import type { ResultsAtCall } from './resultsAtCalls';

/** The verdicts on the results of a call, for its lens. */
export interface VerdictAtCall extends VerdictTexts {
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
  const [{ turns: { base: { revision } }, id, results }] = captures;
  const isAlone = captures.length === 1 && results.every((result) => caseKey(result) === first.key);
  const ofOne = isNamedThere ? first : labelled(first);
  const texts = groups.length === 1 ? ofOne : sameTexts(casesText(compared, groups.length));
  const against = revision && captures.length === 1 ? `against ${revision}: ` : '';
  return { ...prefixed(against, texts), captures, ...(isAlone && { alone: id }) };
}
