import { formatValue } from '../../bench/printedValue';
import { CPU_TIME, type FigureDecision } from '../../bench/turnsDecision';
import { lineWords } from './lineText';
import { exitCode, type JudgedCase, type MeasureOutcome, summary, sureText } from './outcome';
import { onlyTexts } from './textReport';

/** More rows without a firm change are only counted: GitHub allows comments of 65,536 characters. */
const MAX_UNCHANGED = 100;
/** More rows without a firm change are folded. */
const MAX_OPEN = 10;

/**
 * A comment for a pull request: one table with a row for each benchmark, those that regressed first; their lines; the
 * machine, and how sure the verdicts are.
 */
export function markdownReport(outcome: MeasureOutcome, cwd: string): string {
  const { cases, before, now, failures, onlyBefore, onlyNow, machine, notes } = outcome;
  const rank = ({ decision }: JudgedCase) => (decision.past.length > 0 ? 0 : isFirm(decision) ? 1 : 2);
  const firm = [0, 1].flatMap((wanted) => cases.filter((each) => rank(each) === wanted));
  const same = cases.filter((each) => rank(each) === 2);
  const head = [`| benchmark | ${escaped(before)} | ${escaped(now)} | change |`, '|:--|--:|--:|:--|'];
  const rows = (each: readonly JudgedCase[]) => each.map((row) => tableRow(row));
  const isShort = same.length <= MAX_OPEN || firm.length === 0;
  const shown = same.slice(0, MAX_UNCHANGED);
  const more = same.length > shown.length ? [`| and ${same.length - shown.length} more without a firm difference | | | |`] : [];
  const inTable = isShort ? [...firm, ...shown] : firm;
  const table = inTable.length === 0 ? [] : [...head, ...rows(inTable), ...(isShort ? more : []), ''];
  const folded = isShort
    ? []
    : ['<details>', `<summary>${same.length} without a firm difference</summary>`, '', ...head, ...rows(shown), ...more, '</details>', ''];
  const only = onlyTexts(outcome, { before: onlyBefore, now: onlyNow });
  const sentences = [sureText(outcome), `${outcome.compared}.`, `${machine.join(', ')}.`, ...notes];
  return [
    `### ${['✅', '❌', '⚠️'][exitCode(outcome)]} ${escaped(summary(outcome))}`,
    '',
    ...table,
    ...lineList(cases, cwd),
    ...folded,
    ...[...failures, ...only].map((text) => `- ${escaped(text)}`),
    ...(failures.length + only.length > 0 ? [''] : []),
    `<sub>${sentences.map((text) => escaped(text)).join(' ')}</sub>`,
    '',
  ].join('\n');
}

function isFirm({ main, others }: JudgedCase['decision']): boolean {
  return main?.outcome === 'worse' || main?.outcome === 'better' || others.length > 0;
}

function tableRow({ label, decision, verdict }: JudgedCase): string {
  const { main, past } = decision;
  const text = past.length > 0 ? `❌ **${escaped(verdict)}**` : escaped(verdict);
  return `| ${escaped(label.replace(/^Benchmark/, ''))} | ${cell(main, 'before')} | ${cell(main, 'now')} | ${text} |`;
}

function cell(figure: FigureDecision | undefined, side: 'before' | 'now'): string {
  if (!figure) return '';
  const unit = figure.unit === CPU_TIME ? 'cpu-ns' : figure.unit.replace(/\/op$/, '');
  return escaped(`${formatValue(figure[side], figure.unit)} ${unit}`);
}

function lineList(cases: readonly JudgedCase[], cwd: string): string[] {
  const items = cases.flatMap(({ label, lines }) => [...lines.values()].flatMap((found) => {
    const name = escaped(label.replace(/^Benchmark/, ''));
    if ('whyNone' in found) return [`- ${name}: no line is named (${escaped(found.whyNone)})`];
    return found.lines.map((line) => {
      const { place, change, source } = lineWords(line, cwd);
      return `- ${name}: ${escaped(place)} ${escaped(change)}${source === '' ? '' : ` ${code(source)}`}`;
    });
  }));
  return items.length === 0 ? [] : ['Lines that did it:', ...items, ''];
}

/** Source as inline code, between more backticks than it has in a row. */
function code(source: string): string {
  const longest = Math.max(0, ...[...source.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${source}${fence}` : `${fence} ${source} ${fence}`;
}

/** Text without Markdown, HTML, and mentions of users. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~#&]/g, '\\$&').replaceAll('@', '@\u200b').replace(/[\r\n]+/g, ' ');
}
