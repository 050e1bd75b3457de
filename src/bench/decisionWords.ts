import { directionText, TIME } from './changeWords';
import type { FigurePair } from './cutOff';
import { THIN_SPACE } from '../profile/text/screen/digits';
import { formatValue } from './printedValue';
import { intervalText } from './intervalWords';
import { type CaseDecision, CPU_TIME, type FigureDecision, INTERVAL_PAIRS } from './turnsDecision';
import { pairText } from './verdictWords';

/**
 * A decision in words, with plain spaces, because it is printed in a terminal: `4.1 to 7.5 % slower, 53 → 64 B/op
 * (n = 12+12)`, `no difference: 0.9 % faster to 0.6 % slower (n = 7+7)`. If the CPU time decides: `4.1 to 6 % more CPU
 * time; time: 3 % faster to 12 % slower`.
 */
export function decisionText({ main, witness, others }: CaseDecision): string {
  const [first] = [main, ...others].filter((figure) => figure !== undefined);
  if (first === undefined) return 'no figure was measured on both sides';
  const parts = [...(main ? [figureText(main)] : []), ...others.map(pairChange)].join(', ');
  const time = main?.unit === CPU_TIME && witness?.interval
    ? `; time: ${intervalText(witness.interval, TIME)}`
    : '';
  return `${parts}${time} (n = ${pairText(first.pairs)})`.replaceAll(THIN_SPACE, ' ');
}

function figureText({ unit, pairs, interval, outcome, before, now }: FigureDecision): string {
  if (outcome === 'tooFew') {
    return `${pairs} ${pairs === 1 ? 'pair of runs is' : 'pairs of runs are'} too few to tell; ${INTERVAL_PAIRS} are needed`;
  }
  const name = unit === CPU_TIME ? 'CPU time' : unit;
  if (!interval) {
    if (outcome === 'same') return 'no difference';
    const change = before === 0 ? pairChange({ unit, before, now }) : directionText(now / before - 1, name);
    return pairs < INTERVAL_PAIRS ? `${change}; an interval needs ${pairText(INTERVAL_PAIRS)}` : change;
  }
  if (outcome !== 'same') return intervalText(interval, name);
  const scope = unit === TIME ? '' : ` in ${name}`;
  return interval.lo === interval.hi ? `no difference${scope}` : `no difference${scope}: ${intervalText(interval, name)}`;
}

/** `53 → 64 B/op` */
function pairChange({ unit, before, now }: FigurePair): string {
  return `${formatValue(before, unit)} → ${formatValue(now, unit)} ${unit}`;
}
