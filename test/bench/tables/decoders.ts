import { execFile } from 'node:child_process';
import { freemem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ProgramError, type ProgramRun } from '../measured';
import { installInto } from '../npmSteps.mjs';
import { benchFolder, peersFolder, protoFile } from '../places';
import type { BenchProfile } from '../profiles';
import { median } from '../statistics';
import type { Bench, Measurement, Section, Table } from '../table';
import { megabytes, time, times } from '../words';

const execute = promisify(execFile);
const ROUNDS = { quick: 1, usual: 5 };
/** The most memory that a decoder with an object per message needs, in bytes per unpacked byte. */
const MAX_MEMORY_PER_BYTE = 100;
/** A larger heap than Node's default limit. */
const HEAP_MB = 16_000;

/** Table 2: Linecost's decoder and others on the same bytes, each in a new process. */
export const decoders: Table = {
  name: 'decoders',
  async measure(bench: Bench): Promise<Measurement> {
    const commands = await installPeers(bench);
    const figures: Record<string, number> = {};
    const sections: Section[] = [];
    for (const profile of await decoderProfiles(bench)) {
      sections.push({ title: profile.name, head: HEAD, rows: await decoderRows(bench, profile, commands, figures) });
    }
    return {
      title: 'Other decoders (first decode in a new process)',
      sections,
      notes: [
        'The time is that of decoding alone, after gunzip in one piece, without sums. Memory is the peak of the process.',
        '@bufbuild/protobuf gets the descriptor that its generator would embed (made by protobufjs, no protoc needed).',
        'pbjs generates the code of "protobufjs static" from proto/profile.proto; "numbers" has Long switched off.',
      ],
      figures,
    };
  },
};

const HEAD = ['decoder', 'decode', 'against Linecost', 'gunzip + decode : gunzip', 'whole process', 'peak memory'];

type Command = readonly [name: string, args: readonly string[]];

async function decoderProfiles({ options, profiles }: Bench): Promise<BenchProfile[]> {
  const selection = [await profiles.generated(Math.min(options.largest, 100_000))];
  if (!options.quick && options.largest >= 500_000) selection.push(await profiles.real('compiler-heap'));
  if (options.full) selection.push(await profiles.generated(1_000_000));
  return selection;
}

/** Installs the peers separately from the extension's packages, and generates their code from the schema. */
async function installPeers({ log, tools }: Bench): Promise<Command[]> {
  log('installing the peers');
  await installInto(peersFolder, path.join(benchFolder, 'peers'));
  const inPeers = (...names: string[]): string => path.join(peersFolder, ...names);
  const staticCode = inPeers('profile.static.cjs');
  const pbjs = [inPeers('node_modules', 'protobufjs-cli', 'bin', 'pbjs'), '-t', 'static-module', '-w', 'commonjs'];
  await execute(process.execPath, [...pbjs, '-o', staticCode, protoFile]);
  const descriptors = inPeers('profile.binpb');
  await execute(process.execPath, [inPeers('descriptor.mjs'), protoFile, descriptors]);
  const peer = (name: string, file = ''): Command => [name, [inPeers('decode.mjs'), name, file]];
  return [
    ['Linecost', [tools.program('decode')]],
    peer('gunzip'),
    peer('protobufjs static', staticCode),
    peer('protobufjs static, numbers', staticCode),
    peer('pprof-format'),
    peer('@bufbuild/protobuf', descriptors),
  ];
}

interface DecodeRun extends ProgramRun {
  readonly unpackMs: number;
  readonly decodeMs: number;
  readonly count: number;
  readonly last: number;
}

/** A row for each decoder, or the error that ended it. */
async function decoderRows(
  bench: Bench,
  profile: BenchProfile,
  commands: readonly Command[],
  figures: Record<string, number>,
): Promise<string[][]> {
  const runs = new Map(commands.map(([name]) => [name, [] as DecodeRun[]]));
  const failed = new Map<string, string>();
  for (let round = 0; round < (bench.options.quick ? ROUNDS.quick : ROUNDS.usual); round++) {
    for (const [name, args] of commands.filter(([name]) => !failed.has(name))) {
      bench.log(`${profile.name}: ${name}`);
      try {
        runs.get(name)!.push(await decodeOnce(bench, profile, name, args));
      } catch (error) {
        if (!(error instanceof ProgramError)) throw error;
        failed.set(name, error.message);
      }
    }
  }
  const ours = median(runs.get('Linecost')!.map(({ decodeMs }) => decodeMs));
  return commands.map(([name]) => {
    const decoderRuns = runs.get(name)!;
    checkRuns(profile, name, decoderRuns, runs.get('Linecost')![0]!);
    if (failed.has(name)) return [name, failed.get(name)!, ...Array.from(HEAD.slice(2), () => '–')];
    const decodeMs = median(decoderRuns.map((run) => run.decodeMs));
    const peak = median(decoderRuns.map((run) => run.peakBytes));
    figures[`decoders.${profile.name}.${name}.ms`] = decodeMs;
    figures[`decoders.${profile.name}.${name}.peakBytes`] = peak;
    const toGunzip = median(decoderRuns.map((run) => (run.unpackMs + run.decodeMs) / run.unpackMs));
    const isGunzip = name === 'gunzip';
    const decode = isGunzip ? ['–', '–', times(1)] : [time(decodeMs), times(decodeMs / ours), times(toGunzip)];
    return [name, ...decode, time(median(decoderRuns.map((run) => run.wallMs))), megabytes(peak)];
  });
}

async function decodeOnce(bench: Bench, profile: BenchProfile, ...[name, args]: Command): Promise<DecodeRun> {
  const isLean = name === 'Linecost' || name === 'gunzip';
  if (!isLean && freemem() < MAX_MEMORY_PER_BYTE * profile.unpackedBytes) throw new ProgramError('too little free memory');
  const [script, ...rest] = args;
  const scriptArgs = name === 'Linecost' ? [profile.path] : [rest[0]!, profile.path, rest[1]!];
  const command = [process.execPath, `--max-old-space-size=${HEAP_MB}`, script!, ...scriptArgs];
  const run = await bench.tools.measure(command, { keepOutput: true });
  return { ...run, ...(JSON.parse(run.stdout) as Pick<DecodeRun, 'unpackMs' | 'decodeMs' | 'count' | 'last'>) };
}

function checkRuns({ name, samples }: BenchProfile, peer: string, runs: readonly DecodeRun[], ours: DecodeRun): void {
  const wrong = peer !== 'gunzip' && runs.some(({ count, last }) => count !== samples || last !== ours.last);
  if (wrong) throw new ProgramError(`${name}: ${peer} and Linecost read different samples.`);
}
