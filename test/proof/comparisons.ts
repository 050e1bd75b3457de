import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { operationsOf } from '../../src/bench/operations';
import { NOISE } from '../../src/profile/answers/changes';
import { changesOf } from '../../src/profile/changes';
import { filesOf } from '../../src/profile/lines/files';
import { benchmarkLoop } from '../../src/profile/lines/loopOfStacks';
import type { Profile } from '../../src/profile/model';
import { subtractBase } from '../../src/profile/refine';
import { perOperation } from '../../src/profile/refine/perOperation';
import { decodeProfile } from '../../src/profile/wire/decode';
import { temporaryFolder } from '../conformance/goPrograms';
import { mustRun, run } from '../conformance/oracle';

// npm run proof:comparisons [-- --runs=N] [--only=same|planted|extracted]

const PROGRAM = fileURLToPath(new URL('program', import.meta.url));
const WANTED_SHARE = 0.95;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '4' }, only: { type: 'string' }, kind: { type: 'string' }, show: { type: 'boolean' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 2) throw new Error('--runs must be a whole number from 2');

/** Benchmarks of the standard library whose lines share the time, with garbage and without. */
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

/** How profiles are taken. */
interface Taking {
  readonly kind: Kind;
  readonly name: string;
  readonly flags: readonly string[];
  /** The sample types to compare. */
  readonly types: readonly string[];
}

const CPU: Taking = { kind: 'cpu', name: 'cpu', flags: [], types: ['cpu'] };
const MEMORY: Taking = { kind: 'mem', name: 'memory', flags: [], types: ['alloc_objects', 'alloc_space'] };
const EVERYTHING: Taking = { ...MEMORY, name: 'memory at rate 1', flags: ['-test.memprofilerate=1'] };

/** A test binary, and where it runs. */
class Program {
  constructor(
    private readonly path: string,
    private readonly folder: string,
  ) {}

  static async build(target: string, path: string, { cwd, tags }: { readonly cwd: string; readonly tags?: string }) {
    await mustRun('go', ['test', '-c', ...(tags ? [`-tags=${tags}`] : []), '-o', path, target], { cwd });
    const folder = (await mustRun('go', ['list', '-f', '{{.Dir}}', target], { cwd })).trim();
    return new Program(path, folder);
  }

  /** The operations that fit into a time such as `2s`. */
  async operationsIn(benchmark: string, time: string): Promise<number> {
    const output = await mustRun(this.path, [...onlyOf(benchmark), `-test.benchtime=${time}`], { cwd: this.folder });
    return Number(/^Benchmark\S*\s+(\d+)\s/m.exec(output)?.[1] ?? 1);
  }

  /** A profile of exactly so many operations, with costs per operation. */
  async profile(benchmark: string, operations: number, { kind, flags }: Taking): Promise<Profile> {
    const path = `${this.path}.${kind}`;
    const taken = [`-test.benchtime=${operations}x`, `-test.${kind}profile=${path}`, ...flags];
    const { code, stderr } = await run(this.path, [...onlyOf(benchmark), ...taken], { cwd: this.folder });
    if (code !== 0) throw new Error(`${benchmark} failed: ${stderr}`);
    const profile = decodeProfile(gunzipSync(await readFile(path)));
    return perOperation(profile, operationsOf([operations], benchmarkLoop(profile) ?? 'b.N') ?? operations);
  }
}

function onlyOf(benchmark: string): string[] {
  return ['-test.run=^$', `-test.bench=^${benchmark}$`];
}

/** The verdicts of a file's lines, or of all lines: the line's flat and cum, for each of the sample types. */
interface Verdict {
  readonly file: string;
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  readonly movedTo: readonly string[];
}

function verdictsOf(now: Profile, before: Profile, { types }: Taking): Verdict[] {
  const difference = subtractBase(now, before, { mode: 'diff_base', keepSamples: true });
  const files = filesOf(difference);
  return types.flatMap((name) => {
    const changes = changesOf(difference, difference.sampleTypes.findIndex(({ type }) => type === name));
    if (!changes) throw new Error(`no verdicts about ${name}`);
    return changes.lines.ofFiles(files).flatMap(({ lines, flat, cum, moves }, at) =>
      [...lines].map((line, i) => ({
        file: files[at]!,
        line,
        flat: flat.verdict[i]!,
        cum: cum.verdict[i]!,
        movedTo: [flat, cum].flatMap(({ move }) => moves[move[i]! - 1]?.function ?? []),
      })));
  });
}

/** Equal programs: at least 95 % of the lines have no firm change, nor one that moved. */
async function proveSame(folder: string): Promise<boolean> {
  const own = await Program.build('.', join(folder, 'own.test'), { cwd: PROGRAM });
  const programs: [Program, string][] = [[own, 'BenchmarkShares'], [own, 'BenchmarkSizes'], [own, 'BenchmarkPlanted']];
  for (const [target, benchmark] of STANDARD) {
    const path = join(folder, `${target.replace(/\W/g, '_')}.test`);
    programs.push([await Program.build(target, path, { cwd: PROGRAM }), benchmark]);
  }
  let isRight = true;
  for (const [taking, time] of [[CPU, '3s'], [MEMORY, '1s'], [EVERYTHING, '1s']] as const) {
    if (values.kind && values.kind !== taking.name) continue;
    let [all, changed] = [0, 0];
    for (const [program, benchmark] of programs) {
      const operations = await program.operationsIn(benchmark, time);
      const profiles: Profile[] = [];
      // A second click seldom does the same number of operations.
      for (let i = 0; i < runs; i++) {
        const some = Math.max(1, Math.round(operations * (1 + 0.1 * (i % 2))));
        profiles.push(await program.profile(benchmark, some, taking));
      }
      const verdicts = profiles.slice(1).flatMap((profile, i) => verdictsOf(profile, profiles[i]!, taking));
      const changes = verdicts.filter(({ flat, cum }) => flat !== NOISE || cum !== NOISE);
      const wrong = changes.length;
      if (values.show) for (const each of changes.slice(0, 40)) console.log(JSON.stringify(each));
      [all, changed] = [all + verdicts.length, changed + wrong];
      print(benchmark, `${wrong} of ${verdicts.length} lines changed`);
    }
    const share = 1 - changed / all;
    isRight = told(`${taking.name}: ${percent(share)} of ${all} lines of equal programs did not change`, share >= WANTED_SHARE) && isRight;
  }
  return isRight;
}

async function main(): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  const proofs = { same: proveSame };
  try {
    let isRight = true;
    for (const [name, prove] of Object.entries(proofs)) {
      if (values.only === undefined || values.only === name) isRight = (await prove(folder)) && isRight;
    }
    process.exitCode = isRight ? 0 : 1;
  } finally {
    await remove();
  }
}

function print(name: string, text: string): void {
  console.log(`  ${name.padEnd(34)}${text}`);
}

function told(text: string, isRight: boolean): boolean {
  console.log(`${text}. ${isRight ? 'ok' : 'NOT ok'}\n`);
  return isRight;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

void main();
