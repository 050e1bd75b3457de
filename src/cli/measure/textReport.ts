import { Benchstat } from '../../bench/benchstat/benchstat';
import { standardText } from '../../bench/standardFormat';
import { utf8Bytes } from '../../profile/common/utf8';
import { lineWords } from './lineText';
import { type JudgedCase, type MeasureOutcome, summary, sureText } from './outcome';

/** The results of each side in the standard format, which benchstat reads. */
export function resultTexts({ cases, units }: Pick<MeasureOutcome, 'cases' | 'units'>): { before: string; now: string } {
  const text = (side: 'before' | 'now') => standardText(cases.flatMap((each) => each[side]), units);
  return { before: text('before'), now: text('now') };
}

/** benchstat's tables of the two sides. */
function benchstatText(outcome: MeasureOutcome): string {
  const options = {
    table: '.config', row: '.fullname', col: '.file', ignore: '', filter: '*', format: 'text', alpha: 0.05, confidence: 0.95,
  };
  const benchstat = new Benchstat(options, () => undefined);
  const texts = resultTexts(outcome);
  benchstat.read(utf8Bytes(texts.before), 'base.txt', outcome.before);
  benchstat.read(utf8Bytes(texts.now), 'now.txt', outcome.now);
  return benchstat.report().text;
}

/** benchstat's tables, then a verdict on each benchmark with the lines of a regression. */
export function textReport(outcome: MeasureOutcome, cwd: string): string {
  const { cases, onlyBefore, onlyNow, machine, notes } = outcome;
  if (cases.length === 0) return '';
  const width = Math.max(...cases.map(({ label }) => label.length));
  const verdicts = cases.flatMap((each) => {
    const mark = each.decision.past.length > 0 ? '✗' : ' ';
    return [`${mark} ${each.label.padEnd(width)}  ${each.verdict}`, ...linesOf(each, cwd).map((line) => `    ${line}`)];
  });
  return [
    benchstatText(outcome).trimEnd(),
    '',
    ...verdicts,
    '',
    ...onlyTexts(outcome, { before: onlyBefore, now: onlyNow }),
    summary(outcome),
    sureText(outcome),
    `${outcome.compared}.`,
    `${machine.join(', ')}.`,
    ...notes,
    '',
  ].join('\n');
}

/** The lines of each figure that regressed past the bound, or why none is named. */
function linesOf({ lines }: JudgedCase, cwd: string): string[] {
  return [...lines].flatMap(([, found]) => {
    if ('whyNone' in found) return [`No line is named: ${found.whyNone}.`];
    return found.lines.map((line) => {
      const { place, change, source } = lineWords(line, cwd);
      return `${place}  ${change}${source === '' ? '' : `  ${source}`}`;
    });
  });
}

/** Sentences that name the benchmarks that only one side has. */
export function onlyTexts(
  { before, now }: Pick<MeasureOutcome, 'before' | 'now'>,
  only: { readonly before: readonly string[]; readonly now: readonly string[] },
): string[] {
  const text = (names: readonly string[], side: string) => (names.length === 0 ? [] : [`Only in ${side}: ${names.join(', ')}.`]);
  return [...text(only.before, before), ...text(only.now, now)];
}
