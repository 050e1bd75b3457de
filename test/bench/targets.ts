import type { Figures } from './table';
import { count, megabytes, time, times } from './words';

/** The least number of samples of a large profile. */
const MIN_SAMPLES = 100_000;

export interface TargetResult {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  /** What distinguishes this figure from others of the same target, such as the profile. */
  readonly at: string;
  readonly verdict: 'met' | 'not met' | 'not measured';
}

/** Compares every target with the worst of its measured figures. */
export function judge(figures: Figures): TargetResult[] {
  return TARGETS.map(({ what, wanted, limit, isMinimum, find, format }) => {
    const known = find(figures).filter(({ value }) => Number.isFinite(value)) as KnownFigure[];
    if (known.length === 0) return { what, wanted, measured: '–', at: '', verdict: 'not measured' };
    const worst = known.reduce((a, b) => (isMinimum ? b.value < a.value : b.value > a.value) ? b : a);
    const met = isMinimum ? worst.value >= limit : worst.value <= limit;
    return { what, wanted, measured: format(worst.value), at: worst.at, verdict: met ? 'met' : 'not met' };
  });
}

interface Figure {
  readonly value: number | undefined;
  readonly at: string;
}
type KnownFigure = Figure & { readonly value: number };
type Find = (figures: Figures) => readonly Figure[];

interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly limit: number;
  /** Whether the limit is a minimum; otherwise it is a maximum. */
  readonly isMinimum: boolean;
  /** Finds the figures to which the target applies. */
  readonly find: Find;
  readonly format: (value: number) => string;
}

/** A figure of each large profile in the table `whole`. */
function large(key: string): Find {
  return (figures) => {
    const names = Object.keys(figures).flatMap((name) => /^whole\.(.+)\.samples$/.exec(name)?.[1] ?? []);
    const largeProfiles = names.filter((name) => figures[`whole.${name}.samples`]! >= MIN_SAMPLES);
    return largeProfiles.map((at) => ({ at, value: figures[`whole.${at}.${key}`] }));
  };
}

/** A figure of a table at the largest measured size. */
function largest(table: string, key: string): Find {
  return (figures) => {
    const sizes = Object.keys(figures).filter((name) => name.startsWith(`${table}.`) && name.endsWith(`.${key}`))
      .map((name) => Number(name.split('.')[1])).filter((samples) => samples >= MIN_SAMPLES);
    if (sizes.length === 0) return [];
    const size = Math.max(...sizes);
    return [{ at: `${count(size)} samples`, value: figures[`${table}.${size}.${key}`] }];
  };
}

/** All figures whose names match; the first group distinguishes them. */
function all(pattern: RegExp): Find {
  return (figures) => Object.entries(figures).flatMap(([name, value]) => {
    const match = pattern.exec(name);
    return match ? [{ at: sizeOrName(match[1] ?? ''), value }] : [];
  });
}

function sizeOrName(at: string): string {
  return /^\d+$/.test(at) ? `${count(Number(at))} samples` : at;
}

const only = (key: string): Find => (figures) => [{ at: '', value: figures[key] }];

type MakeTarget = (what: string, limit: number, find: Find) => Target;

const faster: MakeTarget = (what, limit, find) =>
  ({ what, wanted: `≥ ${limit} ×`, limit, isMinimum: true, find, format: times });
const ratio: MakeTarget = (what, limit, find) =>
  ({ what, wanted: `≤ ${limit} ×`, limit, isMinimum: false, find, format: times });
const within: MakeTarget = (what, limit, find) =>
  ({ what, wanted: `≤ ${limit} ms`, limit, isMinimum: false, find, format: time });
const size: MakeTarget = (what, limit, find) =>
  ({ what, wanted: `≤ ${limit / 1e6} MB`, limit, isMinimum: false, find, format: megabytes });
const exponent: MakeTarget = (what, limit, find) =>
  ({ what, wanted: `exponent ≤ ${limit}`, limit, isMinimum: false, find, format: (value) => value.toFixed(2) });

const TARGETS: readonly Target[] = [
  faster('all sample types, against pprof -top', 30, large('labeled.top.ratio')),
  faster('– labels stripped', 10, large('stripped.top.ratio')),
  faster('– against pprof -list=.', 15, large('labeled.list.ratio')),
  ratio('one sample type, against gunzip (process : process)', 4, large('one.gunzip')),
  ratio('– without the start of Node', 5, large('one.gunzipInside')),
  ratio('four sample types, against gunzip (process : process)', 7, large('all.gunzip')),
  ratio('– without the start of Node', 7, large('all.gunzipInside')),
  ratio('peak memory, against pprof -top', 0.25, large('labeled.top.memory')),
  ratio('– labels stripped', 0.5, large('stripped.top.memory')),
  ratio('– against the unpacked size', 5, large('all.memoryPerByte')),
  ratio('– without the memory of Node itself', 5, large('all.ownMemoryPerByte')),
  within('end of go test → columns, first', 40, all(/^typical\.(.*)\.clicked\.first\.ms$/)),
  within('– a later one', 25, all(/^typical\.(.*)\.clicked\.second\.ms$/)),
  ratio('click → columns, against go test and pprof by hand', 1.25, all(/^clicks\.(.*)\.columns\.ratio$/)),
  ratio('– → all kinds and the run without a profile', 2.2, all(/^clicks\.(.*)\.end\.ratio$/)),
  within('20–100 kB: bytes → costs, with the worker’s start', 150, all(/^typical\.(benchmark-.*)\.first\.ms$/)),
  within('– a later one', 40, all(/^typical\.(benchmark-.*)\.second\.ms$/)),
  within('costs of a file, first query', 1, largest('queries', 'file.ms')),
  within('– another file', 1, largest('queries', 'fileOther.ms')),
  within('– again', 0.1, largest('queries', 'fileAgain.ms')),
  within('top 100, first query', 50, largest('queries', 'top.ms')),
  within('– again', 5, largest('queries', 'topAgain.ms')),
  within('flame window at 1,400 px, first query', 50, largest('queries', 'flame.ms')),
  within('– right after the load', 100, largest('queries', 'flameAtOnce.ms')),
  within('– a subtree', 50, largest('queries', 'zoom.ms')),
  within('– the same subtree again', 5, largest('queries', 'zoomAgain.ms')),
  ratio('sample-type switch, against the load', 0.5, largest('queries', 'switchPart')),
  ratio('refinement, against the load', 0.5, (figures) =>
    ['focus', 'ignore', 'hide', 'tagfocus'].flatMap((step) => largest('queries', `${step}.part`)(figures)
      .map(({ at, value }) => ({ at: `${step}, ${at}`, value })))),
  ratio('diff, against the load', 0.5, largest('queries', 'diff.part')),
  within('a function in production, first question', 2000, all(/^fleet\.\d+\.inProduction\.ms$/)),
  exponent('growth of load with the unpacked size (linear: 1)', 1.1, only('queries.growth.load')),
  exponent('growth of a flame-graph query (flat: 0)', 0.15, only('queries.growth.zoom')),
  exponent('growth of an editor query (flat: 0)', 0.15, only('queries.growth.fileOther')),
  within('host’s longest task: a profile loads', 8, largest('host', 'longest.load.ms')),
  within('– its flame graph is zoomed', 8, largest('host', 'longest.zoom.ms')),
  within('– 20,000 annotated lines are scrolled and typed in', 8, all(/^host\.\d+\.longest\.(scroll|type|newline)\.ms$/)),
  within('– a line of them is replaced by two, as by git', 8, largest('host', 'longest.replace.ms')),
  within('– a file with them is opened', 8, largest('host', 'longest.show.ms')),
  within('page: first paint after data', 150, largest('page', 'first.drawMs')),
  within('page: zoom', 60, largest('page', 'zoom.ms')),
  within('page: reset', 100, largest('page', 'reset.ms')),
  within('page: search over all frames', 200, largest('page', 'search.ms')),
  size('page memory (JS heap)', 60e6, all(/^page\.(\d+)\.heapBytes$/)),
  ratio('– at the most frames, against the fewest', 1.1, only('page.heapGrowth')),
  within('activation (require and activate)', 15, only('host.activation.ms')),
  size('host bundle, minified', 120e3, only('host.size.extension.js')),
  size('VSIX', 1.5e6, only('host.size.linecost.vsix')),
  exponent('growth of reading hostile text (linear: 1)', 1.1, all(/^hostile\.(.*)\.growth$/)),
  within('– longest step', 16, all(/^hostile\.(output of .*|go tool objdump)\.step\.ms$/)),
  within('benchstat of 100,000 result lines', 500, only('benchstat.100000.ms')),
  exponent('– growth with the lines (linear: 1)', 1.1, only('benchstat.growth')),
  within('text with 100,000 goroutines → first groups', 500, only('goroutines.100000.ms')),
  within('– filtered', 50, only('goroutines.100000.filter.ms')),
  within('– compared with another', 1000, only('goroutines.100000.compare.ms')),
  exponent('– growth with the goroutines (linear: 1)', 1.1, only('goroutines.growth')),
  within('log with 1,000,000 collections → charts', 4000, only('runtimeLog.1000000.ms')),
  within('– zoomed in', 100, only('runtimeLog.1000000.zoom.ms')),
  exponent('– growth with the collections (linear: 1)', 1.1, only('runtimeLog.growth')),
  ratio('CPU time of a program with a CPU profile, against none', 1.02, only('programs.cpu.ratio')),
  ratio('– with CPU and memory', 1.03, only('programs.memory.ratio')),
  ratio('– with a wall profile of 1000 goroutines', 1.05, only('programs.wall.ratio')),
  within('– between two pieces of the CPU profile', 1, only('programs.gap.ms')),
  within('– from a piece to the costs of a file', 40, only('programs.columns.ms')),
  ratio('memory after the last profile, against the first, if each is unloaded', 1.1, all(/^memory\.(loaded|unloaded)Growth$/)),
  ratio('– if only the least recently used are unloaded', 1.1, only('memory.keptGrowth')),
];
