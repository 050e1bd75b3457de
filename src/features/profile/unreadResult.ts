import { basename } from 'node:path';
import { CaptureError } from '../../common/captureError';

/** Limit for the part of a line that a message shows. */
const MAX_SHOWN = 60;
/** A call that may write to standard output, up to the first verb or escape of its text. */
const PRINT_CALL = /\b(?:fmt\.F?[Pp]rintf?|WriteString|io\.WriteString)\([^"`]*["`]([^"`%\\]+)/g;

/**
 * Why a benchmark that ran has no readable result: it printed text without a newline, so that the text and the result
 * are on one line. The location is that of the call that printed the text, if only one call in `texts` matches.
 * @param output the standard output of `go test -benchmem`
 * @param texts the sources of the package, by absolute path
 */
export function unreadResult(name: string, output: string, texts: ReadonlyMap<string, string>): CaptureError {
  const line = output.split('\n').findLast((each) => each.trimEnd().endsWith(' allocs/op')) ?? '';
  const shown = line.replace(/\s+/g, ' ').trim();
  const part = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
  const location = onlyPrinter(line, texts);
  const where = location ? ` (${basename(location.file)}:${location.line})` : '';
  const message = `${name} prints text into the line of its result, so the result cannot be read: end the text with a newline${where}. The line is: ${part}`;
  return new CaptureError('failed', message, location, output);
}

/** The place of the call that printed a part of the line; undefined if there is none or more than one. */
function onlyPrinter(line: string, texts: ReadonlyMap<string, string>): CaptureError['location'] {
  const found = [...texts].flatMap(([file, text]) => text.split('\n').flatMap((code, i) => {
    const isPrinter = [...code.matchAll(PRINT_CALL)].some(([, printed]) => line.includes(printed));
    return isPrinter ? [{ file, line: i + 1, column: code.search(/\S/) + 1 }] : [];
  }));
  return found.length === 1 ? found[0] : undefined;
}
