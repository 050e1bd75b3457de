import type { ProgramRun } from '../measured';
import { ProgramError } from '../measured';
import type { BenchProfile } from '../profiles';
import { median, pairedRatio } from '../statistics';
import type { Bench, Measurement, Section, Table } from '../table';
import { count, megabytes, time, times } from '../words';
import { againstPprof, PEERS } from './wholePprof';

/** How many times each program runs: in a quick run, in a normal one, and on a profile of more than LARGE_BYTES. */
const ROUNDS = { quick: 3, usual: 9, large: 5 };
const LARGE_BYTES = 60e6;

/** Table 1: from the file on disk to flat and cum of every line, in a new process each time. */
export const whole: Table = {
  name: 'whole',
  async measure(bench: Bench): Promise<Measurement> {
    const profiles = await wholeProfiles(bench);
    const figures: Record<string, number> = {};
    const floors: string[][] = [];
    for (const profile of profiles) floors.push(await againstGunzip(bench, profile, figures));
    const peers: string[][] = [];
    for (const profile of profiles.filter((candidate) => isForPprof(bench, candidate))) {
      peers.push(...(await againstPprof(bench, profile, figures)));
    }
    return {
      title: 'From the file on disk to flat and cum of every line (whole process)',
      sections: [{ ...FLOOR, rows: floors }, { ...PEERS, rows: peers }],
      notes: [
        'Each figure is that of a whole new process. Ratios are medians of the ratios of processes that ran one right ' +
          'after the other. "inside" leaves out the start of Node, which both have. "Node alone" runs an empty program. ' +
          '"without Node" is peak memory less that of Node alone, against the unpacked size.',
        '`go tool pprof` is started directly, not by the go command. Memory is peak resident memory. Node runs without ' +
          'the shell’s NODE_ variables, with which it can read extra certificates at each start.',
        '"cpu ratio" compares the processor time of all threads. "labels stripped" means that both tools get the profile ' +
          'without the labels of its samples.',
        'pprof skips samples that are 0 under the sample type. The default type of a heap profile is inuse_space, under ' +
          'which most samples of the compiler are 0: that row is for comparison only, and no target applies to it.',
      ],
      figures,
    };
  },
};

const FLOOR: Omit<Section, 'rows'> = {
  title: 'Against unpacking alone, in Node',
  head: ['profile', 'samples', 'unpacked', 'Node alone', 'gunzip', 'one type', 'all types', 'one : gunzip', 'all : gunzip',
    'inside one', 'inside all', 'peak Node', 'peak one', 'peak all', 'all : unpacked', 'without Node'],
};

async function wholeProfiles({ options, profiles }: Bench): Promise<BenchProfile[]> {
  const sizes = options.quick ? [100_000] : [1000, 10_000, 100_000, 1_000_000];
  const selection: BenchProfile[] = [];
  const limited = sizes.filter((samples) => samples <= options.largest);
  for (const size of limited) selection.push(await profiles.generated(size));
  if (!options.quick) selection.push(await profiles.real('tests-cpu'));
  if (options.largest >= 500_000) selection.push(await profiles.real('compiler-heap'));
  return selection;
}

/** Whether pprof is measured on this profile: not on the smallest, and in a quick run only on the real one. */
function isForPprof({ options }: Bench, { name, samples }: BenchProfile): boolean {
  return samples >= 5000 && !(options.quick && name.startsWith('generated'));
}

/** Runs Node alone, gunzip, one type and all types in turn, so that other load on the machine affects them equally. */
async function againstGunzip(bench: Bench, profile: BenchProfile, figures: Record<string, number>): Promise<string[]> {
  const { measure, program } = bench.tools;
  const runs = { node: [] as CostsRun[], gunzip: [] as CostsRun[], one: [] as CostsRun[], all: [] as CostsRun[] };
  const usual = profile.unpackedBytes > LARGE_BYTES ? ROUNDS.large : ROUNDS.usual;
  const rounds = bench.options.quick ? ROUNDS.quick : usual;
  bench.log(`${profile.name}: ${rounds} × gunzip, one sample type, all sample types`);
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of [
      ['node', [program('nothing')]],
      ['gunzip', [program('gunzip'), profile.path]],
      ['one', [program('costs'), profile.path, profile.sampleType ?? 'default']],
      ['all', [program('costs'), profile.path]],
    ] as const) {
      runs[name].push(costsRun(await measure([process.execPath, ...command], { keepOutput: true })));
    }
  }
  checkCosts(profile, runs.all[0]!.answer);
  const of = (name: keyof typeof runs, key: 'wallMs' | 'insideMs' | 'peakBytes'): number[] => runs[name].map((run) => run[key]);
  const at = `whole.${profile.name}`;
  const ratios = (['one', 'all'] as const).flatMap((name) => [
    (figures[`${at}.${name}.gunzip`] = pairedRatio(of(name, 'wallMs'), of('gunzip', 'wallMs'))),
    (figures[`${at}.${name}.gunzipInside`] = pairedRatio(of(name, 'insideMs'), of('gunzip', 'insideMs'))),
  ]);
  const names = ['one', 'all', 'gunzip', 'node'] as const;
  const [oneMs, allMs, gunzipMs, nodeMs] = names.map((name) => median(of(name, 'wallMs')));
  const [onePeak, allPeak, , nodePeak] = names.map((name) => median(of(name, 'peakBytes')));
  const perByte = allPeak! / profile.unpackedBytes;
  const ownPerByte = (allPeak! - nodePeak!) / profile.unpackedBytes;
  Object.assign(figures, {
    [`${at}.samples`]: profile.samples,
    [`${at}.unpackedBytes`]: profile.unpackedBytes,
    [`${at}.one.ms`]: oneMs,
    [`${at}.all.ms`]: allMs,
    [`${at}.all.insideMs`]: median(of('all', 'insideMs')),
    [`${at}.gunzip.ms`]: gunzipMs,
    [`${at}.gunzip.insideMs`]: median(of('gunzip', 'insideMs')),
    [`${at}.all.peakBytes`]: allPeak,
    [`${at}.all.memoryPerByte`]: perByte,
    [`${at}.all.ownMemoryPerByte`]: ownPerByte,
    [`${at}.node.ms`]: nodeMs,
    [`${at}.node.peakBytes`]: nodePeak,
  });
  return [
    profile.name, count(profile.samples), megabytes(profile.unpackedBytes),
    time(nodeMs), time(gunzipMs), time(oneMs), time(allMs),
    times(ratios[0]), times(ratios[2]), times(ratios[1]), times(ratios[3]),
    megabytes(nodePeak), megabytes(onePeak), megabytes(allPeak), times(perByte), times(ownPerByte),
  ];
}

interface CostsRun extends ProgramRun {
  /** Milliseconds from the first line of the program to its answer. */
  readonly insideMs: number;
  readonly answer: CostsAnswer;
}

interface CostsAnswer {
  readonly milliseconds: number;
  readonly sampleCount?: number;
  readonly totals?: readonly number[];
  readonly sums?: readonly { readonly lines: number; readonly flat: number; readonly cum: number }[];
}

function costsRun(run: ProgramRun): CostsRun {
  const answer = JSON.parse(run.stdout) as CostsAnswer;
  return { ...run, answer, insideMs: answer.milliseconds };
}

/** Checks the number of samples, and that the sum of flat is at most the total and at most the sum of cum. */
function checkCosts({ name, samples }: BenchProfile, { sampleCount, totals = [], sums = [] }: CostsAnswer): void {
  const possible = sums.every(({ lines, flat, cum }, i) => lines > 0 && flat <= totals[i]! && cum >= flat);
  if (sampleCount !== samples || !possible) throw new ProgramError(`${name}: Linecost's costs are wrong: ${JSON.stringify(sums)}`);
}
