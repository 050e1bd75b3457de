import { relative } from 'node:path';
import type { FigureDecision } from '../../bench/turnsDecision';
import type { LinesFound } from './regressedLines';
import { exitCode, type JudgedCase, type MeasureOutcome } from './outcome';

/** Raised when a field changes its meaning or goes away. */
const FORMAT_VERSION = 1;

/** The outcome as JSON; see "JSON" in media/guide/in-ci.md. */
export function jsonReport(outcome: MeasureOutcome, cwd: string): string {
  const { before, now, commits, cases, failOver, comparisons, confidence, seconds } = outcome;
  const { failures, onlyBefore, onlyNow, machine, notes } = outcome;
  const code = exitCode(outcome);
  const report = {
    formatVersion: FORMAT_VERSION,
    result: ['passed', 'regressed', 'failed'][code],
    exitCode: code,
    before: { name: before, commit: commits.before },
    now: { name: now, commit: commits.now, hasChanges: commits.isDirty },
    rule: { failOver, confidence, comparisons },
    seconds: Number(seconds.toFixed(1)),
    machine,
    benchmarks: cases.map((each) => caseJson(each, cwd)),
    onlyBefore,
    onlyNow,
    failures,
    notes,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function caseJson({ target, label, name, procs, decision, verdict, before, now, lines }: JudgedCase, cwd: string) {
  const { main, witness, others, past } = decision;
  const figures = [main, witness, ...others].filter((figure) => figure !== undefined);
  const samples = (side: 'before' | 'now', unit: string) => {
    const values = { before, now }[side].flatMap((result) => result.values.filter((each) => each.unit === unit));
    return values.map(({ value }) => value);
  };
  return {
    package: target.importPath,
    name,
    printedName: label,
    procs,
    isRegressed: past.length > 0,
    verdict,
    figures: figures.map((figure) => ({
      ...figureJson(figure),
      decides: figure === main || others.includes(figure),
      before: { median: figure.before, values: samples('before', figure.unit) },
      now: { median: figure.now, values: samples('now', figure.unit) },
    })),
    lines: [...lines].flatMap(([unit, found]) => linesJson(unit, found, cwd)),
  };
}

function figureJson({ unit, outcome, isPast, interval, pairs }: FigureDecision) {
  const change = interval && { ratio: interval.ratio, low: interval.lo, high: interval.hi };
  return { unit, outcome, isPastBound: isPast, pairs, ...(change && { change }) };
}

function linesJson(figure: string, found: LinesFound, cwd: string) {
  if ('whyNone' in found) return [];
  return found.lines.map(({ file, line, text, before, now }) => {
    return { figure, file: relative(cwd, file).replaceAll('\\', '/'), line, text, before, now };
  });
}
