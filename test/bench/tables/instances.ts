import { median } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time } from '../words';

const SIZES = [50, 500];
const HANGING = 3;
const ROUNDS = { quick: 2, usual: 5 };

interface Took {
  readonly longestMs: number;
  readonly ms: number;
  readonly idleBytes: number;
  readonly peakBytes: number;
  readonly taken: number;
}

/** Table 11: all kinds of profiles of a service with many instances. */
export const instances: Table = {
  name: 'instances',
  async measure({ options, tools, log }: Bench): Promise<Measurement> {
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    for (const size of SIZES) {
      log(`${count(size)} instances`);
      const runs: Took[] = [];
      for (let round = 0; round < (options.quick ? ROUNDS.quick : ROUNDS.usual); round++) {
        const command = [process.execPath, tools.program('instances'), tools.worker, String(size), String(HANGING)];
        const run = JSON.parse((await tools.measure(command, { keepOutput: true })).stdout) as Took;
        if (run.taken !== size - HANGING) throw new Error(`${run.taken} of ${size} instances were taken`);
        runs.push(run);
      }
      const longest = Math.min(...runs.map(({ longestMs }) => longestMs));
      const [ms, more] = [median(runs.map((run) => run.ms)), median(runs.map((run) => run.peakBytes - run.idleBytes))];
      figures[`instances.${size}.longest.ms`] = longest;
      figures[`instances.${size}.ms`] = ms;
      figures[`instances.${size}.bytes`] = more;
      rows.push([count(size), String(HANGING), time(ms), megabytes(more), time(longest)]);
    }
    return {
      title: 'A service of many instances',
      sections: [{ title: '', head: ['instances', 'of which hang', 'time', 'memory', 'longest task of the host’s thread'], rows }],
      notes: [
        'A set of six kinds, with a CPU profile of 1 s, is taken of each instance and added up. Those that hang are left ' +
          'out after 3 s. Memory is what the host and its worker take at most, less what they took before. Time is in ' +
          'rounds of 128 instances. The longest task is that of the run in which it was shortest, as in the table of the host.',
      ],
      figures,
    };
  },
};
