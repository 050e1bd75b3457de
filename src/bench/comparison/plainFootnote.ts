/** A footnote of benchstat in plain words; any other text unchanged. */
export function plainFootnote(note: string): string {
  for (const [pattern, words] of WORDS) {
    const match = pattern.exec(note);
    if (match !== null) return words(match.slice(1));
  }
  return note;
}

const percent = (level: string): string => `${Number((Number(level) * 100).toPrecision(10))} %`;

const WORDS: readonly (readonly [RegExp, (groups: readonly string[]) => string])[] = [
  [/^need (>=?) (\d+) samples for confidence interval at level ([\d.e-]+)$/, ([sign, count, level]) =>
    `Too few runs to say how far the median may be off: a ${percent(level)} confidence interval needs ${atLeast(sign, count)} runs (-count).`],
  [/^need (>=?) (\d+) samples to detect a difference at alpha level ([\d.e-]+)$/, ([sign, count, alpha]) =>
    `Too few runs to tell a change from noise: even the clearest difference arises by chance in more than ${percent(alpha)} of cases. Measure each side ${atLeast(sign, count)} times (-count).`],
  [/^all samples are equal$/, () => 'Every run gave the same figure on both sides: there is no difference, and nothing to test.'],
  [/^benchmarks vary in (.+)$/, ([keys]) =>
    `These runs differ in ${keys}, but are summarized together.`],
  [/^exact distribution expected, but values range from (.+) to (.+)$/, ([from, to]) =>
    `The unit is declared as exact, yet the runs gave figures from ${from} to ${to}: the most frequent one is shown.`],
  [/^benchmark set differs from baseline; geomeans may not be comparable$/, () =>
    'This column does not have the same benchmarks as the first one, so the two geometric means cover different benchmarks. The change of the mean covers only the benchmarks that both columns have.'],
  [/^summaries must be >0 to compute geomean$/, () =>
    'A geometric mean needs figures above zero, and at least one here is zero or less.'],
  [/^ratios must be >0 to compute geomean$/, () =>
    'A geometric mean of changes needs a benchmark that is in both columns, and figures above zero.'],
];

const atLeast = (sign: string, count: string): string => `${sign === '>' ? 'more than' : 'at least'} ${count}`;
