import { decodedText, isText, NotTextError } from './decodedText';
import { type ZipFile, zipFiles } from './zipFiles';

/** Limit for the number of file names in a message. */
const MAX_NAMED = 3;

/**
 * The text of the only file with results in a zip archive.
 * @param maxUnpacked limit for the unpacked size of all files, in bytes
 * @throws NotTextError if no file has results, or several have
 */
export function resultsInZip(archive: Uint8Array, maxUnpacked: number): string {
  const matches = filesWithResults(archive, maxUnpacked);
  if (matches.length === 1) return matches[0].text;
  if (matches.length === 0) throw new NotTextError('is a zip archive without benchmark results');
  const names = matches.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = matches.length > MAX_NAMED ? ', …' : '';
  const which = `${matches.length} files (${names.join(', ')}${more})`;
  throw new NotTextError(`is a zip archive with benchmark results in ${which}: unpack the archive and add its files`);
}

interface ResultFile {
  readonly name: string;
  readonly text: string;
}

function filesWithResults(archive: Uint8Array, maxUnpacked: number): ResultFile[] {
  let remaining = maxUnpacked;
  const textOf = ({ unpack }: ZipFile): string => {
    const bytes = unpack(remaining);
    remaining -= bytes.length;
    return isText(bytes) ? decodedText(bytes) : '';
  };
  try {
    const all = zipFiles(archive).map((file) => ({ name: file.name, text: textOf(file) }));
    return all.filter(({ text }) => HAS_RESULTS.test(text));
  } catch {
    throw new NotTextError('is a zip archive that is damaged, or that only another program can unpack: unpack it and add its files');
  }
}

/** A line of a benchmark, also in the output of `go test -json` and in a log with prefixes or colors. */
const HAS_RESULTS = /^Benchmark\S*[ \t]|"Output":"Benchmark|[\s|>\])m]Benchmark\S*[ \t]+\d+[ \t]+[\d.]+ \S/m;
