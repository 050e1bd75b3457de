import { median } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time } from '../words';

const SIZES = { quick: [100_000], usual: [100_000, 1_000_000] };
const DAYS = 30;
const ROUNDS = 2;

interface Took {
  readonly ms: number;
  readonly longestMs: number;
  readonly idleBytes: number;
  readonly peakBytes: number;
  /** The largest memory up to each piece. */
  readonly peaks: readonly number[];
  readonly servicesMs: number;
  readonly longestOfValues: number;
  readonly coldMs: number;
  readonly warmMs: number;
  readonly reloadedMs: number;
}

/** Table 12: a month of a fleet, in daily pieces. */
export const fleet: Table = {
  name: 'fleet',
  async measure({ options, tools, log }: Bench): Promise<Measurement> {
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    for (const size of options.quick ? SIZES.quick : SIZES.usual) {
      log(`${DAYS} days of ${count(size)} samples`);
      const runs: Took[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const command = [process.execPath, tools.program('fleet'), tools.worker, String(size), String(DAYS)];
        const run = JSON.parse((await tools.measure(command, { keepOutput: true })).stdout) as Took;
        if (run.peaks.length !== DAYS) throw new Error(`${run.peaks.length} of ${DAYS} pieces came`);
        runs.push(run);
      }
      const longest = Math.min(...runs.map(({ longestMs }) => longestMs));
      const ms = median(runs.map((run) => run.ms));
      const half = median(runs.map(({ peaks, idleBytes }) => peaks[DAYS / 2]! - idleBytes));
      const whole = median(runs.map(({ peakBytes, idleBytes }) => peakBytes - idleBytes));
      const services = median(runs.map(({ servicesMs }) => servicesMs));
      const values = Math.min(...runs.map(({ longestOfValues }) => longestOfValues));
      const [cold, warm, reloaded] = [
        runs.map(({ coldMs }) => coldMs), runs.map(({ warmMs }) => warmMs), runs.map(({ reloadedMs }) => reloadedMs),
      ].map((all) => median(all)) as [number, number, number];
      Object.assign(figures, {
        [`fleet.${size}.inProduction.ms`]: cold,
        [`fleet.${size}.ms`]: ms, [`fleet.${size}.longest.ms`]: longest, [`fleet.${size}.bytes`]: whole,
        [`fleet.${size}.halfBytes`]: half, [`fleet.${size}.services.ms`]: services, [`fleet.${size}.values.ms`]: values,
      });
      const perPiece = time(ms / DAYS);
      const memories = [half, whole].map(megabytes);
      const asked = [cold, warm, reloaded].map(time);
      rows.push([count(size), time(ms), perPiece, ...memories, time(longest), time(services), time(values), ...asked]);
    }
    return {
      title: 'A month of a fleet',
      sections: [{
        title: '',
        head: [
          'samples a day', `${DAYS} days`, 'a day', 'memory at half of the days', 'memory', 'longest task of the host’s thread',
          '1,000 services', 'longest task, 10,000 values of a label',
          'In Production', 'In Production again', 'In Production after a reload',
        ],
        rows,
      }],
      notes: [
        'A Pyroscope on this machine is asked for each day, three side by side, and the answers are added up. It answers ' +
          'without searching, and all days have the same stacks. Memory is what the host and its worker take at most, ' +
          'less what they took before. In Production is the question of a function’s share, places and callers in the ' +
          'last day; after a reload, the answer is on disk.',
      ],
      figures,
    };
  },
};
