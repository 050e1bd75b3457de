import { isAbsolute, join, normalize, resolve } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import { eachLine } from '../../profile/common/textLines';

/** Folders that distinguish the user's own files from others in the output of Go. */
export interface GoPlaces {
  readonly packageDir: string;
  readonly modulePath: string;
  readonly moduleDir: string;
  readonly goroot: string;
}

/** The absolute path of a file named by the compiler, a log line or a trace. */
export function absoluteFile(file: string, { packageDir, modulePath, moduleDir }: GoPlaces): string {
  if (isAbsolute(file)) return normalize(file);
  // Under -trimpath, the names of the module's files begin with the module path.
  if (modulePath !== '' && file.startsWith(`${modulePath}/`)) return join(moduleDir, file.slice(modulePath.length + 1));
  return resolve(packageDir, file);
}

/** Whether a file of a stack trace belongs to the module or package that is measured. */
function isOwnFile(file: string, { packageDir, modulePath, moduleDir }: GoPlaces): boolean {
  if (!isAbsolute(file)) return modulePath !== '' && file.startsWith(`${modulePath}/`);
  return [packageDir, moduleDir].some((folder) => folder !== '' && isWithin(normalize(file), normalize(folder)));
}

/**
 * Whether a file of a stack trace belongs to Go, or is the generated `_testmain.go`. Under -trimpath, a file's name
 * begins with the package's path.
 */
export function isGoFile(file: string, { goroot, modulePath }: GoPlaces): boolean {
  if (file === '_testmain.go') return true;
  if (isAbsolute(file)) return goroot !== '' && isWithin(normalize(file), normalize(goroot));
  const isInModule = modulePath !== '' && file.startsWith(`${modulePath}/`);
  return !isInModule && !(file.split('/')[0] ?? '').includes('.');
}

function isWithin(file: string, folder: string): boolean {
  const rest = file.slice(folder.length);
  return file.startsWith(folder) && (/[\\/]$/.test(folder) || /^[\\/]/.test(rest));
}

export interface TraceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface TraceFrame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** The frames of a goroutine, innermost first. */
type Goroutine = readonly TraceFrame[];

/** Whether a line is `goroutine 7 [running]:`, possibly after output without a newline. */
export function isGoroutineHeader(line: string): boolean {
  if (!line.endsWith(']:')) return false;
  const at = line.lastIndexOf('goroutine ');
  const isWord = at === 0 || (at > 0 && /\s/.test(line[at - 1]));
  return isWord && /^goroutine \d+ [^[]*\[/.test(line.slice(at));
}

/** The goroutines in the traces of a Go program that crashed, without the frames that started them. */
export function* parseGoroutines(output: string): Steps<readonly Goroutine[]> {
  const goroutines: TraceFrame[][] = [];
  let previous = '';
  yield* eachLine(output, (line) => {
    const name = previous;
    previous = line;
    if (isGoroutineHeader(line) || line === 'goroutine running on other thread; stack unavailable') {
      goroutines.push([]);
      return;
    }
    const position = line.startsWith('\t') ? /^\t(.+):(\d+)(?: \+0x[0-9a-f]+)?(?: .*)?$/s.exec(line) : null;
    const row = Number(position?.[2]);
    // The compiler gives line 1 to generated code, such as the jump of an empty endless loop.
    if (position === null || row <= 1 || name.startsWith('created by ') || name.startsWith('\t')) return;
    goroutines.at(-1)?.push({ function: name, file: position[1] ?? '', line: row });
  });
  return goroutines;
}

/**
 * Where the user's code panicked: in the first goroutine, below the first call of `panic`, which is the outermost.
 * undefined if no frame is of the user's code.
 */
export function* panicLocation(output: string, places: GoPlaces): Steps<TraceLocation | undefined> {
  const frames = (yield* parseGoroutines(output))[0] ?? [];
  // A deferred function that recovers and panics again is printed above the frames of the first panic.
  const panicIndex = frames.findLastIndex((frame) => frame.function.startsWith('panic('));
  return locate(frames.slice(panicIndex + 1), places) ?? locate(frames, places);
}

/**
 * Where the function `name` was when the program printed its goroutines; if it is in none of them, where the first
 * goroutine with the user's code was. undefined if no frame is of the user's code.
 */
export function* hangLocation(output: string, name: string, places: GoPlaces): Steps<TraceLocation | undefined> {
  const goroutines = yield* parseGoroutines(output);
  const inside = new RegExp(`\\.${name}(?:\\.func\\d+)*(?:\\.\\d+)*\\(`);
  const ofFunction = goroutines.filter((frames) => frames.some((frame) => inside.test(frame.function)));
  for (const frames of [...ofFunction, ...goroutines]) {
    const location = locate(frames, places);
    if (location !== undefined) return location;
  }
  return undefined;
}

function locate(frames: Goroutine, places: GoPlaces): TraceLocation | undefined {
  const isUserFile = (frame: TraceFrame): boolean => !isGoFile(frame.file, places);
  const frame = frames.find(({ file }) => isOwnFile(file, places)) ?? frames.find(isUserFile);
  return frame && { file: absoluteFile(frame.file, places), line: frame.line, column: 1 };
}
