import type { ResultCapture, ResultsState, ResultStep } from '../../src/pages/protocol/resultsPage';
import { changePercent } from '../../src/profile/text/screen/change';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { element } from '../controls/dom';
import { stageLevels, stageNameOf } from './stageLevels';

export interface StagePairActions {
  comparePair(base: ResultCapture, capture: ResultCapture): void;
  measurePair(base: ResultCapture, capture: ResultCapture): void;
}

/** The two stages that the user chose, and what can be done with them. */
export class StagePair {
  readonly element = element('div', { class: 'pair' });
  private readonly text = element('span', { class: 'remark', 'aria-live': 'polite' });
  private readonly compare = element('button', { id: 'compare-pair', class: 'link' }, 'Compare');
  private readonly measure = element('button', { id: 'measure-pair', class: 'link' }, 'Measure in Turns');
  /** Why the two cannot be measured in turns. */
  private readonly why = element('div', { class: 'remark' });
  private chosen: readonly string[] = [];
  private pair: readonly [base: ResultCapture, capture: ResultCapture] | undefined;

  constructor(actions: StagePairActions) {
    this.element.append(this.text, this.compare, this.measure, this.why);
    this.compare.addEventListener('click', () => this.pair && actions.comparePair(...this.pair));
    this.measure.addEventListener('click', () => this.pair && actions.measurePair(...this.pair));
  }

  /** The ids of the chosen stages, at most two. */
  get ids(): readonly string[] {
    return this.chosen;
  }

  /** Chooses a stage in place of the one that was chosen first, or no longer chooses it. */
  toggle(id: string): void {
    const others = this.chosen.filter((each) => each !== id);
    this.chosen = others.length < this.chosen.length ? others : [...others.slice(-1), id];
  }

  /**
   * Call when the captures, the choice or the shown figure have changed.
   * @param unit the position of the main figure among the page's units
   */
  update(state: ResultsState, key: string | undefined, unit: number | undefined): void {
    const { captures, units, canRun } = state;
    this.chosen = this.chosen.filter((id) => captures.some((capture) => capture.id === id));
    // Newest first: the older one is the baseline.
    const [capture, base] = captures.filter(({ id }) => this.chosen.includes(id));
    this.pair = capture && base ? [base, capture] : undefined;
    this.element.hidden = captures.length < 2;
    this.compare.hidden = !this.pair;
    this.measure.hidden = !this.pair || !canRun;
    this.why.hidden = true;
    if (!this.pair) {
      this.text.textContent = capture ? 'Choose another stage to compare the two.' : 'Choose two stages to compare them.';
      return;
    }
    const isFigureKnown = key !== undefined && unit !== undefined;
    const change = isFigureKnown ? changeText(state, this.pair, { key, unit, title: metricTitle(units[unit]) }) : '';
    this.text.textContent = `${stageNameOf(base)} → ${stageNameOf(capture)}${change === '' ? '' : `: ${change}`}`;
    const reason = whyNotCompared(base, capture);
    this.compare.disabled = reason !== undefined;
    this.compare.title = reason ?? 'Compare the lines of the two stages';
    const whyNot = whyNotMeasured(base, capture);
    this.measure.disabled = whyNot !== undefined;
    this.measure.title = whyNot ?? MEASURE_HINT;
    this.why.hidden = !canRun || whyNot === undefined;
    this.why.textContent = whyNot ?? '';
  }
}

export const MEASURE_HINT = 'Measure the two stored programs in turns';

function whyNotCompared(base: ResultCapture, capture: ResultCapture): string | undefined {
  const haveProfiles = [base, capture].every(({ kinds }) => kinds.length > 0);
  if (!haveProfiles) return 'One of the two was measured without profiles: there are no line costs to compare';
  return base.only === capture.only ? undefined : DIFFERENT_CASES;
}

const DIFFERENT_CASES = 'The two measured different cases';

/** Why the programs of two stages cannot run in turns; undefined if they can. */
export function whyNotMeasured(base: ResultCapture, capture: ResultCapture): string | undefined {
  const areOther = base.only !== undefined && capture.only !== undefined && base.only !== capture.only;
  return areOther ? `${DIFFERENT_CASES}.` : (capture.noProgram ?? base.noProgram);
}

/** `time/op −58.1 %, measured in turns`; of two that ran in turns with each other `4.1 to 7.5 % faster, …` */
function changeText(
  { captures, pairs }: ResultsState,
  [base, capture]: readonly [ResultCapture, ResultCapture],
  { key, unit, title }: { readonly key: string; readonly unit: number; readonly title: string },
): string {
  const ofPair = pairs.filter(({ now, before }) => now === capture.id && before === base.id).map(({ steps }) => steps);
  const isDirect = (step: ResultStep) => step.key === key && step.from === base.id && step.isInTurns;
  const direct = [...ofPair, capture.steps].flat().find(isDirect);
  if (direct) return `${direct.words}, measured in turns`;
  const levels = stageLevels(captures, key, unit);
  const [before, now] = [base, capture].map(({ id }) => levels.findIndex((level) => level.capture.id === id));
  if (before < 0 || now < 0) return '';
  const [from, to] = [levels[before].level, levels[now].level];
  const change = from === to ? 'the same' : changePercent(to - from, from);
  // All steps between the two: those from the newer one back to the older one, or else to where both come from.
  const steps = (at: number): number[] => (levels[at].from === undefined ? [] : [at, ...steps(levels[at].from)]);
  const [ofBase, ofCapture] = [steps(before), steps(now)];
  const between = [...ofBase, ...ofCapture].filter((at) => !(ofBase.includes(at) && ofCapture.includes(at)));
  const isInTurns = between.every((at) => levels[at].isStepInTurns);
  return `${title} ${change}, ${isInTurns ? 'measured in turns' : 'not measured in turns'}`;
}
