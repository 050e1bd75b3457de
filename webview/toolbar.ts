import { sampleTypeName, sampleTypeNames } from '../src/profile/text/sampleTypeNames';
import { unlikeGoTest, withCpu } from '../src/profile/text/unlikeGoTest';
import { durationText, shortDurationText } from '../src/profile/text/durationText';
import { IN_USE_IN_INTERVAL, intervalText, isInUseOverInterval } from '../src/profile/text/intervalText';
import { isGoroutineTime, leftOutText, wallText } from '../src/profile/text/wallText';
import { STACKLESS, stacklessText, waitMeaning } from '../src/profile/text/waitWords';
import { changeText } from '../src/profile/text/screen/change';
import { panelText } from './text/figureTexts';
import type { ComparisonState } from '../src/pages/protocol/profilePage';
import { element, setText } from './controls/dom';
import { button, Dropdown } from './controls/toolkit';
import { isPerOperation, isPerRequest, isPerSecond } from '../src/profile/text/relativeUnits';
import { kindOf, visibleSampleType, type ProfileState } from './profileState';

export interface ToolbarActions {
  /** @param profile id of one of the siblings */
  chooseSampleType(profile: number, index: number): void;
  help(anchor: HTMLElement): void;
}

/** Parts of others that stand in the toolbar. */
interface ToolbarParts {
  /** A control beside the help button. */
  readonly tool: HTMLElement;
  /** What the visible tab shows of the profile, after the total. */
  readonly notes: HTMLElement;
  /** Below the other parts. */
  readonly below: HTMLElement;
}

/** The profile's title, sample type and total, with buttons, and the refinement below. */
export class Toolbar {
  readonly element = element('header', { class: 'toolbar' });
  private readonly title = element('h1', { class: 'title' });
  private readonly total = element('span', { class: 'total' });
  private readonly sampleTypeList: Dropdown;
  /** Replaces the list when there is only one sample type. */
  private readonly onlyTypeText = element('span', { class: 'only-type' });

  constructor(actions: ToolbarActions, { tool, notes, below }: ToolbarParts) {
    this.sampleTypeList = new Dropdown('Sample type', (choice) => {
      const [profile, index] = choice.split(':');
      actions.chooseSampleType(Number(profile), Number(index));
    });
    const helpButton = button({ appearance: 'icon', hint: 'Keys and colors', onClick: () => actions.help(helpButton) }, '?');
    this.element.append(
      element('div', { class: 'what' }, this.title, element('div', { class: 'sum' },
        this.sampleTypeList.element, this.onlyTypeText, this.total, notes)),
      element('div', { class: 'tools' }, tool, helpButton),
      below,
    );
  }

  show(profile: ProfileState): void {
    const { captured, title, siblings, sampleType } = profile;
    setText(this.title, shortTitle(profile));
    this.title.title = title;
    const choices = sampleTypeNames(siblings).map(({ profile: { id }, sampleType: index, name }) => {
      return { value: `${id}:${index}`, label: name };
    });
    this.sampleTypeList.show(choices, `${captured}:${sampleType}`);
    setText(this.onlyTypeText, choices.length > 1 ? '' : sampleTypeName(kindOf(profile), visibleSampleType(profile)));
    this.onlyTypeText.hidden = choices.length > 1;
    this.showTotal(profile);
  }

  private showTotal(profile: ProfileState): void {
    const { totals, sums, sampleTypes, sampleType, durationNanos, comparison, weights = [] } = profile;
    const samples = profile.sure ?? profile.samples;
    const valueType = sampleTypes[sampleType] ?? { type: '', unit: '' };
    const { type, unit } = valueType;
    const total = totals[sampleType] ?? 0;
    const weight = weights[sampleType];
    const stackless = stacklessText(profile.stackless?.[sampleType], total, weight);
    const totalText = panelText(total, { unit, total, weight });
    const whole = isPerOperation(unit) && !isPerSecond(unit) ? ` in the whole ${isPerRequest(unit) ? 'process' : 'program'}` : '';
    const interval = intervalText({ sampleTypes, durationNanos });
    const inUse = isInUseOverInterval({ sampleTypes, durationNanos }, valueType) ? IN_USE_IN_INTERVAL : '';
    const change = sums?.[sampleType] ?? 0;
    const net = sums && `${interval}: ${changeText(change, unit, { largest: total, weight })}`;
    const figure = net ?? `${withCpu(totalText, valueType)}${whole}`;
    // Of the sample type `samples`, the total is the number of samples.
    const measured = { durationNanos, total: sums ? change : total, unit, weight };
    const lasted = sums ? '' : shortDurationText(measured, isGoroutineTime(sampleTypes, valueType));
    const note = inUse && 'in-use values of a difference are meaningless';
    const leftOut = sums ? undefined : leftOutText({ sampleTypes, totals }, sampleType);
    const parts = [figure, profile.load, lasted, profile.taken, note, samples, stackless, leftOut].filter(Boolean).join(' · ');
    const ofProfile = type === 'samples' && unit === 'count' ? samples : parts;
    const text = comparison ? comparisonText(comparison) : ofProfile;
    this.showTotalText(text);
    // A narrow panel cuts the text of a comparison off.
    const meaning = waitMeaning(kindOf(profile));
    const what = `Total of ${type} (${unit})${meaning && unit === 'nanoseconds' ? `: ${meaning}` : ''}`;
    const wall = wallText({ sampleTypes, totals }, sampleType);
    const own = [what, wall, durationText(measured), profile.load, ...(profile.loadDetails ?? []), profile.sure, stackless && STACKLESS].filter(Boolean).join('\n');
    const title = comparison ? `${text}\n${type}: ${comparison.now} compared with ${comparison.before}` : own;
    const difference = unlikeGoTest({ type, unit: comparison?.unit ?? unit });
    const percent = sums && !comparison ? `Percentages are of all increases and decreases together, ${totalText}.` : '';
    this.total.title = [title, ...(comparison?.remarks ?? []), percent, inUse, difference].filter(Boolean).join('\n');
  }

  /** Shows the total, whose lines must break neither within a change, `1.47 → 1.38 µs/op`, nor at a hyphen. */
  private showTotalText(text: string): void {
    if (this.total.textContent === text) return;
    const pieces = text.split(KEPT_TOGETHER);
    this.total.replaceChildren(...pieces.map((piece, i) => (i % 2 === 1 ? element('span', { class: 'word' }, piece) : piece)));
  }
}

const KEPT_TOGETHER = /(\S+ → [^\s,)]+|\b[pn] [=<] [^\s,)]+|\S+-[^\s,)]+)/;

/** `57 to 62 % faster (p = 0.005) · 349 → 138 µs/op · CPU 251 → 101 µs/op · vs 14:05:09` */
function comparisonText({ head, before, areSides }: ComparisonState): string {
  return [head, !areSides && `vs ${before}`].filter(Boolean).join(' · ');
}

/**
 * The title without the kind of profile if the list of sample types shows the kind, and without the baseline, which the
 * sentence beside it names: a narrow panel cuts a title off, but wraps the sentence.
 */
function shortTitle(profile: ProfileState): string {
  const { siblings, comparison } = profile;
  const kindSuffix = ` · ${kindOf(profile)}`;
  const against = comparison ? ` vs ${comparison.before}` : '';
  const { length } = against;
  const title = profile.title.endsWith(against) ? profile.title.slice(0, profile.title.length - length) : profile.title;
  return siblings.length > 1 && title.endsWith(kindSuffix) ? title.slice(0, -kindSuffix.length) : title;
}
