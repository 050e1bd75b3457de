import * as vscode from 'vscode';
import { changeText } from '../../profile/text/screen/change';
import { figureText } from '../../profile/text/screen/figure';
import { unitsOf } from '../../profile/text/screen/units';
import { intervalText } from '../../profile/text/intervalText';
import { typeText } from '../../profile/text/sampleTypeNames';
import { refinementText } from '../../profile/text/chipText';
import { baselineName, shownTitle } from '../../captures/baselineName';
import type { NotCompared } from '../../captures/comparison';
import { comparisonSentence } from '../../captures/comparisonHead';
import { WorkOfProfiles } from '../../captures/comparedWork';
import { type Conditions, differencesInShort, differencesSentence } from '../../captures/disk/conditions';
import { kindName } from '../../captures/kindName';
import { type Active, areShares, formOf, type Session, shownUnit } from '../../captures/session';
import { samplesText } from '../../captures/samplesText';
import { shownSides } from '../../captures/sides';
import { Sureness } from '../../captures/sureness';
import type { ColumnStyles } from '../../captures/loaded/columnStyles';
import { MORE_WORK } from '../../captures/loaded/nextFigures';
import type { QueryEngine } from '../../engine/client';
import { commandLink, type Fix } from '../../ui/commandLink';
import { forTooltip } from '../../ui/plainText';
import { StatusItem } from '../../ui/window';
import { formText, operationsOf, profileLines, whyNotDivided } from './captureTooltip';

/** What its values are called. */
const BASELINE = 'baseline';

const NOT_COMPARED: Readonly<Record<NotCompared, string>> = {
  itself: 'the active profile is the baseline itself',
  unrelated: 'the baseline measured something other than the active profile; Compare with… compares the two',
  otherKind: "the baseline has no profile of the active profile's kind",
  refused: 'the active profile cannot be compared with the baseline; Compare with… says why, or compares another',
  operations: 'lines are not compared: the operations in the profiles were not counted',
};

/**
 * The status bar item of what is shown: `BenchmarkTotal vs 08:59:12 · cpu · ns/op`. A click opens the menu of sample
 * types, forms, styles and the comparison.
 */
export class CaptureStatus implements vscode.Disposable {
  private readonly item = new StatusItem('linecost.profile', 'Linecost', 51, 'linecost.switchSampleType');
  private readonly sureness: Sureness;
  private readonly work: WorkOfProfiles;
  private readonly subscriptions: { dispose(): unknown }[];

  constructor(private readonly session: Session, private readonly styles: ColumnStyles, engine: QueryEngine) {
    this.sureness = new Sureness(engine, () => this.update());
    this.work = new WorkOfProfiles(engine, () => this.update());
    const update = () => this.update();
    this.subscriptions = [this.item, this.sureness, session.onDidChange(update), styles.onDidChange(update)];
    this.update();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private update(): void {
    const { active, baseline } = this.session;
    const certainty = this.sureness.of(active);
    if (active) return this.showActive(active, certainty && samplesText(certainty));
    if (!baseline) return this.item.hide();
    const name = `baseline ${baselineName(baseline.capture, undefined, Date.now())}`;
    this.item.show({ icon: 'git-compare', words: [name], tooltip: 'Linecost: no profile is active', spoken: `Linecost ${name}` });
  }

  private showActive(active: Active, certainty: string | undefined): void {
    const { profile, capture, sampleType } = active;
    const type = typeText(profile.summary.sampleTypes, sampleType);
    const interval = intervalText(profile.summary);
    const words = [
      shownTitle(active, Date.now()), kindName(profile, type, capture.title),
      // The title of a store's answer names it.
      capture.title.split(' · ').includes(type) ? undefined : type,
      interval !== undefined && capture.title.endsWith(interval) ? undefined : interval,
      figuresWord(active), ...this.comparedWords(active),
      refinementText(this.session.refinement) !== '' && 'refined', this.styles.isHidden && 'costs hidden',
    ].filter((word): word is string => typeof word === 'string');
    this.item.show({ icon: 'flame', words, tooltip: this.tooltipOf(active, certainty), spoken: `Linecost: ${words.join(', ')}` });
  }

  /** What is special about the comparison, or that there is none although there is a baseline. */
  private comparedWords(active: Active): (string | false | undefined)[] {
    const { baseline, whyNotCompared } = this.session;
    if (!baseline) return [];
    if (whyNotCompared) return [whyNotCompared === 'itself' ? 'is the baseline' : 'not compared'];
    const { mode, normalize } = baseline;
    const special = [mode === 'base' && '% of the difference', normalize && !areShares(active) && 'normalized'];
    return [differencesInShort(...conditionsOf(active), BASELINE), ...special];
  }

  private tooltipOf(active: Active, certainty: string | undefined): vscode.MarkdownString {
    const { baseline, whyNotCompared, refinement } = this.session;
    const refined = refinementText(refinement);
    const ofProfile = profileLines(active);
    const isUnfit = baseline !== undefined && whyNotCompared !== undefined && whyNotCompared !== 'itself';
    const lines = [
      comparisonSentence(active),
      isUnfit && `Not compared: ${NOT_COMPARED[whyNotCompared]} (${baselineName(baseline.capture, undefined, Date.now())}).`,
      `Linecost shows ${formText(formOf(active), active)}. Click for sample types, forms of costs, styles and the comparison.`,
      certainty, ...ofProfile, ...this.workLines(active, ofProfile.includes(MORE_WORK)),
      differencesSentence({ name: 'the baseline', word: BASELINE }, ...conditionsOf(active)),
      refined !== '' && `Refined by ${refined}`,
    ].filter((line): line is string => typeof line === 'string' && line !== '');
    const tooltip = new vscode.MarkdownString();
    lines.forEach((line, at) => tooltip.appendText(forTooltip(`${at > 0 ? '\n' : ''}${line}`)));
    // appendText writes spaces that do not wrap, so that lines would break within words.
    tooltip.value = tooltip.value.replace(/(?<=\S)&nbsp;(?=\S)/g, ' ');
    const links = linksOf(active, refined !== '');
    if (links.length === 0) return tooltip;
    const texts = links.map(({ title, command, args }) => `[${title}](${commandLink(command, args)})`);
    tooltip.appendMarkdown(`\n\n${texts.join(' · ')}`);
    tooltip.isTrusted = { enabledCommands: links.map(({ command }) => command) };
    return tooltip;
  }

  /** @param saysMoreWork whether the tooltip has the sentence MORE_WORK already */
  private workLines(active: Active, saysMoreWork: boolean): readonly (string | false)[] {
    const work = this.work.of(active);
    if (!work) return [];
    const amounts = areShares(active)
      ? 'Shares of the total are compared: what each line has of all costs, whatever work was done.'
      : !saysMoreWork && MORE_WORK;
    return [amounts, work.now && `Now: ${work.now}.`, work.before && `Baseline: ${work.before}.`, ...work.remarks];
  }
}

/** The name of a side of a measurement is its environment. */
function conditionsOf(active: Active): readonly [own: Conditions | undefined, reference: Conditions | undefined] {
  const { capture, baseline } = active;
  return baseline && !shownSides(active) ? [capture.conditions, baseline.conditions] : [undefined, undefined];
}

function linksOf(active: Active, isRefined: boolean): Fix[] {
  const fix = whyNotDivided(active)?.fix;
  const refining = [
    { title: 'Change refinement', command: 'linecost.refine' },
    { title: 'Remove refinement', command: 'linecost.clearRefinement' },
  ];
  return [...(fix ? [fix] : []), ...(isRefined ? refining : [])];
}

/** `ns/op`, `%`, `share of total`; of totals, the total itself, with a sign if it is a difference in time. */
function figuresWord(active: Active): string {
  const { profile: { summary }, sampleType } = active;
  if (areShares(active)) return 'share of total';
  if (formOf(active) === 'percent') return '%';
  if (operationsOf(active)) {
    const { steps, after } = unitsOf(shownUnit(active));
    return `${steps[0].name}${after}`.trim();
  }
  const { unit } = summary.sampleTypes[sampleType];
  const weight = summary.weights?.[sampleType];
  return summary.sums
    ? changeText(summary.sums[sampleType], unit, { weight })
    : figureText(summary.totals[sampleType], unit, { weight });
}
