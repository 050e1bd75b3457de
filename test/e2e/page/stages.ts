import type { BenchmarkResult } from '../../../src/bench/parseOutput';
import type { ResultsShown } from '../../../src/pages/results/resultsState';

type ReadLines = (...lines: readonly string[]) => readonly BenchmarkResult[];

/** Four stages: the second and the third were measured in turns with the stage before, the fourth was not. */
export function stagesIn(one: ResultsShown, readLines: ReadLines, changes: Partial<ResultsShown>): ResultsShown {
  const runs = (ns: number) => [0, 1, 2, 3, 4, 5].flatMap((i) =>
    readLines(`${one.benchmark}-8 \t 100\t ${ns + i * ns / 100} ns/op\t ${ns} B/op`));
  const [first] = one.captures;
  const git = { commit: 'a'.repeat(40), subject: 'Join with a loop' };
  const lru = (added: number, removed: number) => ({ files: 1, added, removed, named: ['join.go'] });
  const turns = (base: string, before: number) => {
    return { base: { id: base, capturedAt: 1e12 }, before: runs(before), wanted: 6, notes: [] };
  };
  const stage = (id: string, ns: number, more: object) => {
    return { ...first!, id, capturedAt: 1e12 + Number(id) * 1e8, results: runs(ns), ...more };
  };
  const captures = [
    stage('4', 300, { conditions: { git: { ...git, changes: lru(9, 5) } }, code: { since: { id: '3', capturedAt: 1, change: lru(2, 1) } } }),
    // On a machine twice as slow.
    stage('3', 200, { conditions: { git: { ...git, changes: lru(8, 5) } }, title: 'with Grow', turns: turns('2', 400) }),
    stage('2', 200, { conditions: { git: { ...git, changes: lru(6, 3) } }, turns: turns('1', 1000) }),
    stage('1', 1000, { conditions: { git: { ...git, changes: { files: 0, added: 0, removed: 0, named: [] } } }, isPinned: true }),
  ];
  const programs = new Set(['2', '3', '4']);
  return { ...one, results: runs(300), captures, programs, activeId: '4', baselineId: undefined, ...changes };
}

/** The stages, with two of them measured in turns later: their stored programs, on a machine three times as slow. */
export function inTurns(shown: ResultsShown, now: string, base: string): ResultsShown {
  const stage = shown.captures.find(({ id }) => id === now)!;
  const twice = (values: BenchmarkResult['values']) => values.map((each) => ({ ...each, value: 2 * each.value }));
  const before = stage.results.map((result) => ({ ...result, values: twice(result.values) }));
  const turns = { base: { id: base, capturedAt: 1e12 }, before, wanted: 6, notes: [], sides: { kind: 'stages', now, before: base } as const };
  return { ...shown, captures: [{ ...stage, id: '9', stage: now, turns }, ...shown.captures] };
}
