import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { CaptureError } from '../../common/captureError';
import { findInLines } from '../../profile/common/textLines';
import { inSlices } from '../timeSlices';

/** Why the command `file` could not be started in the folder `cwd`. */
export async function startFailure(
  { file, cwd }: { readonly file: string; readonly cwd: string },
  error: unknown,
): Promise<CaptureError> {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isFolder = await stat(cwd).then((stats) => stats.isDirectory(), () => false);
  if (!isFolder) return new CaptureError('failed', `The folder ${cwd} does not exist.`);
  if (code === 'ENOENT' && !isAbsolute(file)) {
    const advice = 'install it, or set linecost.go.path to the go command';
    return new CaptureError('goNotFound', `Go was not found: ${advice}.`, undefined, message);
  }
  const advice = 'check the setting linecost.go.path';
  const problem = code === 'ENOENT' ? `There is no go command at ${file}` : `The go command ${file} cannot be run`;
  return new CaptureError('goPathInvalid', `${problem}: ${advice}.`, undefined, message);
}

/** Why `go env` failed, from its output: the command `file` is not Go, or cannot work in this folder. */
export async function settingsFailure(
  { file, signal }: { readonly file: string; readonly signal: AbortSignal },
  output: string,
): Promise<CaptureError> {
  const reason = await inSlices(findInLines(output, goError, { having: 'go: ' }), signal);
  if (reason !== undefined) {
    // `download go1.99.0: …`, `cannot find "go1.99.0" in PATH`
    const version = /^(?:download|cannot find) "?(go1\.[\w.]+)/.exec(reason)?.[1]?.replace(/\.$/, '');
    const install = `: install ${version} and set linecost.go.path to it, or lower go.mod's version`;
    const isNoGoroot = reason.startsWith('cannot find GOROOT');
    const advice = isNoGoroot ? ': unset GOROOT, or correct it in linecost.go.env' : version === undefined ? '' : install;
    return new CaptureError('compile', `Go cannot work here: ${reason}${advice}.`, undefined, output);
  }
  return new CaptureError('goPathInvalid', `${file} is not a go command: check the setting linecost.go.path.`, undefined, output);
}

/** The failure of a go command that runs the compiler of another version, because GOROOT is of that; else undefined. */
export function twoVersions(
  output: string,
  { file }: { readonly file: string },
  goroot: string,
): CaptureError | undefined {
  const [, compiler, command] = /^\w+: version "(go[^"]+)" does not match go tool version "(go[^"]+)"/m.exec(output) ?? [];
  if (compiler === undefined) return undefined;
  const sentence = `GOROOT is ${goroot}, which is ${compiler}, but the command ${file} is ${command}: unset GOROOT, or set linecost.go.path to the go command in that folder.`;
  return new CaptureError('goPathInvalid', sentence, undefined, output);
}

/** The error in a line that the go command printed; undefined if the line is not an error. */
export function goError(line: string): string | undefined {
  return line.startsWith('go: ') && !line.startsWith('go: downloading ') ? line.slice('go: '.length) : undefined;
}
