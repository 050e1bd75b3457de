import { FIRM_CHANGE, FIRM_IN_TURNS, type Move, MOVED, NOISE, type RowJudgements } from '../answers/changes';
import { plural } from './counts';
import { countText } from './screen/digits';
import { shortName } from './shortNames';

/** Judgements on rows, as in FlameWindow and TableWindow. */
export interface Judgements extends RowJudgements {
  readonly moves: readonly Move[];
}

/**
 * A judgement in words: `within the noise`, `moved: scan gained as much`, `firm: 10+10 runs in turns, p < 0.001`; empty
 * if `change` is 0, or firm by its samples.
 */
export function judgementText({ judgement, move, moves, evidence }: Judgements, row: number, change: number): string {
  if (change === 0 || judgement[row] === FIRM_CHANGE) return '';
  if (judgement[row] === FIRM_IN_TURNS) return firmInTurnsText(evidence);
  const moveOfRow = moves[move[row] - 1];
  return judgement[row] === MOVED && moveOfRow !== undefined ? moveText(moveOfRow, change) : 'within the noise';
}

/** `firm: 10+10 runs in turns, p < 0.001` */
export function firmInTurnsText(evidence = ''): string {
  return `firm: ${evidence}`;
}

/** Replaces the sign of a figure that is not a firm change: `~` for noise, as in benchstat, `↔` if it moved. */
export function judgementSign({ judgement }: RowJudgements, row: number): string {
  return signOfJudgement(judgement[row]);
}

/** `~` for noise, `↔` for a change that moved; empty for a firm one. */
export function signOfJudgement(judgement: number): string {
  if (judgement === NOISE) return '~';
  return judgement === MOVED ? '↔' : '';
}

/** What makes up for a change that moved: `moved: scan gained as much`. */
export function moveText({ how, function: name }: Move, change: number): string {
  const [verb, comparison] = change < 0 ? ['gained', 'more'] : ['lost', 'less'];
  switch (how) {
    case 'other':
      return `moved: ${shortName(name)} ${verb} as much`;
    case 'elsewhere':
      return `moved: ${shortName(name)} costs that much ${comparison} elsewhere`;
    case 'below':
      return `moved: other code below ${shortName(name)} ${verb} as much`;
    default:
      return how satisfies never;
  }
}

/** What is known about the lines that changed beyond noise. */
export interface FirmLines {
  /** The number of such lines in the file, or in the files listed. */
  readonly count: number;
  /** If there are none: the number of lines that call code of which runs in turns show that it changed. */
  readonly calling?: number;
  /** Whether lines that were removed cost more than noise explains. */
  readonly removed?: boolean;
  /** Whether other files have such lines. */
  readonly elsewhere?: boolean;
  /** Why no file has any, although the benchmark changed; empty if it did not. See withoutFirmLine. */
  readonly whyNone?: string;
}

/** `3 lines of this file changed beyond noise`, `3 lines of this file and removed lines changed beyond noise`. */
export function firmLinesText({ count, calling = 0, removed = false, elsewhere = false, whyNone = '' }: FirmLines): string {
  if (count === 0 && calling > 0) return `${callingText(calling)} changed beyond noise`;
  if (count === 0 && removed) return 'only removed lines of this file changed beyond noise';
  if (count === 0 && whyNone !== '') return `profiles cannot tell which line changed (${whyNone})`;
  const others = count === 0 && elsewhere ? ', but lines of other files did' : '';
  const lines = `${linesText(count)} of this file${removed ? ' and removed lines' : ''}`;
  return `${lines} changed beyond noise${others}`;
}

/** `code that 3 lines call`: their figures are shown as firm, although which line of that code changed is not known. */
export function callingText(calling: number): string {
  return `code that ${linesText(calling)} ${calling === 1 ? 'calls' : 'call'}`;
}

/** `3 lines`, `no line` */
export function linesText(count: number): string {
  return count === 0 ? 'no line' : `${countText(count)} ${plural('line', count)}`;
}

/** Why a change is noise: `within the noise: 15 samples, baseline 12`, or with a name `…, GOGC=100: 12`. */
export function noiseText(now: number, before: number, name?: string): string {
  if (now === Infinity || before === Infinity || now + before === 0) return 'too rare or too small to be a change of every operation';
  const count = (samples: number) => countText(Math.round(samples));
  return `within the noise: ${count(now)} ${Math.round(now) === 1 ? 'sample' : 'samples'}, ${name === undefined ? 'baseline' : `${name}:`} ${count(before)}`;
}
