import type { BenchProfile } from '../profiles';
import { growth, median, pairedRatio } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time } from '../words';

const ROUNDS = { quick: 3, usual: 7, large: 3 };
const LARGE_SAMPLES = 300_000;

/** The table's rows: the steps of programs/queries.ts and programs/refine.ts, and what each is called. */
const STEPS: readonly (readonly [step: string, words: string])[] = [
  ['loadCold', 'load, the worker’s first (with its start)'],
  ['load', 'load, a later one'],
  ['topAtOnce', 'top 100, at once'],
  ['flameAtOnce', 'flame window, 1,400 px, at once'],
  ['file', 'costs of a file: first'],
  ['fileOther', '– another file'],
  ['fileAgain', '– the same again'],
  ['hover', 'hover of a line'],
  ['top', 'top 100: first'],
  ['topAgain', '– again'],
  ['flame', 'flame window, 1,400 px: first'],
  ['flameAgain', '– again'],
  ['zoom', '– a subtree'],
  ['zoomAgain', '– the same subtree again'],
  ['search', 'search over all frames: first'],
  ['searchNext', '– another pattern'],
  ['searchAgain', '– the same pattern again'],
  ['switchFile', 'sample-type switch: costs of a file'],
  ['switchFlame', '– flame window'],
  ['unload', 'unload'],
  ['wholeLoad', 'load without the worker, with the costs of all lines'],
  ['focus', '– focus'],
  ['ignore', '– ignore'],
  ['hide', '– hide'],
  ['tagfocus', '– tagfocus'],
  ['diff', '– difference to a base'],
];

/** Milliseconds of programs/refine.ts by step. */
async function measureRefining(
  { tools }: Bench,
  { path }: BenchProfile,
  rounds: number,
): Promise<Record<string, number[]>> {
  const command = [process.execPath, tools.program('refine'), path, String(rounds)];
  const { stdout } = await tools.measure(command, { keepOutput: true });
  const { load, ...steps } = (JSON.parse(stdout) as { took: Record<string, number[]> }).took;
  return { wholeLoad: load!, ...steps };
}

/** Table 3: how long the worker takes for each query, by size. */
export const queries: Table = {
  name: 'queries',
  async measure(bench: Bench): Promise<Measurement> {
    const { options, profiles, tools, log } = bench;
    const allSizes = [1000, 10_000, 100_000, 1_000_000];
    const sizes = allSizes.filter((size) => size <= options.largest && (size > 1000 || !options.quick));
    const figures: Record<string, number> = {};
    const measurements: QueryTimes[] = [];
    const frames: number[] = [];
    for (const size of sizes) {
      const profile = await profiles.generated(size);
      const rounds = options.quick ? ROUNDS.quick : size > LARGE_SAMPLES ? ROUNDS.large : ROUNDS.usual;
      log(`${profile.name}: queries, ${rounds} rounds`);
      const args = [tools.program('queries'), tools.worker, profile.path, String(rounds)];
      const run = await tools.measure([process.execPath, ...args], { keepOutput: true });
      const answer = JSON.parse(run.stdout) as { took: Record<string, number[]>; frames: number };
      const steps = Object.fromEntries(Object.entries(answer.took).map(([step, values]) => [step, median(values)]));
      for (const [step, value] of Object.entries(steps)) figures[`queries.${size}.${step}.ms`] = value;
      const refinements = await measureRefining(bench, profile, rounds);
      for (const [step, values] of Object.entries(refinements)) {
        steps[step] = median(values);
        figures[`queries.${size}.${step}.part`] = pairedRatio(values, refinements.wholeLoad!);
      }
      const { load, switch: switches } = answer.took;
      figures[`queries.${size}.switchPart`] = median(switches!.map((value, i) => value / load![i]!));
      measurements.push({ profile, steps });
      frames.push(answer.frames);
    }
    return {
      title: 'Queries to the worker on a loaded profile, by size',
      sections: [{ title: '', head: headOf(measurements), rows: rowsOf(measurements, frames, figures) }],
      notes: [
        'From the query in the host to the answer in the host, through the worker; medians of rounds, each of which ' +
          'loads the profile anew. "First" queries come after a pause of four times the load, in which the worker ' +
          'prepares likely queries; queries "at once" come right after the load. The host caches the last costs, so the ' +
          'same query again does not reach the worker.',
        'Refinements and the difference are computed without the worker. Their times, and that of the load that they ' +
          'are compared with, include the costs of all lines. The base of the difference is a second copy of the profile.',
        '"growth" is k where the time grows with the unpacked size to the power of k, from 10^4 samples on: 1 is ' +
          'linear, 0 is flat.',
      ],
      figures,
    };
  },
};

interface QueryTimes {
  readonly profile: BenchProfile;
  /** The median of each step, in milliseconds. */
  readonly steps: Readonly<Record<string, number>>;
}

function headOf(measurements: readonly QueryTimes[]): string[] {
  return ['', ...measurements.map(({ profile }) => `${count(profile.samples)} samples`), 'growth'];
}

function rowsOf(
  measurements: readonly QueryTimes[],
  frames: readonly number[],
  figures: Record<string, number>,
): string[][] {
  const large = measurements.filter(({ profile }) => profile.samples >= 10_000);
  const growthOf = (step: string): string => {
    if (large.length < 2) return '–';
    const k = growth(large.map(({ profile }) => profile.unpackedBytes), large.map(({ steps }) => steps[step]!));
    figures[`queries.growth.${step}`] = k;
    return k.toFixed(2);
  };
  return [
    ['unpacked', ...measurements.map(({ profile }) => megabytes(profile.unpackedBytes)), ''],
    ['frames in the call tree', ...frames.map(count), ''],
    ...STEPS.map(([step, words]) => [words, ...measurements.map(({ steps }) => time(steps[step])), growthOf(step)]),
    ['switch : load', ...measurements.map(({ profile: { samples } }) => figures[`queries.${samples}.switchPart`]!.toFixed(2)), ''],
  ];
}
