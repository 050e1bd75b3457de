import { homedir } from 'node:os';
import { basename, dirname, extname, relative, sep } from 'node:path';

/** What the variables of a launch configuration stand for. */
export interface VariableContext {
  /** Absolute path of the workspace folder with the configuration. */
  readonly folder: string;
  /** Absolute paths of all workspace folders, by name. */
  readonly folders: ReadonlyMap<string, string>;
  /** Absolute path of the active editor's file; unset if there is none. */
  readonly file?: string | undefined;
  /** 1-based line of the cursor, and the selected text. */
  readonly lineNumber?: number | undefined;
  readonly selectedText?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of a setting. */
  config(name: string): unknown;
  /** Asks the user for the value of an `${input:…}`; undefined if the user cancelled. Throws an Error for the user. */
  input(id: string): Promise<string | undefined>;
  /** The result of a command. */
  command(id: string): Promise<unknown>;
}

/** A variable that has no value here: the message is for the user. */
export class VariableError extends Error {}

/**
 * Replaces the variables of VS Code in a text, such as `${workspaceFolder}` and `${env:HOME}`. Asks once for each
 * input. undefined if the user cancelled. Throws VariableError.
 */
export class LaunchVariables {
  private readonly answers = new Map<string, Promise<unknown>>();

  constructor(private readonly context: VariableContext) {}

  async expand(text: string): Promise<string | undefined> {
    let expanded = '';
    let at = 0;
    for (const match of text.matchAll(/\$\{([^{}]*)\}/g)) {
      const value = await this.valueOf(match[1]);
      if (value === undefined) return undefined;
      expanded += text.slice(at, match.index) + value;
      at = match.index + match[0].length;
    }
    return expanded + text.slice(at);
  }

  /** undefined if the user cancelled. */
  private async valueOf(name: string): Promise<string | undefined> {
    const { context } = this;
    const colon = name.indexOf(':');
    const [kind, argument] = colon < 0 ? [name, ''] : [name.slice(0, colon), name.slice(colon + 1)];
    switch (kind) {
      case 'env':
        return context.env[argument] ?? '';
      case 'config':
        return textOf(context.config(argument), name);
      case 'input':
        return this.once(name, () => context.input(argument)) as Promise<string | undefined>;
      case 'command': {
        const result = await this.once(name, () => context.command(argument));
        return result === undefined || result === null ? undefined : textOf(result, name);
      }
      case 'workspaceFolder':
      case 'workspaceRoot':
        return argument === '' ? context.folder : this.folderNamed(argument);
      default:
        return this.plain(name);
    }
  }

  private once(name: string, ask: () => Promise<unknown>): Promise<unknown> {
    const asked = this.answers.get(name) ?? ask();
    this.answers.set(name, asked);
    return asked;
  }

  private folderNamed(name: string): string {
    const folder = this.context.folders.get(name);
    if (folder === undefined) throw new VariableError(`\${workspaceFolder:${name}} has no value: the workspace has no folder ${name}.`);
    return folder;
  }

  private plain(name: string): string {
    const { folder, lineNumber, selectedText } = this.context;
    const simple: Readonly<Record<string, string>> = {
      userHome: homedir(), pathSeparator: sep, '/': sep, workspaceFolderBasename: basename(folder), cwd: folder,
    };
    if (Object.hasOwn(simple, name)) return simple[name];
    if (name === 'lineNumber' && lineNumber !== undefined) return String(lineNumber);
    if (name === 'selectedText') return selectedText ?? '';
    const of = FILE_VARIABLES[name];
    if (!of) throw new VariableError(`Linecost does not know the variable \${${name}}.`);
    const { file } = this.context;
    if (file === undefined) throw new VariableError(`\${${name}} has no value: open a file first.`);
    return of(file, folder);
  }
}

const FILE_VARIABLES: Readonly<Record<string, (file: string, folder: string) => string>> = {
  file: (file) => file,
  fileDirname: (file) => dirname(file),
  fileBasename: (file) => basename(file),
  fileBasenameNoExtension: (file) => basename(file, extname(file)),
  fileExtname: (file) => extname(file),
  fileDirnameBasename: (file) => basename(dirname(file)),
  relativeFile: (file, folder) => relative(folder, file),
  relativeFileDirname: (file, folder) => relative(folder, dirname(file)) || '.',
  fileWorkspaceFolder: (_, folder) => folder,
};

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new VariableError(`\${${name}} has no value that is a text.`);
}
