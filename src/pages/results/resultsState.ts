import { type Conditions, differencesInShort, differencesSentence, environmentTexts } from '../../captures/disk/conditions';
import { latestVerdicts, type ResultVerdict as FoundVerdict } from '../../captures/latestVerdicts';
import { groupByName } from '../../bench/resultsByCase';
import { misfitTexts } from '../../bench/misfit';
import { resultRows, unitsOf } from '../../bench/resultTable';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { slowBuildIn, slowBuildName, slowBuildOf, slowBuildSentence } from '../../bench/slowBuild';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import { haveSameFigures } from '../../bench/sameFigures';
import { casesText } from '../../bench/verdict';
import { pairText, pText } from '../../bench/verdictWords';
import type { ResultCapture, ResultNote, ResultsState, ResultStep, ResultVerdict } from '../protocol/resultsPage';
import { circumstances, intervalSentence, verdictDetails } from '../../captures/verdictDetails';
import { capturedText } from '../../captures/capturedText';
import { momentText, timeInFull } from '../../ui/whenText';
import { measuredCase } from '../../captures/captureGroups';
import { type StageName, stageNames } from '../../captures/stageNames';
import { capturesOf, MAX_NAME, whyNoProgram } from '../../captures/stagePrograms';
import { measuredPairs, type StageStep, stageSteps } from '../../captures/stageSteps';
import { capitalized, clipped } from '../../profile/text/words';

export interface ResultsShown {
  readonly benchmark: string;
  readonly uri: string;
  /** Absolute path of the benchmark's file. */
  readonly file: string;
  readonly place: string;
  readonly results: readonly BenchmarkResult[];
  /** All captures, newest first. */
  readonly captures: readonly CaptureRecord[];
  /** The ids of the captures whose programs are stored. */
  readonly programs: ReadonlySet<string>;
  /** The ids of the active capture and of the baseline. */
  readonly activeId?: string;
  readonly baselineId?: string;
  readonly canRun: boolean;
  readonly now: number;
}

/** The state of the page of a benchmark's results. */
export function resultsState(shown: ResultsShown): ResultsState {
  const { benchmark, uri, place, results, canRun } = shown;
  const all = capturesOf(shown.captures, shown.file, benchmark);
  // Stages that were measured in turns later are steps between others, no stages of the code.
  const captures = all.filter(({ stage }) => stage === undefined);
  const units = unitsOf([...results, ...captures.flatMap((record) => record.results)]);
  const verdicts = verdictsOn(results, captures);
  const rows = resultRows(results, units);
  const found = [...verdicts.values()];
  const history = { all: captures, units, names: stageNames(captures, shown.now), steps: stageSteps(all) };
  return {
    benchmark,
    uri,
    place,
    units,
    rows: rows.map((row) => {
      const verdict = verdicts.get(row.key);
      return verdict ? { ...row, verdict: verdictOf(verdict, shown.now) } : row;
    }),
    ...(found.length > 1 && { summary: casesText(found, rows.length) }),
    notes: [
      ...misfitTexts(results).map((text) => ({ text, isWarning: true })),
      ...slowBuildNotes(results),
      ...notesOf(found, shown.now),
    ],
    captures: captures.map((record) => captureOf(record, history, shown)),
    pairs: measuredPairs(all).flatMap(({ steps, ...pair }) => {
      const record = captures.find(({ id }) => id === pair.now);
      return record ? [{ ...pair, steps: steps.map((step) => stepOf(step, record, history, shown.now)) }] : [];
    }),
    canRun,
  };
}

/** What is known of all captures of the benchmark. */
interface History {
  /** Newest first. */
  readonly all: readonly CaptureRecord[];
  readonly units: readonly string[];
  readonly names: ReadonlyMap<string, StageName>;
  readonly steps: ReadonlyMap<string, readonly StageStep[]>;
}

function captureOf(record: CaptureRecord, history: History, shown: ResultsShown): ResultCapture {
  const { all, units, names, steps } = history;
  const { activeId, baselineId, programs, now } = shown;
  const { id, capturedAt, profiles, results, isPinned = false } = record;
  const { own, automatic, details } = names.get(id)!;
  const active = all.find((each) => each.id === activeId);
  const { conditions: reference } = active ?? all[0] ?? record;
  const word = active ? 'active' : 'newest';
  const noProgram = whyNoProgram(record, clipped(own ?? automatic ?? momentText(capturedAt, now), MAX_NAME), programs);
  const marks = conditionMarks(record.conditions, reference, word);
  return {
    id,
    when: capturedText(record, now),
    whenInFull: timeInFull(capturedAt),
    title: own,
    code: automatic,
    codeDetails: details,
    isPinned,
    steps: (steps.get(id) ?? []).map((step) => stepOf(step, record, history, now)),
    only: measuredCase(record),
    kinds: profiles.map(({ label }) => label),
    rows: resultRows(results, units),
    isActive: id === activeId,
    isBaseline: id === baselineId,
    ...(noProgram && { noProgram: noProgram.text }),
    ...(marks && { conditions: marks }),
  };
}

function stepOf(
  { from, evidence, ratios, ...step }: StageStep,
  record: CaptureRecord,
  { all, units, names }: History,
  now: number,
): ResultStep {
  const base = all.find(({ id }) => id === from);
  const { own, automatic } = names.get(from) ?? {};
  const name = own ?? automatic;
  const when = base && `measured ${momentText(base.capturedAt, now)}`;
  const other = base ? (name === undefined ? `the capture ${when}` : `“${name}”, ${when}`) : 'a capture that was deleted';
  const differences = differencesSentence({ name: 'it' }, record.conditions, base?.conditions);
  const sentences = step.isInTurns
    ? [`${capitalized(evidence)}.`, `Measured in turns with ${other}.`]
    : [`Against ${other}.`, 'The two were not measured in turns: the machine may have changed too.', differences];
  const tested = /\((p [^()]+)\)/.exec(evidence)?.[1];
  return {
    ...step, ...(tested !== undefined && { tested }), from, details: sentences.filter(Boolean).join('\n'), ratios: units.map((unit) => ratios.get(unit)),
  };
}

/**
 * A slow build, and how the conditions differ from those of the reference capture; if they do not differ, the
 * environment. Undefined if there is nothing to say.
 * @param word names the reference: `active`, `newest`
 */
function conditionMarks(own: Conditions | undefined, reference: Conditions | undefined, word: string): ResultCapture['conditions'] {
  const build = slowBuildOf(own?.flags);
  const whole = differencesSentence({ name: `the ${word} capture`, word }, own, reference);
  const environment = whole === undefined ? environmentTexts(own).join(', ') : '';
  const short = [build && slowBuildName(build), differencesInShort(own, reference, word), environment];
  const sentences = [build && slowBuildSentence(build), whole, environment && `Measured with ${environment}.`];
  const [mark, text] = [short, sentences].map((texts) => texts.filter(Boolean));
  return mark.length === 0 ? undefined : { short: mark.join(', '), whole: text.join(' ') };
}

function slowBuildNotes(results: readonly BenchmarkResult[]): ResultNote[] {
  const build = slowBuildIn(results);
  return build === undefined ? [] : [{ text: slowBuildSentence(build), isWarning: true }];
}

/** The verdicts on the shown results, by `caseKey`. */
function verdictsOn(results: readonly BenchmarkResult[], captures: readonly CaptureRecord[]) {
  const found = latestVerdicts(captures);
  const shown = new Map(groupByName(results).map((group) => [group.key, group.results]));
  const isOnShown = ([key, { results: measured }]: [string, FoundVerdict]) =>
    haveSameFigures(measured, shown.get(key) ?? []);
  return new Map([...found].filter(isOnShown));
}

function verdictOf(verdict: FoundVerdict, now: number): ResultVerdict {
  const { words, p, rounds, delta = 0, isFaster, isSlower, capture } = verdict;
  const { against, limits } = verdictDetails(capture, now);
  return {
    words,
    ...(p !== undefined && { p: pText(p).replace('= ', '') }),
    pairs: pairText(rounds),
    kind: isFaster ? 'faster' : isSlower ? 'slower' : 'none',
    delta,
    details: [against, ...limits, ...intervalSentence([verdict]), ...circumstances(capture)].join('\n'),
  };
}

/** What the results were measured against, and what limits the verdicts. */
function notesOf(verdicts: readonly FoundVerdict[], now: number): ResultNote[] {
  const captures = [...new Map(verdicts.map(({ capture }) => [capture.id, capture])).values()];
  const details = captures.map((capture) => verdictDetails(capture, now));
  const [only, ...others] = details;
  if (!only) return [];
  const several = `The verdicts are from ${details.length} measurements: point at a verdict to see which.`;
  const text = others.length === 0 ? only.against : several;
  const limits = [...new Set(details.flatMap((each) => each.limits))];
  return [{ text, isWarning: false }, ...limits.map((limit) => ({ text: limit, isWarning: true }))];
}
