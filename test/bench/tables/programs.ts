import { measuredFolder } from '../places';
import { median, pairedRatio } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { time, times } from '../words';

const ROUNDS = { quick: 5, usual: 15 };
/** About two seconds. */
const WORK = '8000';

interface Took {
  readonly nanos: Readonly<Record<'plain' | 'cpu' | 'memory' | 'all' | 'waiting' | 'wall', readonly number[]>>;
  readonly gaps: readonly number[];
  /** From a piece of so many kilobytes to columns. */
  readonly shown: { readonly kilobytes: readonly number[]; readonly ms: readonly number[] };
}

/** Table 10: what the profiles of a program that runs cost it. */
export const programs: Table = {
  name: 'programs',
  async measure({ options, tools, log }: Bench): Promise<Measurement> {
    log('a program with and without profiles');
    const rounds = String(options.quick ? ROUNDS.quick : ROUNDS.usual);
    const command = [process.execPath, tools.program('measured'), measuredFolder, WORK, rounds, tools.worker];
    const { stdout } = await tools.measure(command, { keepOutput: true, limitMs: 10 * 60_000 });
    const { nanos, gaps, shown } = JSON.parse(stdout) as Took;
    const figures: Record<string, number> = { 'programs.gap.ms': median(gaps), 'programs.columns.ms': median(shown.ms) };
    const rows = (['cpu', 'memory', 'all', 'wall'] as const).map((name) => {
      const without = name === 'wall' ? nanos.waiting : nanos.plain;
      const ratio = (figures[`programs.${name}.ratio`] = pairedRatio(nanos[name], without));
      return [NAMES[name], time(median(without) / 1e6), time(median(nanos[name]) / 1e6), times(ratio)];
    });
    return {
      title: 'A program that runs while it is profiled',
      sections: [{ title: '', head: ['kinds', 'CPU time without', 'with', 'ratio'], rows }],
      notes: [
        'The CPU time of the same work, in turns; ratios are medians of pairs. The profiles are written while the program ' +
          `runs, and once more when it ends, after this time was read. Between two pieces of the CPU profile, ${time(median(gaps))} are not measured.`,
        `From a piece of ${Math.round(median(shown.kilobytes))} kB to the costs of a file: ${time(median(shown.ms))}. ` +
          'The runtime\'s figures are read with every kind.',
      ],
      figures,
    };
  },
};

const NAMES = {
  cpu: 'cpu', memory: 'cpu and memory', all: 'cpu, memory, mutex, block, goroutine', wall: 'wall, with 1000 goroutines that wait',
};
