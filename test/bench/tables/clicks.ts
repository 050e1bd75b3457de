import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { editFile } from '../shared/editFile';
import { builtFolder, loopsFolder, scratchFolder } from '../places';
import { median, pairedRatio } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { time, times } from '../words';

const ROUNDS = { quick: 2, usual: 5 };

interface Subject {
  readonly what: string;
  readonly benchmark: string;
  /** In the folder of the module. */
  readonly folder: string;
  readonly testFile: string;
  readonly shown: string;
}

const WORDS = { folder: '', testFile: 'words_test.go', shown: 'words.go' };
const SUBJECTS: readonly Subject[] = [
  { what: 'b.Loop', benchmark: 'BenchmarkLoop', ...WORDS },
  { what: 'b.N', benchmark: 'BenchmarkN', ...WORDS },
  { what: 'sub-benchmarks', benchmark: 'BenchmarkCases', ...WORDS },
  { what: 'cgo', benchmark: 'BenchmarkNative', folder: 'native', testFile: 'sum_test.go', shown: 'sum.go' },
];

/** Table 6: from a click to the first columns, and to the end, against the same by hand. */
export const clicks: Table = {
  name: 'clicks',
  async measure(bench: Bench): Promise<Measurement> {
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    for (const subject of SUBJECTS) rows.push(await subjectRow(bench, subject, figures));
    return {
      title: 'From a click to the columns of a benchmark, against the commands by hand',
      sections: [{
        title: '',
        head: ['', 'by hand', 'click → columns', 'ratio', 'click → all kinds, timed', 'ratio'],
        rows,
      }],
      notes: [
        'By hand: `go test -run=^$ -bench=… -benchmem -cpuprofile=… -memprofile=…`, then `go tool pprof -list`. The test ' +
          'file is edited before each, so both build. The commands by hand and a click in a window of its own alternate; ' +
          'ratios are medians of such pairs. The figures of the click are those of the second in the window.',
      ],
      figures,
    };
  },
};

async function subjectRow(bench: Bench, subject: Subject, figures: Record<string, number>): Promise<string[]> {
  const { what, benchmark } = subject;
  bench.log(`${what}: a click against the commands by hand`);
  const runs: { hand: number; columns: number; end: number }[] = [];
  const folder = await mkdtemp(path.join(scratchFolder, 'clicks-'));
  try {
    const workspace = path.join(folder, 'workspace');
    await cp(loopsFolder, workspace, { recursive: true });
    for (let round = 0; round < (bench.options.quick ? ROUNDS.quick : ROUNDS.usual); round++) {
      const hand = await byHand(bench, subject, { folder, workspace, round });
      runs.push({ hand, ...(await clicked(bench, subject, { folder, workspace, round })) });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const of = (key: 'hand' | 'columns' | 'end') => runs.map((run) => run[key]);
  const ratios = (['columns', 'end'] as const).map((key) => {
    return (figures[`clicks.${what}.${key}.ratio`] = pairedRatio(of(key), of('hand')));
  });
  figures[`clicks.${what}.columns.ms`] = median(of('columns'));
  return [
    `${what} (${benchmark})`, time(median(of('hand'))), time(median(of('columns'))), times(ratios[0]),
    time(median(of('end'))), times(ratios[1]),
  ];
}

interface Round {
  readonly folder: string;
  readonly workspace: string;
  readonly round: number;
}

async function byHand({ tools }: Bench, subject: Subject, { folder, workspace }: Round): Promise<number> {
  const cwd = path.join(workspace, subject.folder);
  await editFile(path.join(cwd, subject.testFile));
  const file = (name: string): string => path.join(folder, name);
  const start = performance.now();
  const profiles = ['-benchmem', `-cpuprofile=${file('cpu')}`, `-memprofile=${file('memory')}`, '-o', file('hand.test')];
  const selection = ['-run=^$', `-bench=^${subject.benchmark}$`];
  await tools.measure(['go', '-C', cwd, 'test', ...selection, ...profiles]);
  await tools.measure(['go', 'tool', 'pprof', '-list=.', file('hand.test'), file('cpu')]);
  return performance.now() - start;
}

async function clicked({ tools }: Bench, subject: Subject, { folder, workspace, round }: Round) {
  const opened = path.join(workspace, subject.folder);
  const storage = path.join(folder, `storage-${round}`);
  const args = [builtFolder, opened, storage, subject.testFile, subject.benchmark, subject.shown, 'edit'];
  const command = [process.execPath, tools.program('benchmark'), ...args];
  const { stdout } = await tools.measure(command, { keepOutput: true, limitMs: 5 * 60_000 });
  const { clicks: all } = JSON.parse(stdout) as { clicks: { columns: number; end: number }[] };
  return all[1]!;
}

