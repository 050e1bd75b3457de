import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { GoEnvironment } from '../captureTypes';
import { type Expand, type ExpandContext, expander, parseEnvFile, Variables } from './variables';
import { findGoBinary } from './goBinary';
import { flagValue, type SplitFlags, splitTestFlags, withoutFlag } from './goFlags';

export interface EnvironmentContext extends ExpandContext {
  readonly isExecutable?: (path: string) => boolean;
  /** Throws if the file cannot be read. */
  readonly readText?: (path: string) => string;
}

/**
 * How to call Go, from Linecost's settings (`linecost.go.path`, `.buildTags`, `.testFlags`, `.env`). An unset setting
 * falls back to the Go extension's settings: for the path, `go.alternateTools`, else `go.goroot`; for flags,
 * `go.testFlags`, else `go.buildFlags`; for tags, if the flags have no `-tags`, `go.testTags`, else `go.buildTags`.
 * Variables come from `go.gopath`, `go.toolsEnvVars`, `go.testEnvFile`, `go.testEnvVars` and `linecost.go.env`; later
 * ones override earlier ones, and null removes a variable.
 *
 * `read` returns a setting by its full name; undefined, null and '' mean unset.
 */
export function resolveGoEnvironment(read: (key: string) => unknown, context: EnvironmentContext): GoEnvironment {
  const expand = expander(context);
  const text = (key: string): string | undefined => {
    const value = read(key);
    return typeof value === 'string' && value.trim() !== '' ? expand(value.trim()) : undefined;
  };
  const variables = new Variables(context.processEnv, context.platform);
  addSettings(variables, read, text, expand, context);
  const { goBinary, goroot } = chooseGo(alternateGo(read, expand), text, variables, context);
  if (goroot !== undefined && !variables.isSetByUser('GOROOT')) variables.set('GOROOT', goroot);
  const { leftOut, ...flags } = chooseFlags(read, text, expand);
  return { goBinary, env: variables.all(), ...flags, ...(leftOut.length > 0 && { leftOut }) };
}

function addSettings(
  variables: Variables,
  read: (key: string) => unknown,
  text: ReadText,
  expand: Expand,
  { readText = (path: string) => readFileSync(path, 'utf8') }: EnvironmentContext,
): void {
  const gopath = text('go.gopath');
  if (gopath !== undefined) variables.set('GOPATH', gopath);
  variables.setAll(read('go.toolsEnvVars'), expand);
  const file = text('go.testEnvFile');
  if (file !== undefined) variables.setAll(readEnvFile(file, readText, variables.all()), expand);
  variables.setAll(read('go.testEnvVars'), expand);
  variables.setAll(read('linecost.go.env'), expand);
  // -json would change the output format; the Go extension removes it as well.
  const goflags = variables.get('GOFLAGS');
  if (goflags !== undefined) variables.set('GOFLAGS', goflags.replace(/(^|\s)--?json(=\S*)?(?=\s|$)/g, '').trim());
}

/** An unreadable file counts as empty, as in the Go extension. */
function readEnvFile(
  file: string,
  readText: (path: string) => string,
  outer: Readonly<Record<string, string>>,
): Record<string, string> {
  try {
    return parseEnvFile(readText(file), outer);
  } catch {
    return {};
  }
}

interface GoChoice {
  readonly goBinary: string;
  /** The setting `go.goroot`, if that folder has a go command and `linecost.go.path` is unset. */
  readonly goroot?: string;
}

function chooseGo(
  alternate: string | undefined,
  text: ReadText,
  variables: Variables,
  context: EnvironmentContext,
): GoChoice {
  const { platform, workspaceFolder, isExecutable = isExecutableFile, homeDir = homedir() } = context;
  const env = variables.all();
  const search = { searchPath: variables.get('PATH') ?? '', workspaceFolder, homeDir, env, platform, isExecutable };
  const environmentGoroots = [variables.get('GOROOT') ?? ''].filter((goroot) => goroot !== '');
  const path = text('linecost.go.path');
  if (path !== undefined) {
    return { goBinary: findGoBinary({ ...search, configured: path, goroots: environmentGoroots }) };
  }
  const goroot = text('go.goroot');
  const go = platform === 'win32' ? 'go.exe' : 'go';
  const isUsable = goroot !== undefined && isExecutable(pathOf(platform).join(goroot, 'bin', go));
  const usableGoroot = isUsable ? goroot : undefined;
  const goroots = usableGoroot === undefined ? environmentGoroots : [usableGoroot];
  if (alternate !== undefined) {
    const binary = findGoBinary({ ...search, configured: alternate, goroots });
    if (pathOf(platform).isAbsolute(binary) && isExecutable(binary)) return { goBinary: binary, goroot: usableGoroot };
  }
  return { goBinary: findGoBinary({ ...search, goroots }), goroot: usableGoroot };
}

function alternateGo(read: (key: string) => unknown, expand: Expand): string | undefined {
  const tools = read('go.alternateTools');
  const go: unknown = typeof tools === 'object' && tools !== null ? (tools as Record<string, unknown>).go : undefined;
  return typeof go === 'string' && go.trim() !== '' ? expand(go.trim()) : undefined;
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function pathOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** Reads a setting by its full name; undefined if it is unset or empty. */
type ReadText = (key: string) => string | undefined;

/**
 * The flags of `go test`, with build tags, from Linecost's settings or, if these are unset, the Go extension's; see
 * resolveGoEnvironment. Linecost's tags win over the Go extension's; within the settings of one extension, flags win
 * over tags.
 */
function chooseFlags(read: (key: string) => unknown, text: ReadText, expand: Expand): SplitFlags {
  const list = (key: string): string[] | undefined => {
    const value = read(key);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string').map(expand) : undefined;
  };
  const ownFlags = list('linecost.go.testFlags');
  const { buildFlags, testArgs, leftOut: all } = splitTestFlags(ownFlags ?? list('go.testFlags') ?? list('go.buildFlags') ?? []);
  // The Go extension's flags were not written for Linecost.
  const leftOut = ownFlags ? all : [];
  const ownTags = text('linecost.go.buildTags');
  const flagTags = flagValue(buildFlags, 'tags');
  const settingTags = typeof read('go.testTags') === 'string' ? text('go.testTags') : text('go.buildTags');
  const tags = ownFlags !== undefined ? (flagTags ?? ownTags ?? settingTags) : (ownTags ?? flagTags ?? settingTags);
  const otherFlags = withoutFlag(buildFlags, 'tags');
  if (tags === undefined) return { buildFlags: otherFlags, testArgs, leftOut };
  return { buildFlags: [`-tags=${tags.split(/[\s,]+/).join(',')}`, ...otherFlags], testArgs, leftOut };
}
