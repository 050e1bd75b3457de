import type { BenchmarksTable, Tally } from '../../src/bench/comparison/answers';

/**
 * `1 faster · 6 no difference`, which breaks between the parts only; of other units `1 better · 2 worse`; empty if
 * nothing was compared.
 */
export function tallyText(tally: Tally, unit: string): string {
  const isTime = /^(sec|ns)\//.test(unit) || unit.endsWith('/s');
  const parts: readonly (readonly [number, string])[] = [
    [tally.better, isTime ? 'faster' : 'better'],
    [tally.worse, isTime ? 'slower' : 'worse'],
    [tally.changed, 'changed'],
    [tally.none, 'no difference'],
    [tally.untested, 'with too few runs to tell'],
  ];
  return parts.filter(([count]) => count > 0).map(([count, word]) => `${count}\u00a0${word.replaceAll(' ', '\u00a0')}`).join('\u00a0· ');
}

/** The tally of the first unit, over the tables of all packages, of the last column against the baseline. */
export function summaryOf(tables: readonly Pick<BenchmarksTable, 'tallies' | 'unit'>[]): string {
  const unit = tables.find((table) => table.unit === 'sec/op')?.unit ?? tables[0]?.unit ?? '';
  const last = tables.filter((table) => table.unit === unit).flatMap(({ tallies }) => tallies.at(-1) ?? []);
  const sum = last.reduce((all, each) => ({
    better: all.better + each.better,
    worse: all.worse + each.worse,
    changed: all.changed + each.changed,
    none: all.none + each.none,
    untested: all.untested + each.untested,
  }), { better: 0, worse: 0, changed: 0, none: 0, untested: 0 });
  return tallyText(sum, unit);
}
