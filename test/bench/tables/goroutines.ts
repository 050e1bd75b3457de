import { growth, median } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time } from '../words';

const SIZES = [10_000, 100_000];
const ROUNDS = { quick: 3, usual: 9 };

interface Took {
  readonly open: readonly number[];
  readonly filter: readonly number[];
  readonly compare: readonly number[];
  readonly bytes: number;
}

/** Table 9: opening the goroutines in a text. */
export const goroutines: Table = {
  name: 'goroutines',
  async measure({ options, tools, log }: Bench): Promise<Measurement> {
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    const opened: number[] = [];
    for (const size of SIZES) {
      log(`${count(size)} goroutines`);
      const rounds = String(options.quick ? ROUNDS.quick : ROUNDS.usual);
      const command = [process.execPath, tools.program('goroutines'), tools.worker, String(size), rounds];
      const { stdout } = await tools.measure(command, { keepOutput: true });
      const { open, filter, compare, bytes } = JSON.parse(stdout) as Took;
      const [openMs, filterMs, compareMs] = [median(open), median(filter), median(compare)];
      figures[`goroutines.${size}.ms`] = openMs;
      figures[`goroutines.${size}.filter.ms`] = filterMs;
      figures[`goroutines.${size}.compare.ms`] = compareMs;
      opened.push(openMs);
      rows.push([count(size), megabytes(bytes), time(openMs), time(filterMs), time(compareMs)]);
    }
    figures['goroutines.growth'] = growth(SIZES, opened);
    return {
      title: 'Goroutines in a text',
      sections: [{ title: '', head: ['goroutines', 'text', 'text → first groups', 'filter', 'compare'], rows }],
      notes: ['The text is as `debug=2` prints it. It is copied to the worker, read there, and grouped. To compare, both texts are read.'],
      figures,
    };
  },
};
