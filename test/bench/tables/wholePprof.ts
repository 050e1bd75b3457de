import { freemem } from 'node:os';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { ProgramError, type ProgramRun } from '../measured';
import type { BenchProfile } from '../profiles';
import { median, pairedRatio } from '../statistics';
import type { Bench, Section } from '../table';
import { megabytes, time, times } from '../words';

/** pprof runs again until its runs have taken this long in total. */
const BUDGET_MS = { quick: 1000, usual: 40_000 };
const MAX_ROUNDS = 5;
/** `pprof -list=.` reads the source of every function, so it is measured up to this number of samples. */
const MAX_LIST_SAMPLES = 500_000;
/** Peak memory of -top as a multiple of the unpacked size. Measured: up to 75 with labels, 14 without. */
const MEMORY_NEEDED = { 'as written': 80, 'labels stripped': 20 };
const COMPARED_ROWS = 10;

type Labels = keyof typeof MEMORY_NEEDED;

export const PEERS: Omit<Section, 'rows'> = {
  title: 'Linecost with all sample types against go tool pprof with one',
  head: ['profile', 'labels', 'pprof’s type', 'Linecost', 'pprof -top', 'ratio', 'cpu ratio', 'pprof -list=.', 'ratio', 'peak',
    'peak -top', 'ratio', 'same top 10'],
};

/** The rows of a profile. Linecost runs before each run of pprof, and the two runs make a pair. */
export async function againstPprof(
  bench: Bench,
  profile: BenchProfile,
  figures: Record<string, number>,
): Promise<string[][]> {
  const at = `whole.${profile.name}`;
  const stripped = await bench.profiles.stripped(profile);
  const rows = [
    await row(bench, profile, 'as written', { at: `${at}.labeled`, figures }),
    await row(bench, stripped, 'labels stripped', { at: `${at}.stripped`, figures }),
  ];
  if (profile.sampleType === undefined || bench.options.quick) return rows;
  const withDefaultType = { ...profile, sampleType: undefined };
  return [...rows, await row(bench, withDefaultType, 'as written', { at: `${at}.ownType`, figures })];
}

/** Where a row's figures go. */
interface RowFigures {
  /** The beginning of their names. */
  readonly at: string;
  readonly figures: Record<string, number>;
}

async function row(
  bench: Bench,
  profile: BenchProfile,
  labels: Labels,
  { at, figures }: RowFigures,
): Promise<string[]> {
  const first = [profile.name.split(',')[0]!, labels, profile.sampleType ?? 'its own'];
  const isTooLarge = freemem() < MEMORY_NEEDED[labels] * profile.unpackedBytes;
  const top = isTooLarge ? 'too little free memory' : await pairs(bench, profile, ['-top']);
  const wantsList = at.endsWith('.labeled') && (profile.samples <= MAX_LIST_SAMPLES || bench.options.full);
  const list = wantsList && !isTooLarge ? await pairs(bench, profile, ['-list=.']) : '–';
  if (typeof list !== 'string') {
    figures[`${at}.list.ms`] = list.peerMs;
    figures[`${at}.list.ratio`] = list.ratio;
  }
  const listCells = typeof list === 'string' ? [list, '–'] : [time(list.peerMs), times(list.ratio)];
  if (typeof top === 'string') return [...first, '–', top, '–', '–', ...listCells, '–', '–', '–', '–'];
  Object.assign(figures, {
    [`${at}.ms`]: top.oursMs,
    [`${at}.peakBytes`]: top.oursPeak,
    [`${at}.top.ms`]: top.peerMs,
    [`${at}.top.peakBytes`]: top.peerPeak,
    [`${at}.top.ratio`]: top.ratio,
    [`${at}.top.cpuRatio`]: top.cpuRatio,
    [`${at}.top.memory`]: top.memory,
  });
  return [
    ...first, time(top.oursMs), time(top.peerMs), times(top.ratio), times(top.cpuRatio), ...listCells,
    megabytes(top.oursPeak), megabytes(top.peerPeak), times(1 / top.memory), top.sameTop,
  ];
}

interface Pairs {
  /** The peer's time divided by ours. */
  readonly ratio: number;
  /** The same ratio for the processor time of all threads. */
  readonly cpuRatio: number;
  /** Our peak memory divided by the peer's. */
  readonly memory: number;
  readonly oursMs: number;
  readonly peerMs: number;
  readonly oursPeak: number;
  readonly peerPeak: number;
  readonly sameTop: 'yes' | 'no' | '–';
}

/** Runs Linecost and pprof in turn. Returns the error's text if one of them fails. */
async function pairs(bench: Bench, profile: BenchProfile, report: readonly string[]): Promise<Pairs | string> {
  const { measure, program, pprof } = bench.tools;
  const [ours, peer]: [ProgramRun[], ProgramRun[]] = [[], []];
  const budget = bench.options.quick ? BUDGET_MS.quick : BUDGET_MS.usual;
  const flags = profile.sampleType === undefined ? report : [...report, `-sample_index=${profile.sampleType}`];
  bench.log(`${profile.name}: pprof ${flags.join(' ')}`);
  const isTop = report.includes('-top');
  try {
    for (let spent = 0; peer.length === 0 || (spent < budget && peer.length < MAX_ROUNDS); ) {
      ours.push(await measure([process.execPath, program('costs'), profile.path]));
      peer.push(await measure([pprof, ...flags, profile.path], { keepOutput: isTop }));
      spent += peer.at(-1)!.wallMs;
    }
  } catch (error) {
    if (error instanceof ProgramError) return error.message;
    throw error;
  }
  const of = (runs: readonly ProgramRun[], key: 'wallMs' | 'cpuMs' | 'peakBytes'): number[] => runs.map((run) => run[key]);
  return {
    ratio: pairedRatio(of(peer, 'wallMs'), of(ours, 'wallMs')),
    cpuRatio: pairedRatio(of(peer, 'cpuMs'), of(ours, 'cpuMs')),
    memory: pairedRatio(of(ours, 'peakBytes'), of(peer, 'peakBytes')),
    oursMs: median(of(ours, 'wallMs')),
    peerMs: median(of(peer, 'wallMs')),
    oursPeak: median(of(ours, 'peakBytes')),
    peerPeak: median(of(peer, 'peakBytes')),
    sameTop: isTop ? await hasSameTop(profile, peer[0]!.stdout) : '–',
  };
}

/** Whether Linecost's heaviest functions are those that pprof prints. */
async function hasSameTop({ path, sampleType: type }: BenchProfile, printed: string): Promise<'yes' | 'no'> {
  const rows = printed.matchAll(/^ *\S+ +\S+% +\S+% +\S+ +\S+% {2}(.+?)(?: \((?:partial-)?inline\))?$/gm);
  const theirs = [...rows].slice(0, COMPARED_ROWS).map(([, name]) => name);
  const { signal } = new AbortController();
  const store = new NodeStore();
  const { id, defaultSampleType, sampleTypes } = await store.answer('load', { source: { kind: 'file', path } }, signal);
  const index = sampleTypes.findIndex((sampleType) => sampleType.type === type);
  const sampleType = index < 0 ? defaultSampleType : index;
  const view = { sort: 'flat', direction: 'size', from: 0, limit: theirs.length, search: '', find: '' } as const;
  const ours = await store.answer('table', { profile: id, sampleType, options: {}, ...view }, signal);
  return theirs.length > 0 && ours.name.every((name, i) => name === theirs[i]) ? 'yes' : 'no';
}
