import { formatChange, formatResult } from '../../bench/formatResult';
import { misfitSign } from '../../bench/misfit';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { slowBuildShortSign, slowBuildSign } from '../../bench/slowBuild';
import { caseKey, type NamedResults } from '../../bench/resultsByCase';
import type { ResultsAtCall } from './resultsAtCalls';

/**
 * The title of a lens: `312.4 ns/op  53 B/op  2 allocs/op`, after the sub-benchmark's name if there is one, or
 * `40 results…` for several names, with the reason if none of them measures an operation; empty for none.
 * @param before earlier results of the benchmark; the text is then the change:
 * `1465 → 1615 ns/op (10.2 % slower)  53 B/op`, unless the figures before or now are not those of an operation
 */
export function resultTitle(groups: readonly NamedResults[], before?: readonly BenchmarkResult[]): string {
  const [group] = groups;
  if (group === undefined) return '';
  if (groups.length > 1) return `${groups.length} results…${misfitOfAll(groups)}${slowBuildShortSign(group.results)}`;
  const figures = figuresOf(group, before);
  return group.subName === '' ? figures : `${group.subName}: ${figures}`;
}

/** The sign of the first case, if the figures of no case are those of an operation. */
function misfitOfAll(groups: readonly NamedResults[]): string {
  const signs = groups.map(({ results }) => misfitSign(results));
  return signs.every((sign) => sign !== '') ? signs[0] : '';
}

/** The lens title of a call: the figures, and the name of the sub-benchmark unless the call shows it. */
export function titleAtCall({ groups, isNamedThere }: ResultsAtCall): string {
  return isNamedThere ? figuresOf(groups[0]) : resultTitle(groups);
}

/** The figures of one name, or their change from `before`. */
function figuresOf({ key, results }: NamedResults, before: readonly BenchmarkResult[] = []): string {
  const compared = before.filter((result) => caseKey(result) === key);
  const isComparable = compared.length > 0 && misfitSign([...compared, ...results]) === '';
  const figures = isComparable ? formatChange(compared, results) : formatResult(results);
  return figures + misfitSign(results) + slowBuildSign(results);
}
