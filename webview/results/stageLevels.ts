import type { ResultCapture, ResultStep, StepRatio } from '../../src/pages/protocol/resultsPage';

/** The name of a stage: that of the user, or what its code is, or its time. */
export function stageNameOf({ title, code, when }: ResultCapture): string {
  return title ?? code ?? when;
}

/** A stage in the chart. */
export interface StageLevel {
  readonly capture: ResultCapture;
  /** 1 for the oldest stage. */
  readonly number: number;
  /** The measured figure. */
  readonly value: number;
  /** How many times as large the figure is as in the first stage: the product of the steps to it. */
  readonly level: number;
  /** The 95 % interval of the last step, from the level where that begins. */
  readonly interval?: { readonly lo: number; readonly hi: number };
  /** The position of the stage that the last step begins at; unset for the first stage. */
  readonly from?: number;
  /** Whether all steps from the first stage were measured in turns. */
  readonly isInTurns: boolean;
  /** Whether the last step was. */
  readonly isStepInTurns: boolean;
}

/**
 * The levels of the stages that have a figure, oldest first. A chain of ratios that were each measured in turns does
 * not depend on the state of the machine at different times; a chain of results would.
 * @param captures newest first
 * @param key of the case, see `caseKey`
 * @param unit the position of the figure among the page's units
 */
export function stageLevels(captures: readonly ResultCapture[], key: string, unit: number): StageLevel[] {
  const levels: StageLevel[] = [];
  for (const [i, capture] of [...captures].reverse().entries()) {
    const value = capture.rows.find((row) => row.key === key)?.cells[unit]?.value;
    if (value === undefined || !Number.isFinite(value)) continue;
    const step = capture.steps.find((each) => each.key === key);
    levels.push({ capture, number: i + 1, value, ...levelAfter(levels, value, step, unit) });
  }
  return levels;
}

type Level = Omit<StageLevel, 'capture' | 'number' | 'value'>;

function levelAfter(levels: readonly StageLevel[], value: number, step: ResultStep | undefined, unit: number): Level {
  const last = levels.at(-1);
  if (!last) return { level: 1, isInTurns: true, isStepInTurns: true };
  const from = levels.findIndex(({ capture }) => capture.id === step?.from);
  const ratio: StepRatio | undefined = step?.ratios[unit];
  if (!ratio || from < 0) {
    const level = last.value === value ? last.level : last.level * (value / last.value);
    return { level, from: levels.length - 1, isInTurns: false, isStepInTurns: false };
  }
  const { level, isInTurns } = levels[from];
  const { lo, hi } = ratio;
  const isStepInTurns = step?.isInTurns === true;
  return {
    level: level * ratio.ratio,
    ...(lo !== undefined && hi !== undefined && { interval: { lo: level * lo, hi: level * hi } }),
    from,
    isInTurns: isInTurns && isStepInTurns,
    isStepInTurns,
  };
}
