import { isObject } from '../../profile/common/shapes';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** Environment variables of a child process; their names are case-insensitive on Windows (`Path`). */
export class Variables {
  private readonly values = new Map<string, { readonly name: string; readonly value: string }>();
  private readonly setByUser = new Set<string>();

  constructor(
    processEnv: Readonly<Record<string, string | undefined>>,
    private readonly platform: NodeJS.Platform,
  ) {
    for (const [name, value] of Object.entries(processEnv)) if (value !== undefined) this.set(name, value);
  }

  get(name: string): string | undefined {
    return this.values.get(this.key(name))?.value;
  }

  set(name: string, value: string): void {
    const existing = this.values.get(this.key(name));
    this.values.set(this.key(name), { name: existing?.name ?? name, value });
  }

  isSetByUser(name: string): boolean {
    return this.setByUser.has(this.key(name));
  }

  /** Sets the variables of a user's setting: null removes a variable; numbers and booleans are converted. */
  setAll(variables: unknown, expand: Expand): void {
    if (!isObject(variables)) return;
    for (const [name, value] of Object.entries(variables)) {
      if (typeof value === 'object' && value !== null) continue;
      this.setByUser.add(this.key(name));
      if (value === null || value === undefined) this.values.delete(this.key(name));
      else this.set(name, typeof value === 'string' ? expand(value) : String(value));
    }
  }

  all(): Record<string, string> {
    return Object.fromEntries([...this.values.values()].map(({ name, value }) => [name, value]));
  }

  private key(name: string): string {
    return this.platform === 'win32' ? name.toUpperCase() : name;
  }
}

export type Expand = (text: string) => string;

export interface ExpandContext {
  /** Absolute; the value of `${workspaceFolder}`. */
  readonly workspaceFolder: string;
  readonly processEnv: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The value of `~`; by default the user's home. */
  readonly homeDir?: string;
}

/**
 * Expands `${workspaceFolder}` or its old name `${workspaceRoot}`, `${workspaceFolderBasename}`, `${userHome}`,
 * `${env:X}` and a leading `~`. Leaves other variables as they are.
 */
export function expander({ workspaceFolder, processEnv, platform, homeDir = homedir() }: ExpandContext): Expand {
  const path = platform === 'win32' ? win32 : posix;
  const variables = new Variables(processEnv, platform);
  return (text) => {
    const expanded = text.replace(/\$\{(env:)?([^{}]+)\}/g, (whole, env: string | undefined, name: string) => {
      if (env !== undefined) return variables.get(name.trim()) ?? '';
      if (name === 'workspaceFolder' || name === 'workspaceRoot') return workspaceFolder;
      if (name === 'workspaceFolderBasename') return path.basename(workspaceFolder);
      return name === 'userHome' ? homeDir : whole;
    });
    return /^~(?=$|[\\/])/.test(expanded) ? path.join(homeDir, expanded.slice(1)) : expanded;
  };
}

/**
 * Reads a file of environment variables like the Go extension's `go.testEnvFile`: lines of `KEY=VALUE` or
 * `export KEY=VALUE`. Values may be quoted; in double quotes `\n` is a newline. `${VAR}` is replaced by the value from
 * earlier lines, else from `outer`, else by nothing; `\${VAR}` stands for `${VAR}`. Other lines are skipped.
 */
export function parseEnvFile(
  text: string,
  outer: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([\w.-]+)\s*=(.*)$/s.exec(line);
    if (match === null) continue;
    const [, key = '', value = ''] = match;
    const substitute = (name: string): string => variables[name] ?? outer[name] ?? '';
    variables[key] = unquote(value.trim()).replace(/(\\)?\$\{([A-Za-z]\w*)\}/g, (whole, escaped: string | undefined, name) =>
      escaped === undefined ? substitute(name as string) : whole.slice(1),
    );
  }
  return variables;
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  if (quoted === null) return value;
  const inner = quoted[2] ?? '';
  return quoted[1] === '"' ? inner.replace(/\\n/g, '\n') : inner;
}
