import { growth, median } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time } from '../words';

const SIZES = [100_000, 1_000_000];
const ROUNDS = { quick: 3, usual: 7 };

interface Took {
  readonly open: readonly number[];
  readonly zoom: readonly number[];
  readonly bytes: number;
}

/** Table 10: opening the lines of gctrace in a log. */
export const runtimeLog: Table = {
  name: 'runtimeLog',
  async measure({ options, tools, log }: Bench): Promise<Measurement> {
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    const opened: number[] = [];
    for (const size of SIZES) {
      log(`${count(size)} collections`);
      const rounds = String(options.quick ? ROUNDS.quick : ROUNDS.usual);
      const command = [process.execPath, tools.program('runtimeLog'), tools.worker, String(size), rounds];
      const { stdout } = await tools.measure(command, { keepOutput: true });
      const { open, zoom, bytes } = JSON.parse(stdout) as Took;
      const [openMs, zoomMs] = [median(open), median(zoom)];
      figures[`runtimeLog.${size}.ms`] = openMs;
      figures[`runtimeLog.${size}.zoom.ms`] = zoomMs;
      opened.push(openMs);
      rows.push([count(size), megabytes(bytes), time(openMs), time(zoomMs)]);
    }
    figures['runtimeLog.growth'] = growth(SIZES, opened);
    return {
      title: 'Collections in a log',
      sections: [{ title: '', head: ['collections', 'text', 'text → charts', 'zoom'], rows }],
      notes: ['The text has the lines of `GODEBUG=gctrace=1`. It is copied to the worker, read there, and thinned to the pixels of a chart.'],
      figures,
    };
  },
};
