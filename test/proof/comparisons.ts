import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { operationsOf } from '../../src/bench/operations';
import { normalCdf } from '../../src/bench/statistics/normal';
import { FIRM_CHANGE, NOISE } from '../../src/profile/answers/changes';
import { changesOf, lineCosts } from '../shared/inOneStep';
import { filesOf } from '../../src/profile/lines/frames';
import { benchmarkLoop } from '../../src/profile/lines/loopOfStacks';
import type { Profile } from '../../src/profile/model';
import { FIRM, TIME_VARIES } from '../../src/profile/noise/firmChange';
import { mergeProfiles } from '../../src/profile/refine/merge';
import { subtractBase } from '../../src/profile/refine/subtractBase';
import { perOperation } from '../../src/profile/refine/relativeValues';
import { decodeProfile } from '../../src/profile/wire/decode';
import { temporaryFolder } from '../conformance/goPrograms';
import { mustRun, run } from '../conformance/oracle';
import { ProofReport } from './report';

// npm run proof:comparisons -- [--runs=N] [--only=same|planted|extracted] [--seconds=N] [--slices=N] [--kind=cpu]
// [--show]

const PROGRAM = fileURLToPath(new URL('program', import.meta.url));
const FILE = 'comparisons_test.go';
/** The least share of the lines of equal programs that must show no change. */
const MIN_SHARE = 0.95;
/**
 * The slowed program is profiled until the probability of finding its change is this high, but at most MAX_LONGER times
 * as long as planned.
 */
const MIN_PROBABILITY = 0.98;
const MAX_LONGER = 3;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '4' },
    only: { type: 'string' },
    /**
     * The time for each side of the slowed program, which runs on all processors. If other programs leave it too few
     * samples, it runs up to three times as long.
     */
    seconds: { type: 'string', default: '120' },
    /** The number of profiles of each side. The two sides take turns, so that the machine is equally busy for both. */
    slices: { type: 'string', default: '12' },
    kind: { type: 'string' },
    /** Prints the judgements behind each result. */
    show: { type: 'boolean' },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);
if (!Number.isInteger(runs) || runs < 2) throw new Error('--runs must be a whole number of at least 2.');
if (!(seconds > 0)) throw new Error('--seconds must be a number above 0.');
const slices = Number(values.slices);
if (!Number.isInteger(slices) || slices < 1) throw new Error('--slices must be a whole number of at least 1.');
const report = new ProofReport('comparisons');

/** Benchmarks of the standard library whose time is spread over many lines, with and without allocations. */
const STANDARD = [
  ['encoding/json', 'BenchmarkCodeMarshal'],
  ['encoding/json', 'BenchmarkUnmarshalMap'],
  ['regexp', 'BenchmarkMatchParallelShared'],
  ['sort', 'BenchmarkSortString1K'],
  ['strings', 'BenchmarkGenericMatch1'],
  ['fmt', 'BenchmarkSprintfPrefixedInt'],
  ['text/template/parse', 'BenchmarkListString'],
  ['go/parser', 'BenchmarkParseOnly'],
] as const;

type Kind = 'cpu' | 'mem';

/** How profiles are taken and compared. */
interface Method {
  readonly kind: Kind;
  readonly name: string;
  readonly flags: readonly string[];
  /** The sample types to compare. */
  readonly types: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const CPU: Method = { kind: 'cpu', name: 'cpu', flags: [], types: ['cpu'] };
/** Without preemption: on a busy machine, preemption takes half of the samples of a tight loop. */
const UNPREEMPTED: Method = { ...CPU, env: { GODEBUG: 'asyncpreemptoff=1' } };
const MEMORY: Method = { kind: 'mem', name: 'memory', flags: [], types: ['alloc_objects', 'alloc_space'] };
const EXACT_MEMORY: Method = { ...MEMORY, name: 'memory at rate 1', flags: ['-test.memprofilerate=1'] };
/** Operations differ most in a few: some find a pool empty. */
const FEW_OPERATIONS: Method = { ...EXACT_MEMORY, name: 'memory at rate 1, 50 operations' };

interface BuildOptions {
  readonly cwd: string;
  /** Build tags. */
  readonly tags?: string | undefined;
}

interface Slice {
  readonly profile: Profile;
  readonly operations: number;
}

/** Merges profiles of one program into one with costs per operation. */
function mergeSlices(profiles: readonly Slice[]): Profile {
  const operations = profiles.reduce((sum, slice) => sum + slice.operations, 0);
  return perOperation(mergeProfiles(profiles.map(({ profile }) => profile)), operations);
}

/** A test binary, and the folder in which it runs. */
class Program {
  constructor(
    private readonly path: string,
    private readonly folder: string,
  ) {}

  static async build(target: string, path: string, { cwd, tags }: BuildOptions): Promise<Program> {
    await mustRun('go', ['test', '-c', ...(tags ? [`-tags=${tags}`] : []), '-o', path, target], { cwd });
    const folder = (await mustRun('go', ['list', '-f', '{{.Dir}}', target], { cwd })).trim();
    return new Program(path, folder);
  }

  /** The number of operations that fit into a time such as `2s`. */
  async operationsIn(benchmark: string, time: string): Promise<number> {
    const output = await mustRun(this.path, [...flagsFor(benchmark), `-test.benchtime=${time}`], { cwd: this.folder });
    return Number(/^Benchmark\S*\s+(\d+)\s/m.exec(output)?.[1] ?? 1);
  }

  /** A profile of exactly this number of operations, with costs per operation. */
  async profile(benchmark: string, operations: number, method: Method): Promise<Profile> {
    const slice = await this.take(benchmark, operations, method);
    return perOperation(slice.profile, slice.operations);
  }

  /** A profile of this number of operations, or a few more, and their exact number. */
  async take(benchmark: string, operations: number, { kind, flags, env }: Method): Promise<Slice> {
    const path = `${this.path}.${kind}`;
    const profiling = [`-test.benchtime=${operations}x`, `-test.${kind}profile=${path}`, ...flags];
    const { code, stderr } = await run(this.path, [...flagsFor(benchmark), ...profiling], {
      cwd: this.folder,
      env: { ...process.env, ...env },
    });
    if (code !== 0) throw new Error(`${benchmark} failed: ${stderr}`);
    const profile = decodeProfile(gunzipSync(await readFile(path)));
    return { profile, operations: operationsOf([operations], benchmarkLoop(profile) ?? 'b.N') ?? operations };
  }
}

function flagsFor(benchmark: string): string[] {
  return ['-test.run=^$', `-test.bench=^${benchmark}$`];
}

/** The judgements on flat and cum of a line under one sample type. */
interface Judgement {
  readonly file: string;
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  /** The functions that the line's costs went to or came from. */
  readonly movedTo: readonly string[];
}

/** The judgements on all lines, under each of the method's sample types. */
function judgementsOf(now: Profile, before: Profile, { types }: Method): Judgement[] {
  const difference = subtractBase(now, before, { mode: 'diff_base', keepSamples: true });
  const files = filesOf(difference);
  return types.flatMap((name) => {
    const changes = changesOf(difference, difference.sampleTypes.findIndex(({ type }) => type === name));
    if (!changes) throw new Error(`no judgements on ${name}`);
    return changes.lines.ofFiles(files).flatMap(({ lines, flat, cum, moves }, at) =>
      [...lines].map((line, i) => ({
        file: files[at]!,
        line,
        flat: flat.judgement[i]!,
        cum: cum.judgement[i]!,
        movedTo: [flat, cum].flatMap(({ move }) => moves[move[i]! - 1]?.function ?? []),
      })));
  });
}

/** Equal programs: at least 95 % of the lines have neither a firm nor a moved change. */
async function proveSame(folder: string): Promise<boolean> {
  const proof = await Program.build('.', join(folder, 'proof.test'), { cwd: PROGRAM });
  const ownBenchmarks = ['BenchmarkShares', 'BenchmarkSizes', 'BenchmarkPlanted'];
  const programs = ownBenchmarks.map((name): [Program, string] => [proof, name]);
  for (const [target, benchmark] of STANDARD) {
    const path = join(folder, `${target.replace(/\W/g, '_')}.test`);
    programs.push([await Program.build(target, path, { cwd: PROGRAM }), benchmark]);
  }
  let isRight = true;
  const methods = [[CPU, '3s'], [MEMORY, '1s'], [EXACT_MEMORY, '1s'], [FEW_OPERATIONS, '50x']] as const;
  for (const [method, time] of methods) {
    if (values.kind && values.kind !== method.name) continue;
    let [all, changed] = [0, 0];
    for (const [program, benchmark] of programs) {
      report.at(`${method.name}: ${benchmark}`);
      const operations = await program.operationsIn(benchmark, time);
      const profiles: Profile[] = [];
      // Every other profile has 10 % more operations: a second click seldom runs the same number.
      for (let i = 0; i < runs; i++) {
        const count = Math.max(1, Math.round(operations * (1 + 0.1 * (i % 2))));
        profiles.push(await program.profile(benchmark, count, method));
      }
      const judgements = profiles.slice(1).flatMap((profile, i) => judgementsOf(profile, profiles[i]!, method));
      const changes = judgements.filter(({ flat, cum }) => flat !== NOISE || cum !== NOISE);
      const wrong = changes.length;
      if (values.show) for (const change of changes.slice(0, 40)) console.log(JSON.stringify(change));
      [all, changed] = [all + judgements.length, changed + wrong];
      print(benchmark, `${wrong} of ${judgements.length} lines changed`);
    }
    const share = 1 - changed / all;
    const claim = `${method.name}: ${percent(share)} of ${all} lines of equal programs did not change`;
    isRight = conclude(claim, share >= MIN_SHARE) && isRight;
  }
  return isRight;
}

/** The old and the new program of the package, which differ by a build tag. */
async function buildBoth(folder: string, tag: string): Promise<{ readonly before: Program; readonly now: Program }> {
  const build = (tags: string | undefined) => {
    return Program.build('.', join(folder, `${tags ?? `no-${tag}`}.test`), { cwd: PROGRAM, tags });
  };
  return { before: await build(undefined), now: await build(tag) };
}

/** The judgements on the files of the package `program`. */
function ownJudgements(now: Profile, before: Profile, method: Method): Judgement[] {
  return judgementsOf(now, before, method).filter(({ file }) => file.includes('/proof/program/'));
}

/** A line that had 5 % of the cost and now costs 20 % more has a firm change, and the lines after it have none. */
async function provePlanted(folder: string): Promise<boolean> {
  const { before, now } = await buildBoth(folder, 'planted');
  const isChangeFound = async (benchmark: string, operations: number, method: Method): Promise<boolean> => {
    const source = (await readFile(join(PROGRAM, FILE), 'utf8')).split('\n');
    const begin = source.findIndex((text) => text.startsWith(`func ${benchmark}(`));
    const slowLine = begin + 1 + source.slice(begin).findIndex((text) => text.includes('planted)'));
    const [earlier, later]: [Slice[], Slice[]] = [[], []];
    const isCpu = method.kind === 'cpu';
    const parts = isCpu ? slices : 1;
    const perPart = Math.ceil(operations / parts);
    const probability = () => {
      return probabilityOf(samplesOf(mergeSlices(later), slowLine), samplesOf(mergeSlices(earlier), slowLine));
    };
    const isEnough = () => !isCpu || probability() >= MIN_PROBABILITY;
    for (let part = 0; part < parts || (part < MAX_LONGER * parts && !isEnough()); part++) {
      const turn = `turn ${part + 1} of ${Math.max(parts, part + 1)}`;
      report.at(`${method.name}: ${benchmark}, ${turn}`);
      // The sides take turns in going first.
      const sides = [[before, earlier], [now, later]] as const;
      for (const [program, profiles] of part % 2 === 0 ? sides : sides.toReversed()) {
        profiles.push(await program.take(benchmark, perPart, method));
      }
      if (!isCpu) break;
      const ratio = costOf(mergeSlices(later.slice(-1)), slowLine) / costOf(mergeSlices(earlier.slice(-1)), slowLine);
      report.note(`${turn}: the line costs ${ratio.toFixed(2)} times as much`);
    }
    const [oldProfile, newProfile] = [mergeSlices(earlier), mergeSlices(later)];
    const judgements = ownJudgements(newProfile, oldProfile, method);
    if (isCpu) {
      const [newCount, oldCount] = [newProfile, oldProfile].map((profile) => samplesOf(profile, slowLine).toFixed(0));
      const share = `${(100 * probability()).toFixed(1)} % of such profiles show a change of 20 %`;
      report.note(`${newCount} samples in the line, before ${oldCount}: ${share}, if time varies by 2 %`);
    }
    const ofLine = (line: number) => judgements.filter((each) => each.file.endsWith(FILE) && each.line === line);
    const slowed = ofLine(slowLine);
    const isFound = slowed.length > 0 && slowed.every(({ cum }) => cum === FIRM_CHANGE);
    const others = [1, 2, 3].flatMap((next) => ofLine(slowLine + next)).filter(({ cum }) => cum !== NOISE);
    if (values.show) for (const judgement of [...slowed, ...others]) console.log(JSON.stringify(judgement));
    const claim = `${method.name}: 20 % more in a line of 5 % is found, and no change in the lines after it`;
    return conclude(claim, isFound && others.length === 0);
  };
  const fast: Method = { ...UNPREEMPTED, env: { ...UNPREEMPTED.env, PROOF_CPU_RATE: '1000' } };
  const perSecond = await before.operationsIn('BenchmarkPlanted', '1s');
  const isFoundInMemory = await isChangeFound('BenchmarkPlantedSpace', 150_000, MEMORY);
  const isFoundExactly = await isChangeFound('BenchmarkPlantedSpace', 10, EXACT_MEMORY);
  const isFoundInTime = await isChangeFound('BenchmarkPlanted', Math.ceil(perSecond * seconds), fast);
  return isFoundInTime && isFoundInMemory && isFoundExactly;
}

/** The cum of a line of FILE under the last sample type. */
function costOf(profile: Profile, line: number): number {
  return cumOf(profile, profile.sampleTypes.length - 1, line);
}

/** The samples in a line of FILE in a cpu profile. */
function samplesOf(profile: Profile, line: number): number {
  return cumOf(profile, 0, line);
}

function cumOf(profile: Profile, sampleType: number, line: number): number {
  const file = filesOf(profile).find((name) => name.endsWith(`/proof/program/${FILE}`) || name.endsWith(FILE))!;
  const { lines, cum } = lineCosts(profile, sampleType).fileCosts(file);
  return cum[lines.indexOf(line)] ?? 0;
}

/** The probability of a firm change for 20 % more time in these numbers of samples, if time varies by TIME_VARIES. */
function probabilityOf(now: number, before: number): number {
  const variance = 1.44 * (TIME_VARIES ** 2 + 1 / now) + TIME_VARIES ** 2 + 1 / before;
  const standardErrors = 0.2 / Math.sqrt(variance);
  return normalCdf(standardErrors - FIRM);
}

/** If a loop moved to its own function, the lines of both functions read as moved, and name each other. */
async function proveExtracted(folder: string): Promise<boolean> {
  const { before, now } = await buildBoth(folder, 'extracted');
  const operations = await before.operationsIn('BenchmarkExtracted', '3s');
  let isRight = true;
  for (const [method, count] of [[UNPREEMPTED, operations], [EXACT_MEMORY, 20]] as const) {
    const old = await before.profile('BenchmarkExtracted', count, method);
    const judgements = ownJudgements(await now.profile('BenchmarkExtracted', count, method), old, method);
    const firm = judgements.filter(({ flat, cum }) => flat === FIRM_CHANGE || cum === FIRM_CHANGE);
    const names = new Set(judgements.flatMap(({ movedTo }) => movedTo.map((name) => name.replace(/^.*\./, ''))));
    if (values.show) for (const judgement of judgements) console.log(JSON.stringify(judgement));
    const isMoved = ['compute', 'rounds'].every((name) => names.has(name));
    isRight = conclude(`${method.name}: the extracted function reads as moved`, isMoved && firm.length === 0) && isRight;
  }
  return isRight;
}

async function main(): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  const proofs = { same: proveSame, planted: provePlanted, extracted: proveExtracted };
  try {
    let isRight = true;
    for (const [name, prove] of Object.entries(proofs)) {
      if (values.only === undefined || values.only === name) isRight = (await prove(folder)) && isRight;
    }
    report.end(isRight);
  } catch (error) {
    report.fail(error);
  } finally {
    await remove();
  }
}

function print(name: string, text: string): void {
  report.note(`${name.padEnd(34)}${text}`);
}

function conclude(text: string, isRight: boolean): boolean {
  report.conclude(text, isRight);
  return isRight;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

void main();
