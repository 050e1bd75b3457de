import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { scratchFolder } from './places';

const execute = promisify(execFile);

/** The resources that a process used, from its start to its end, and its output. */
export interface ProgramRun {
  readonly wallMs: number;
  /** User and system time of all its threads. */
  readonly cpuMs: number;
  /** Peak resident memory; 0 if the system does not report it (Windows). */
  readonly peakBytes: number;
  readonly stdout: string;
}

/** The program failed or reached its time limit. */
export class ProgramError extends Error {}

export interface MeasureOptions {
  /** Returns the output, which is discarded otherwise. */
  readonly keepOutput?: boolean;
  readonly limitMs?: number;
}

/**
 * Runs a program under `go/measure`, without the NODE_ variables of the environment.
 * @throws ProgramError
 */
export type Measure = (command: readonly string[], options?: MeasureOptions) => Promise<ProgramRun>;

export function measureWith(measurer: string): Measure {
  return async (command, { keepOutput = false, limitMs = 15 * 60_000 } = {}) => {
    const draft = path.join(scratchFolder, randomUUID());
    const [result, stdout] = [`${draft}.json`, `${draft}.out`];
    const args = ['-result', result, ...(keepOutput ? ['-stdout', stdout] : []), '-limit', `${limitMs}ms`, ...command];
    try {
      const { stderr } = await execute(measurer, args, { env: plainEnvironment(), maxBuffer: 1 << 28 });
      const { code, expired, ...usage } = JSON.parse(await readFile(result, 'utf8')) as RawResult;
      if (expired) throw new ProgramError(`timed out after ${limitMs / 60_000} minutes`);
      if (code !== 0) throw new ProgramError(failure(stderr, code));
      return { ...usage, stdout: keepOutput ? await readFile(stdout, 'utf8') : '' };
    } finally {
      await Promise.all([result, stdout].map((file) => rm(file, { force: true })));
    }
  };
}

/**
 * The environment without the NODE_ variables: if NODE_EXTRA_CA_CERTS is set, Node reads these certificates at each
 * start, which can take three times as long as the rest of the start.
 */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
}

interface RawResult {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  readonly code: number;
  readonly expired: boolean;
}

function failure(stderr: string, code: number): string {
  if (/heap out of memory|ENOMEM|Array buffer allocation failed/.test(stderr)) return 'out of memory';
  const error = stderr.split('\n').find((line) => /error/i.test(line)) ?? '';
  return `exit code ${code} ${error}`.trim();
}
