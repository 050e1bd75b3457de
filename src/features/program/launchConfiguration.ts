import { isAbsolute, resolve } from 'node:path';
import { isObject } from '../../profile/common/shapes';
import { parseEnvFile } from '../../go/tool/variables';
import { argumentText, argumentWords } from '../../common/argumentWords';
import { type LaunchVariables, VariableError } from './launchVariables';

/** A configuration of launch.json that runs a Go program. */
export interface GoLaunch {
  readonly name: string;
  /** As written. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a configuration says of the run of a program. */
export interface LaunchedProgram {
  /** Absolute path of the package's folder, or of a Go file. */
  readonly program: string;
  readonly args: string;
  /** The arguments as written, without the values of variables, which may be secrets. */
  readonly writtenArgs: string;
  readonly env: string;
  /** Absolute path. */
  readonly folder: string;
  readonly buildFlags: readonly string[];
}

/** The configurations of a launch.json that run a Go program from its source. */
export function goLaunches(configurations: unknown): GoLaunch[] {
  if (!Array.isArray(configurations)) return [];
  return configurations.flatMap((each: unknown) => {
    if (!isObject(each) || each.type !== 'go' || each.request !== 'launch' || typeof each.name !== 'string') return [];
    const mode = each.mode ?? 'auto';
    return mode === 'auto' || mode === 'debug' ? [{ name: each.name, values: each }] : [];
  });
}

/** Ends the reading of a configuration when the user cancels a question. */
class CancelledQuestion extends Error {}

/**
 * Reads a configuration as the Go extension does: `program`, `args`, `env`, `envFile`, `cwd` and `buildFlags`.
 * undefined if the user cancelled a question, after which no other is asked. Throws VariableError, or the error of
 * `readText`.
 * @param folder absolute path of the workspace folder
 * @param readText reads a file of variables
 */
export async function readLaunch(
  { values }: GoLaunch,
  folder: string,
  variables: LaunchVariables,
  readText: (path: string) => Promise<string>,
): Promise<LaunchedProgram | undefined> {
  try {
    return await readValues(values, folder, variables, readText);
  } catch (error) {
    if (error instanceof CancelledQuestion) return undefined;
    throw error;
  }
}

async function readValues(
  values: GoLaunch['values'],
  folder: string,
  variables: LaunchVariables,
  readText: (path: string) => Promise<string>,
): Promise<LaunchedProgram> {
  const text = async (value: unknown): Promise<string> => {
    const expanded = await variables.expand(typeof value === 'string' ? value : String(value));
    if (expanded === undefined) throw new CancelledQuestion();
    return expanded;
  };
  const list = async (name: 'args' | 'buildFlags'): Promise<readonly string[]> => {
    const value = values[name];
    if (typeof value === 'string') {
      const parsed = argumentWords(await text(value));
      if (!parsed) throw new VariableError(`A quote in ${name} is not closed: close it, or write ${name} as a list.`);
      return parsed;
    }
    const words: string[] = [];
    for (const word of Array.isArray(value) ? (value as unknown[]) : []) words.push(await text(word));
    return words;
  };
  const path = async (value: unknown): Promise<string> => {
    const expanded = await text(value);
    return isAbsolute(expanded) ? expanded : resolve(folder, expanded);
  };
  const program = await path(values.program ?? '${fileDirname}');
  const args = await list('args');
  const buildFlags = await list('buildFlags');
  const env: Record<string, string> = {};
  for (const file of [values.envFile ?? []].flat()) {
    Object.assign(env, parseEnvFile(await readText(await path(file)), process.env));
  }
  for (const [name, value] of Object.entries(isObject(values.env) ? values.env : {})) {
    if (value !== null && value !== undefined) env[name] = await text(value);
  }
  const cwd = await path(values.cwd ?? (program.endsWith('.go') ? resolve(program, '..') : program));
  return {
    program,
    args: argumentText(args),
    writtenArgs: writtenText(values.args),
    env: argumentText(Object.entries(env).map(([name, value]) => `${name}=${value}`)),
    folder: cwd,
    buildFlags,
  };
}

function writtenText(args: unknown): string {
  if (typeof args === 'string') return args;
  return Array.isArray(args) ? argumentText(args.map(String)) : '';
}
