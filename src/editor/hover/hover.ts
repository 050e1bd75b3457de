import * as vscode from 'vscode';
import type { Misfit } from '../../bench/misfit';
import { noSamplesSentence } from '../../fleet/fleetSentences';
import { differencesSentence } from '../../captures/disk/conditions';
import { shownSides } from '../../captures/sides';
import { slowerText } from '../../captures/slowerText';
import { takenText } from '../../captures/timeOfProfile';
import type { QueryEngine } from '../../engine/client';
import type { ProfileId } from '../../engine/queries';
import { sampleTypeName, typeText } from '../../profile/text/sampleTypeNames';
import type { CutStacks } from '../../profile/lines/cutStacks';
import type { LineDetail } from '../../profile/answers/lines';
import { IN_USE_IN_INTERVAL, intervalText, isInUseOverInterval } from '../../profile/text/intervalText';
import { isCpuPerOperation, packedText, unlikeGoTest } from '../../profile/text/unlikeGoTest';
import { isWallTime, wallText } from '../../profile/text/wallText';
import { isBenchmark, misfitOf } from '../../captures/loadedCapture';
import { type Active, shownUnit } from '../../captures/session';
import type { BaselineEngine } from '../../captures/removedFromBaseline';
import { commandLink, OPEN_FRAME_COMMAND } from '../../ui/commandLink';
import { inBackground } from '../../ui/inBackground';
import { signalOf } from '../../ui/signalOf';
import { tickStep } from '../../ui/walkthrough';
import { type WhyNot, whyNotPerOperation } from '../../captures/loaded/whyNotPerOperation';
import { whyNotPerSecond } from '../../captures/loaded/whyNotPerSecond';
import type { AnnotatedLine } from '../columns/annotator';
import type { LineCosts } from '../columns/columnsOnDemand';
import { removedSinceBaseline } from '../columns/removedSinceBaseline';
import { comparison, HoverBaseline, perOperation } from './hoverBaseline';
import {
  comparedHeader, type ComparedLine, comparedRows, comparedSamples, functionSentences, largestFigure, placeBefore,
  judgementsText,
} from './hoverComparison';
import { HOW_SURE_COMMAND, weightiest } from './hoverDoubts';
import { MAX_NEIGHBORS, neighborsText } from './hoverNeighbors';
import { fadedText, samplesText } from './hoverNoise';
import { editedRemark, isOncePerRound, remarksText } from './hoverRemarks';
import { figureTable, labelOfRows, valueRows } from './hoverRows';
import { pathOf } from '../../ui/fileUri';
import { escapeMarkdown } from './markdown';
import { removedPlacesText, removedTable } from './hoverRemovedLines';
import { HoverOtherProfiles, type OtherCosts, otherMisfits, otherNoise, otherProfileRows } from './hoverOtherProfiles';
import { DOUBTS } from '../columns/mismatchMessage';
import { isAbort } from '../../profile/common/guard';
import { firmChangeTimeText, longerText, MEASURE_LONGER_COMMAND, onceText, tooRareText } from './hoverProposedTime';
import { ignored } from '../../profile/common/ignored';
import { basename } from '../../profile/text/shortNames';
import { capitalized } from '../../profile/text/words';

/** The command behind the link to a line's assembly; its arguments are the document's URI and the current line. */
const ASSEMBLY_COMMAND = 'linecost.showInstructions';
/** The command behind the link to a line's frame in the flame graph; its arguments are the same. */
const FLAME_COMMAND = 'linecost.showLineInFlameGraph';
/** How often hovers were shown, up to EXPLAINED. */
const SHOWN = 'linecost.hoversShown';
/** So many hovers explain their words. */
const EXPLAINED = 3;
/** Switches the order of the instructions. */
export const ORDER_INSTRUCTIONS_COMMAND = 'linecost.orderInstructions';

/**
 * The hover of a line with costs: its figures under every sample type in which it has costs, in every profile of the
 * capture, its callers and callees, and the number of samples.
 */
export class CostHover implements vscode.HoverProvider {
  private readonly baselines: HoverBaseline;
  private readonly others: HoverOtherProfiles;

  constructor(
    private readonly lineCosts: LineCosts,
    /** Latest-only: a new hover cancels the request of the one before. */
    private readonly engine: QueryEngine,
    private readonly deriver: BaselineEngine,
    /** Of all workspaces. */
    private readonly memento: vscode.Memento,
  ) {
    this.baselines = new HoverBaseline(deriver);
    this.others = new HoverOtherProfiles(deriver);
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const signal = signalOf(token);
    const annotated = this.lineCosts.lineAt(document, position.line + 1);
    const places = await this.removedBelow(document, position.line + 1, signal);
    const since = this.lineCosts.sinceCapture(document);
    const age = since === '' ? '' : `_${escapeMarkdown(since)}_\n\n`;
    const heading = this.lineCosts.functionAt(document, position.line + 1);
    const notes = (largest: number) => ({ whole: functionSentences(heading, largest), removed: places(largest) });
    const alone = notes(largestFigure(heading, undefined, 0));
    const noteText = alone.whole + alone.removed;
    const notesOnly = noteText === '' ? undefined : new vscode.Hover(new vscode.MarkdownString(noteText + age));
    if (!annotated) return notesOnly;
    try {
      const line = await this.compared(annotated, signal);
      const others = await this.otherCosts(annotated, signal);
      const cut = line && (await this.cutStacks(annotated, signal));
      if (!line && others.length === 0) return notesOnly;
      const hasAssembly = line && vscode.workspace.isTrusted;
      const linkTo = (title: string, command: string) =>
        `[${title}](${commandLink(command, [document.uri.toString(), annotated.line.line])})`;
      const assembly = hasAssembly ? [linkTo('Show assembly', ASSEMBLY_COMMAND)] : [];
      const link = line ? [...assembly, linkTo('Show in flame graph', FLAME_COMMAND)].join(' · ') : '';
      const { text: code, range } = document.lineAt(position.line);
      const largest = largestFigure(heading, line, annotated.active.sampleType);
      const { whole, removed } = notes(largest);
      const place = { link, path: pathOf(document.uri), largest, isFirstMeeting: this.isFirstMeeting() };
      const text = markdown(annotated, line, others, place, cut);
      // The note on removed lines is at the end of the line. VS Code shows some ten rows of a hover at once.
      const isOnNote = position.character === code.length;
      text.value = isOnNote ? whole + removed + text.value + age : whole + text.value + removed + age;
      tickStep('read');
      return new vscode.Hover(text, range);
    } catch (error) {
      return ignored('a line has no hover')(error);
    }
  }

  /** Whether the hover explains its words: the first times that it is shown. */
  private isFirstMeeting(): boolean {
    const count = this.memento.get<unknown>(SHOWN);
    const shown = typeof count === 'number' ? count : 0;
    if (shown >= EXPLAINED) return false;
    inBackground(Promise.resolve(this.memento.update(SHOWN, shown + 1)));
    return true;
  }

  /** The text about lines that were removed, for the largest figure of the hover. */
  private async removedBelow(
    document: vscode.TextDocument,
    line: number,
    signal: AbortSignal,
  ): Promise<(largest: number) => string> {
    // If this fails, the hover has the costs of the line only.
    const removed = this.lineCosts.removedBelow(document, line);
    if (!('places' in removed)) return (largest) => removedTable(removed, largest);
    const lost = ignored('the hover has no removed lines', []);
    const places = await removedSinceBaseline(this.deriver, removed, signal).catch(lost);
    return (largest) => removedPlacesText(places, largest);
  }

  /** undefined if the line has no costs or, in a comparison, neither a difference nor samples. */
  private async compared(annotated: AnnotatedLine, signal: AbortSignal): Promise<ComparedLine | undefined> {
    const { active, line } = annotated;
    // In a comparison, an unchanged line with samples has a hover too.
    if (line.flat === 0 && line.cum === 0 && (!active.baseline || line.samples === 0)) return undefined;
    const question = { ...placeOf(annotated), sampleType: active.sampleType, limit: MAX_NEIGHBORS };
    const delta = await this.engine.ask('lineDetail', { ...question, profile: active.queryId }, signal);
    if (!delta) return undefined;
    const baseline = this.baselines.of(active);
    const isNotCompared = baseline === undefined;
    const before = isNotCompared ? undefined : await this.engine.ask('lineDetail', { ...question, profile: baseline }, signal);
    return { delta, before };
  }

  /** Of the capture's own profile, also in a comparison. */
  private cutStacks({ active }: AnnotatedLine, signal: AbortSignal): Promise<CutStacks | undefined> {
    return this.engine.ask('cutStacks', { profile: active.profile.summary.id }, signal);
  }

  private async otherCosts(annotated: AnnotatedLine, signal: AbortSignal): Promise<readonly OtherCosts[]> {
    const costs: OtherCosts[] = [];
    for (const { profile, id, before: baseline, ...comparison } of this.others.of(annotated.active)) {
      const { defaultSampleType: sampleType } = profile.summary;
      const detailIn = (of: ProfileId) =>
        this.engine.ask('lineDetail', { ...placeOf(annotated), profile: of, sampleType, limit: 0 }, signal).catch((error: unknown) => {
          if (isAbort(error)) throw error;
          // Errors of the other profiles are shown when they become active.
          return undefined;
        });
      const now = await detailIn(id);
      const before = baseline === undefined ? undefined : await detailIn(baseline);
      const detail = now ?? (before && withoutCosts(before));
      const compared = baseline !== undefined && detail ? { before: before ?? withoutCosts(detail) } : {};
      if (detail) costs.push({ profile, detail, ...compared, ...comparison });
    }
    return costs;
  }
}

/** The same sample types, of a line without costs. */
function withoutCosts(detail: LineDetail): LineDetail {
  return { ...detail, values: detail.values.map((value) => ({ ...value, flat: 0, cum: 0 })) };
}

function placeOf({ costs, line }: AnnotatedLine) {
  return { file: costs.file, line: line.captured };
}

function markdown(
  annotated: AnnotatedLine,
  line: ComparedLine | undefined,
  others: readonly OtherCosts[],
  /** The links are in the first row, because a long hover scrolls. */
  { link, path, largest, isFirstMeeting }: {
    readonly link: string;
    readonly path: string;
    readonly largest: number;
    readonly isFirstMeeting: boolean;
  },
  cut: CutStacks | undefined,
): vscode.MarkdownString {
  const { active, line: { captured, line: current }, doubt, judgements } = annotated;
  const text = new vscode.MarkdownString('', true);
  // For the tag `wbr` in names. All text from outside is escaped.
  text.supportHtml = true;
  const misfit = misfitOf(active.capture, active.profile);
  const why = whyTotals(active, misfit);
  const commands = [OPEN_FRAME_COMMAND, ASSEMBLY_COMMAND, FLAME_COMMAND, MEASURE_LONGER_COMMAND, HOW_SURE_COMMAND];
  text.isTrusted = { enabledCommands: why?.fix ? [...commands, why.fix.command] : commands };
  const { baseline, sampleType } = active;
  const sides = shownSides(active);
  const samples = line && (baseline ? comparedSamples(line, sampleType, sides) : samplesText(line.delta, sampleType));
  const isMeasurable = line && !baseline && !misfit && vscode.workspace.isTrusted;
  const isOnce = isOncePerRound(annotated);
  const longer = isMeasurable && !isOnce ? longerText(active, line.delta) : '';
  const taken = baseline ? undefined : takenText(active.profile);
  const remarks = [escapeMarkdown(comparison(active)), perOperation(active), samples, taken, link, longer];
  text.appendMarkdown(`${['**Linecost**', ...remarks].filter(Boolean).join(' · ')}\n\n`);
  const rows = [...(line ? shownRows(active, line, largest) : []), ...otherProfileRows(active, others)];
  text.appendMarkdown(baseline ? `${comparedHeader(sides)}${rows.join('\n')}\n\n` : figureTable(rows));
  if (isFirstMeeting) text.appendMarkdown(FLAT_AND_CUM);
  const judged = judgements && { judgements, capturedLine: captured, sides };
  const proposal = isMeasurable ? (isOnce ? onceText : tooRareText)(active, line.delta) : '';
  const noise = line ? noiseText(active, line.delta) + proposal : '';
  const isAllDoubtful = line?.delta.values[sampleType].noise?.cum.isFew === true;
  const own = active.capture.conditions;
  const differences = baseline && !sides && differencesSentence({ name: 'the baseline', word: 'baseline' }, own, baseline.conditions);
  const doubts = [
    remark(doubt && DOUBTS[doubt]),
    editedRemark(annotated),
    why ? `${isDividing(active.form) ? '_Totals._ ' : ''}${whyText(why)}` : '',
    remark(slowerText(active.profile)),
    line && judged ? judgementsText(line, sampleType, judged) : '',
    isAllDoubtful ? noise : '',
    remarksText(annotated, cut, line?.delta),
    intervalRemark(active),
    remark(active.capture.fleet && noSamplesSentence(active.capture.fleet)),
    line ? remark(wallText(active.profile.summary, sampleType)) : '',
    remark(differences),
    isAllDoubtful ? '' : noise,
    otherMisfits(others),
    line ? sureText(annotated) : '',
    line ? unlikeGoTestText(active) : '',
    otherNoise(active, others),
    line && judged ? firmChangeTimeText(line, sampleType, judged, durations(active)) : '',
  ];
  const explained = baseline ? [FIRM, ...(baseline.turns ? [TURNS] : [])] : [];
  text.appendMarkdown(weightiest(doubts, explained, `${basename(path)}:${current}`));
  if (line) text.appendMarkdown(baseline ? placeBefore(baseline, line.delta, path) : '');
  if (line) text.appendMarkdown(neighborsText(active, line.delta, largest));
  return text;
}

/** For the first hovers that a user reads. */
const FLAT_AND_CUM = '_flat: what the line itself costs. cum: with everything that it calls._\n\n';
const FIRM = 'A firm change is one that chance does not explain.';
const TURNS = 'In turns: the old and the new program ran alternately, so that a busy machine slowed both.';

/** A sentence as a paragraph in italics; empty without one. */
function remark(sentence: string | false | undefined): string {
  return sentence ? `_${escapeMarkdown(sentence)}_\n\n` : '';
}

/** The duration of the longer profile in seconds, and how much the time of the benchmark's runs in turns varied. */
function durations({ profile, baseline }: Active): { readonly seconds: number; readonly varied: number | undefined } {
  const times = [profile, baseline?.profile].map((each) => (each?.summary.durationNanos ?? 0) / 1e9);
  return { seconds: Math.max(...times), varied: baseline?.turns?.timeVaries };
}

/** How CPU or wall time per operation differs from the time that go test prints; empty for others. */
function unlikeGoTestText(active: Active): string {
  const valueType = { type: active.profile.summary.sampleTypes[active.sampleType].type, unit: shownUnit(active) };
  const isTime = isCpuPerOperation(valueType) || isWallTime(valueType);
  return remark(isTime && unlikeGoTest(valueType));
}

/** How sure the whole profile is, as the heading says it: the hover's first row has the samples of the line alone. */
function sureText({ sure }: AnnotatedLine): string {
  return sure ? `_Profile of ${escapeMarkdown(sure)}._\n\n` : '';
}

/** Why figures of the line are faded. */
function noiseText({ capture, baseline, sampleType }: Active, detail: LineDetail): string {
  if (baseline) return fadedText(detail, sampleType, 'changes');
  return fadedText(detail, sampleType, 'figures') + (isBenchmark(capture) ? packedText(detail, sampleType) : '');
}

function shownRows(active: Active, line: ComparedLine, largest: number): string[] {
  const { sampleType, profile: { label, summary } } = active;
  const kind = labelOfRows(label, active.baseline !== undefined);
  const nameOf = (_: string, index: number) => sampleTypeName(kind, typeText(summary.sampleTypes, index));
  if (active.baseline) return comparedRows(line, sampleType, nameOf, largest);
  return valueRows(line.delta, sampleType, nameOf, summary, largest);
}

/** That the figures are differences, and if they mean nothing, why. */
function intervalRemark({ profile: { summary }, sampleType }: Active): string {
  const interval = intervalText(summary);
  if (interval === undefined) return '';
  const inUse = isInUseOverInterval(summary, summary.sampleTypes[sampleType]) ? IN_USE_IN_INTERVAL : '';
  return [inUse, `${capitalized(interval)}.`].map(remark).join('');
}

/**
 * Why totals are shown although the user chose costs per operation or second; in every form, why the profile does not
 * fit its run. undefined in other cases.
 */
function whyTotals(active: Active, misfit: Misfit | undefined): WhyNot | undefined {
  if (active.baseline) return undefined;
  if (active.form === 'perSecond') return whyNotPerSecond(active);
  return active.form === 'perOperation' || misfit ? whyNotPerOperation(active) : undefined;
}

function isDividing(form: Active['form']): boolean {
  return form === 'perOperation' || form === 'perSecond';
}

function whyText({ text, fix }: WhyNot): string {
  return `${escapeMarkdown(text)}${fix ? ` [${fix.title}](${commandLink(fix.command, fix.args)})` : ''}`;
}
