import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isCaptureError } from '../../common/captureError';
import { decisionText } from '../../bench/decisionWords';
import { readGitState, gitStateOf } from '../../go/gitState';
import { ClockJump, machineFacts, noiseSentence } from '../../go/machine/machineNoise';
import { type MachineState, readMachineState } from '../../go/machine/machineState';
import { type TempDir, makeTempDir } from '../../go/processes/tempDir';
import { BenchPattern } from '../../go/test/benchPattern';
import { shortCommit } from '../../profile/text/shortCommit';
import { asWritten } from '../args';
import type { Outcome } from '../runReport';
import { circumstancesOf } from './circumstances';
import { jsonReport } from './jsonReport';
import { markdownReport } from './markdownReport';
import { type MeasureArgs, measureHelp, MeasureUsageError, parseMeasureArgs } from './measureArgs';
import { MeasureError } from './measureError';
import { exitCode, type JudgedCase, type MeasureOutcome, reasons } from './outcome';
import { type PackagePair, planOf } from './plan';
import { ProgressLine, type ProgressStream } from './progressLine';
import { Program } from './programs';
import { type LinesFound, regressedLines } from './regressedLines';
import { prepareSides, type Sides, type Surroundings } from './sides';
import { decisionsOn, type Measured, type MeasuredCase, runInTurns, type Target } from './turns';
import { resultTexts, textReport } from './textReport';
import { withoutSettings } from './withoutSettings';

export interface MeasureProcess extends Surroundings {
  readonly stderr: ProgressStream;
}

/**
 * Runs `linecost measure`. Progress goes to standard error. When the promise settles, all processes that were started
 * have ended, and the temporary folders are removed. Rejects with the signal's reason on abort.
 */
export async function runMeasure(argv: readonly string[], process: MeasureProcess): Promise<Outcome> {
  if (argv.some((word) => /^--?h(elp)?$/.test(word))) return { code: 0, stdout: measureHelp(), stderr: '' };
  const progress = new ProgressLine(process.stderr);
  try {
    const args = parseMeasureArgs(argv);
    const pattern = patternOf(args.bench);
    if (args.leftOut.length > 0) progress.say(`Left out: ${args.leftOut.join(', ')}.`);
    const folder = await makeTempDir(process.env.GOTMPDIR || tmpdir());
    try {
      const outcome = await new Measurement(args, pattern, process, progress).run(folder);
      return await reported(outcome, args, process);
    } finally {
      await folder.remove();
    }
  } catch (error) {
    process.signal.throwIfAborted();
    if (!isExpected(error)) throw error;
    return { code: 2, stdout: '', stderr: `${withoutSettings((error as Error).message)}\n` };
  } finally {
    progress.end();
  }
}

function isExpected(error: unknown): boolean {
  if (error instanceof MeasureUsageError || error instanceof MeasureError || isCaptureError(error)) return true;
  // An error of the system, such as a missing folder for temporary files.
  return typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

function patternOf(text: string): BenchPattern {
  try {
    return new BenchPattern(text);
  } catch (error) {
    throw new MeasureUsageError(`-bench=${text} is no regular expression: ${(error as Error).message}.`);
  }
}

async function reported(outcome: MeasureOutcome, args: MeasureArgs, { cwd }: Surroundings): Promise<Outcome> {
  if (args.save !== undefined) {
    const folder = resolve(cwd, args.save);
    const { before, now } = resultTexts(outcome);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'base.txt'), before);
    await writeFile(join(folder, 'now.txt'), now);
  }
  const text = { text: textReport, markdown: markdownReport, json: jsonReport }[args.format](outcome, cwd);
  const stderr = reasons(outcome).map((reason) => `${reason}\n`).join('');
  return { code: exitCode(outcome), stdout: asWritten(text), stderr };
}

/** At most this many benchmarks are profiled after a regression, the worst first. */
const MAX_PROFILED = 5;

class Measurement {
  private readonly failures: string[] = [];
  private readonly programs: Program[] = [];

  constructor(
    private readonly args: MeasureArgs,
    private readonly pattern: BenchPattern,
    private readonly place: Surroundings,
    private readonly progress: ProgressLine,
  ) {}

  /** Throws MeasureError, CaptureError, or the signal's reason on abort. */
  async run(folder: TempDir): Promise<MeasureOutcome> {
    const { args, place, progress } = this;
    const { signal } = place;
    // Read before the builds, which themselves keep the machine busy.
    const machine = await readMachineState();
    progress.report(`reading ${args.against ?? args.baseDir!}`);
    const sides = await prepareSides(args, place, folder.path);
    const plan = await planOf(sides, args, this.pattern, signal);
    try {
      const targets = await this.build(plan.packages, sides);
      if (targets.length === 0) throw new MeasureError(this.failures.join('\n'));
      const clock = new ClockJump();
      const begin = performance.now();
      const measured = await this.measure(targets);
      const seconds = (performance.now() - begin) / 1000;
      this.failures.push(...measured.failed.map(({ target, error }) => failureText(target.name, error)));
      const onlyBefore = [...plan.onlyBefore, ...measured.onlyBefore];
      const onlyNow = [...plan.onlyNow, ...measured.onlyNow];
      return { ...(await this.described({ measured, machine, clock, sides })), seconds, onlyBefore, onlyNow };
    } finally {
      await Promise.all(this.programs.map((program) => program.close()));
    }
  }

  /** Builds the programs, both sides of a package at once. Packages that do not build are left out. */
  private async build(pairs: readonly PackagePair[], sides: Sides): Promise<Target[]> {
    const { args, pattern, place: { signal }, progress } = this;
    const { benchtime, timeoutSeconds } = args;
    const parts = { settings: { benchtime, timeoutSeconds }, sides, signal };
    const targets: Target[] = [];
    for (const [i, { before, now, names }] of pairs.entries()) {
      const order = pairs.length > 1 ? ` (${i + 1} of ${pairs.length})` : '';
      progress.report('building', `${now.importPath}${order}`);
      const building = [[sides.before, before], [sides.now, now]] as const;
      const built = await Promise.allSettled(building.map(([side, each]) => {
        return Program.build(side, each, { names, pattern }, parts);
      }));
      const ready = built.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      this.programs.push(...ready);
      signal.throwIfAborted();
      const reasons = built.flatMap((each) => (each.status === 'rejected' ? [failureText('', each.reason)] : []));
      this.failures.push(...reasons);
      const [old, current] = ready;
      if (!old || !current) continue;
      targets.push(...names.map((name) => ({ importPath: now.importPath, name, before: old, now: current })));
    }
    return targets;
  }

  private async measure(targets: readonly Target[]): Promise<Measured> {
    const { args: { stop }, place: { signal }, progress } = this;
    const begin = performance.now();
    const most = stop.kind === 'runs' ? ` of ${stop.pairs}` : stop.kind === 'detect' ? ` of at most ${stop.maxPairs}` : '';
    return runInTurns(targets, stop, signal, {
      onPair: (round, { name }, open) => {
        const elapsed = Math.round((performance.now() - begin) / 1000);
        const rest = targets.length > 1 ? `${open} of ${targets.length} benchmarks, ` : '';
        progress.report('running in turns', `pair ${round}${most}, ${rest}${elapsed} s, ${name}`);
      },
    });
  }

  private async described({ measured, machine, clock, sides }: Described): Promise<DescribedOutcome> {
    const { args: { failOver }, place } = this;
    const { cases: decided, comparisons, confidence } = decisionsOn(measured, failOver);
    const lines = await this.profile(measured.cases, decided);
    const cases = measured.cases.map((each): JudgedCase => {
      const decision = decided.get(each)!;
      const label = each.now[0].name;
      return { ...each, label, decision, verdict: decisionText(decision), lines: lines.get(each) ?? new Map() };
    });
    const reading = await readGitState(sides.now.cwd, place.env, place.signal);
    const [program] = this.programs;
    const git = reading && gitStateOf(reading, [...program.build.texts.keys()], sides.now.cwd);
    const { facts, notes } = circumstancesOf(this.programs, sides);
    const noise = noiseSentence(machine);
    return {
      before: sides.before.name,
      now: sides.now.name,
      compared: comparedText(sides, git),
      commits: { before: sides.revision?.hash, now: git?.commit, isDirty: git?.isDirty },
      cases,
      units: measured.units,
      comparisons,
      confidence,
      failOver,
      failures: this.failures,
      machine: [...facts, ...machineFacts(machine)],
      notes: [
        ...(noise === undefined ? [] : [noise]),
        ...(clock.hasJumped() ? ['The clock was set, or the machine slept, during the runs.'] : []),
        ...notes,
        ...sides.notes,
      ],
    };
  }

  /** Profiles the cases with the worst regressions. A failure is a reason why no line is named. */
  private async profile(
    cases: readonly MeasuredCase[],
    decided: ReturnType<typeof decisionsOn>['cases'],
  ): Promise<Map<MeasuredCase, ReadonlyMap<string, LinesFound>>> {
    const { args: { benchtime }, place: { signal }, progress } = this;
    const ratio = (each: MeasuredCase) => {
      return Math.max(...decided.get(each)!.past.map(({ interval }) => interval?.ratio ?? Infinity));
    };
    const regressed = cases.filter((each) => decided.get(each)!.past.length > 0).sort((a, b) => ratio(b) - ratio(a));
    const all = new Map<MeasuredCase, ReadonlyMap<string, LinesFound>>();
    for (const [i, each] of regressed.entries()) {
      const found = new Map<string, LinesFound>();
      all.set(each, found);
      for (const figure of decided.get(each)!.past) {
        if (i >= MAX_PROFILED) {
          found.set(figure.unit, { whyNone: `only the worst ${MAX_PROFILED} are profiled` });
          continue;
        }
        const onRound = (round: number) => progress.report('profiling in turns', `${each.name}, round ${round}`);
        const iterations = /x$/.test(benchtime) ? benchtime : undefined;
        const lines = await regressedLines(each, figure, iterations, onRound).catch((error: unknown): LinesFound => {
          signal.throwIfAborted();
          return { whyNone: withoutSettings((error as Error).message).replace(/\.$/, '') };
        });
        if (lines) found.set(figure.unit, lines);
      }
    }
    return all;
  }
}

type DescribedOutcome = Omit<MeasureOutcome, 'seconds' | 'onlyBefore' | 'onlyNow'>;

interface Described {
  readonly measured: Measured;
  readonly machine: MachineState;
  readonly clock: ClockJump;
  readonly sides: Sides;
}

function failureText(name: string, error: unknown): string {
  if (isCaptureError(error)) return withoutSettings(error.message);
  return `${name === '' ? '' : `${name}: `}${String((error as Error).message ?? error)}`;
}

function comparedText({ before, revision }: Sides, git: ReturnType<typeof gitStateOf> | undefined): string {
  const isHash = revision === undefined || revision.hash.startsWith(before.name);
  const old = isHash ? before.name : `${before.name} (${revision.abbreviated})`;
  const changes = git?.isDirty ? ', with changes' : '';
  return `Before: ${old}; now: the working tree${git ? ` (${shortCommit(git.commit)}${changes})` : ''}`;
}
