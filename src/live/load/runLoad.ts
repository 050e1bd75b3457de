import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { CaptureError } from '../../common/captureError';
import { runGuarded } from '../../common/processes/guard';
import type { RunOptions, RunResult } from '../../common/processes/runProcess';
import { missingTool, programName } from './loadCommand';
import type { LoadResult } from './loadResult';
import { endOf, readLoadOutput } from './readLoadOutput';
import { HEY_HEADING, HeyRows } from './readers/heyRows';

/** Characters of the output that are kept. The rows of `hey -o csv` are read as they arrive. */
const KEPT = { head: 64 << 10, tail: 1 << 20 };
/** Lines of the output that a failure shows. */
const LAST_LINES = 20;
/** A shell exits with it if it does not find a program. */
const NOT_FOUND = 127;

export interface LoadOptions {
  /** The program and its arguments: see loadCommand. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ends the program and all that it started. */
  readonly signal: AbortSignal;
  /** Asks the program to end, as Ctrl+C does: hey, wrk, vegeta, oha and k6 then print their report. */
  readonly interrupt?: AbortSignal;
  /** Called with the output as it arrives. */
  readonly onOutput?: (text: string) => void;
}

export interface LoadRun {
  /** Not 0 only if there is a result, as of k6 when a threshold is crossed. null if a signal ended the program. */
  readonly exitCode: number | null;
  /** The output; of a long one, the first 64 kB and the last 1 to 2 MB. */
  readonly output: string;
  /** undefined if the output has no requests per second. */
  readonly result?: LoadResult;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * Runs a load command to its end. `vegeta attack` alone prints its results for `vegeta report`, which then reads them.
 * Throws CaptureError: `toolNotFound`, or `failed` if the program ends with an error and without a result; and
 * `signal.reason` on abort, when the program and its children have ended.
 */
export async function runLoad(options: LoadOptions): Promise<LoadRun> {
  const startedAt = Date.now();
  const rows = new FirstRows();
  const { ended, report } = isVegetaAttack(options.words) ? await attack(options) : {
    ended: await run(options, { onStdout: (text) => rows.append(text) }),
    report: undefined,
  };
  const output = [ended.stdout, report?.stdout ?? '', ended.stderr, report?.stderr ?? ''].filter(Boolean).join('\n');
  // The report stands in the standard output, but a script may send it to the other one.
  const result = rows.result() ?? readLoadOutput(report?.stdout || ended.stdout) ?? readLoadOutput(ended.stderr);
  const last = [ended, ...(report ? [report] : [])].find(({ exitCode }) => exitCode !== 0) ?? ended;
  const isUseless = result === undefined || result.requests === 0;
  if (last.exitCode !== 0 && isUseless && !options.interrupt?.aborted) throw failure(options.words[0], last);
  return { exitCode: last.exitCode, output, ...(result && { result }), startedAt, endedAt: Date.now() };
}

async function run({ words, ...options }: LoadOptions, more: Partial<RunOptions> = {}): Promise<RunResult> {
  const [file, ...args] = words;
  try {
    return await runGuarded({ file, args, kept: KEPT, ...options, ...more });
  } catch (error) {
    if (options.signal.aborted) throw error;
    throw startFailure(file, options.cwd, error as NodeJS.ErrnoException);
  }
}

/** `vegeta attack` writes binary results to its standard output, unless it is told to write them to a file. */
function isVegetaAttack(words: readonly string[]): boolean {
  const output = words.findIndex((word) => /^--?output(?:=|$)/.test(word));
  const target = output < 0 ? 'stdout' : (words[output].split('=', 2)[1] ?? words[output + 1]);
  return programName(words[0]) === 'vegeta' && words.includes('attack') && target === 'stdout';
}

async function attack(options: LoadOptions): Promise<{ readonly ended: RunResult; readonly report?: RunResult }> {
  const results = new PassThrough();
  let report: Promise<RunResult> | undefined;
  results.once('readable', () => {
    if (results.readableLength === 0) return;
    const words = [options.words[0], 'report', '-type=json'];
    report = run({ ...options, words }, { stdin: results, interrupt: undefined });
    // Awaited below; the attack may fail before.
    report.catch(() => undefined);
  });
  try {
    const ended = await run(options, { stdoutTo: results });
    const reported = await report;
    return { ended, ...(reported && { report: reported }) };
  } catch (error) {
    await report?.catch(() => undefined);
    throw error;
  }
}

/** The rows of `hey -o csv`, if the output begins with them. */
class FirstRows {
  private rows: HeyRows | undefined;
  private start: string | undefined = '';

  append(text: string): void {
    this.rows?.append(text);
    if (this.start === undefined) return;
    this.start += text;
    if (this.start.length < HEY_HEADING.length) return;
    if (this.start.startsWith(HEY_HEADING)) {
      this.rows = new HeyRows();
      this.rows.append(this.start);
    }
    this.start = undefined;
  }

  result(): LoadResult | undefined {
    const report = this.rows?.report();
    return report && { ...report, output: '' };
  }
}

function startFailure(file: string, cwd: string, error: NodeJS.ErrnoException): CaptureError {
  const fail = (text: string) => new CaptureError('failed', text, undefined, error.message);
  const name = programName(file);
  if (error.code === 'ENOENT' && !existsSync(cwd)) return fail(`The load cannot run in ${cwd}: there is no such folder.`);
  if (error.code === 'ENOENT') return missingTool(name, error.message);
  if (error.code === 'EACCES') return fail(`${name} cannot be run: you have no permission to execute it.`);
  return fail(`${name} cannot be run (${error.code ?? error.message}).`);
}

/** Its sentence quotes the last line of the output; its detail has more of them. */
function failure(file: string, { exitCode, signal, stdout, stderr }: RunResult): CaptureError {
  const output = stderr.trim() === '' ? stdout : stderr;
  const lines = endOf(output).split('\n').map((line) => line.trim()).filter(Boolean);
  const detail = lines.slice(-LAST_LINES).join('\n');
  const [, missing] = /([\w.-]+): (?:command )?not found$/.exec(lines.at(-1) ?? '') ?? [];
  if (exitCode === NOT_FOUND && missing !== undefined) return missingTool(missing, detail);
  const how = signal === null ? `failed with exit code ${exitCode}` : `was ended by ${signal}`;
  const last = lines.at(-1) ?? '';
  const quoted = last === '' ? ' without a message' : `: ${last.slice(0, 200).replace(/[.:]$/, '')}`;
  return new CaptureError('failed', `${programName(file)} ${how}${quoted}.`, undefined, detail);
}
