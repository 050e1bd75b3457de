import { closeSync, openSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { splitList, trimSourcePath } from './paths';

/** pprof reads sources with Go's bufio.Scanner, which stops at a line of this many bytes or more. */
const MAX_LINE_LENGTH = 65536;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Go's messages for system errors; other errors are shown by their code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOTDIR: 'not a directory',
  ENAMETOOLONG: 'file name too long',
  ELOOP: 'too many levels of symbolic links',
  ERR_INVALID_ARG_VALUE: 'invalid argument',
};

interface SourceText {
  readonly lines: readonly Uint8Array[];
  readonly error?: string;
}

/** Reads source files by their names in a profile, each once. Lines are bytes, because a source may not be UTF-8. */
export class SourceReader {
  private readonly files = new Map<string, SourceText>();

  /** @param searchPath, trimPath lists of directories; see trimSourcePath */
  constructor(
    private readonly searchPath: string,
    private readonly trimPath: string,
  ) {}

  /**
   * Line `number` (1-based) without its line end; undefined past the end, for a line that is too long and all lines
   * after it, and if the file cannot be read.
   */
  line(file: string, number: number): Uint8Array | undefined {
    let text = this.files.get(file);
    if (text === undefined) this.files.set(file, (text = this.read(file)));
    return text.lines[number - 1];
  }

  /** Go's error message for opening `file`; undefined if the file was opened, or no line was requested yet. */
  error(file: string): string | undefined {
    return this.files.get(file)?.error;
  }

  private read(file: string): SourceText {
    const path = trimSourcePath(file, this.trimPath, this.searchPath);
    const handle = isAbsolute(path) ? open(path) : this.search(path);
    if (typeof handle === 'string') return { lines: [], error: handle };
    try {
      return { lines: splitLines(readFileSync(handle)) };
    } catch {
      return { lines: [] };
    } finally {
      closeSync(handle);
    }
  }

  /**
   * Looks for `path` in each directory of the search path and in the parent directories of each. Returns a handle, or
   * an error message.
   */
  private search(path: string): number | string {
    for (const start of splitList(this.searchPath)) {
      for (let directory = start; ; directory = dirname(directory)) {
        const handle = open(join(directory, path));
        if (typeof handle === 'number') return handle;
        if (dirname(directory) === directory) break;
      }
    }
    return `could not find file ${path} on path ${this.searchPath}`;
  }
}

/** Returns a handle, or Go's error message. */
function open(path: string): number | string {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    return `open ${path}: ${REASONS[code] ?? code}`;
  }
}

function splitLines(bytes: Buffer): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    if (end - start >= MAX_LINE_LENGTH) break;
    lines.push(bytes.subarray(start, end > start && bytes[end - 1] === RETURN ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}
