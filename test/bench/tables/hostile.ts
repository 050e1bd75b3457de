import { growth } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, time } from '../words';

const SIZES = [100_000, 1_000_000];
const ROUNDS = { quick: 2, usual: 5 };

interface Reader {
  readonly name: string;
  readonly slowest: { readonly text: string; readonly small: number; readonly large: number };
  readonly longestStep: number;
}

/** Table 8: untrusted text that is designed to be slow to read. */
export const hostile: Table = {
  name: 'hostile',
  async measure(bench: Bench): Promise<Measurement> {
    bench.log('hostile texts');
    const rounds = bench.options.quick ? ROUNDS.quick : ROUNDS.usual;
    const command = [process.execPath, bench.tools.program('hostileText'), String(rounds), ...SIZES.map(String)];
    const { stdout } = await bench.tools.measure(command, { keepOutput: true, limitMs: 30 * 60_000 });
    const figures: Record<string, number> = {};
    const rows = (JSON.parse(stdout) as Reader[]).map(({ name, slowest, longestStep }) => {
      const exponent = growth(SIZES, [slowest.small, slowest.large]);
      figures[`hostile.${name}.growth`] = exponent;
      figures[`hostile.${name}.step.ms`] = longestStep;
      return [name, time(slowest.small), time(slowest.large), exponent.toFixed(2), time(longestStep), slowest.text];
    });
    return {
      title: 'Hostile text',
      sections: [{
        title: '',
        head: ['read', ...SIZES.map((size) => `${count(size)} characters`), 'growth', 'longest step', 'slowest text'],
        rows,
      }],
      notes: [
        'Each reader of untrusted text reads several hundred texts that are designed to be slow: one piece repeated, ' +
          'alone and after a beginning that makes the reader parse the rest. A row has the slowest text, its growth ' +
          'with the size as an exponent (linear: 1), and the longest step on any text. Between two steps the host does ' +
          'other work. Source files and pages are read in one step.',
      ],
      figures,
    };
  },
};
