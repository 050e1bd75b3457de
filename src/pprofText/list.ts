import { type FunctionListing, functionListings } from '../profile/graph/functionListing';
import { formatValue, lineColumns, routineHead } from '../profile/text/reportColumns';
import type { ValueFormat } from '../profile/answers/table';
import { utf8Bytes } from '../profile/common/utf8';
import { trimmedNaming } from './paths';
import type { ReportRequest } from './prepare';
import type { SourceReader } from './sourceFiles';

/**
 * The text of `go tool pprof -list`, as bytes because sources may not be UTF-8; undefined if no function with samples
 * matches.
 * Source: google/pprof internal/report, printSource.
 */
export function listReport(
  { profile, sampleType, options, format }: ReportRequest,
  matches: (functionName: string) => boolean,
  reader: SourceReader,
): Uint8Array | undefined {
  const listings = functionListings(profile, sampleType, matches, {
    naming: trimmedNaming(profile, options),
    dropNegative: options.refinement.drop_negative ?? false,
  });
  if (listings.length === 0) return undefined;
  const writer = new ListWriter(format, reader);
  writer.text(`Total: ${formatValue(format.total, format)}\n`);
  const withSource = new Set(listings.filter(({ file }) => file !== '').map(({ name }) => name));
  for (const listing of listings) {
    if (listing.file !== '') writer.routine(listing);
    else if (!withSource.has(listing.name)) writer.sourceless(listing);
  }
  return Buffer.concat(writer.chunks);
}

class ListWriter {
  readonly chunks: Uint8Array[] = [];

  constructor(
    private readonly format: ValueFormat,
    private readonly reader: SourceReader,
  ) {}

  text(text: string): void {
    this.chunks.push(utf8Bytes(text));
  }

  sourceless({ name }: FunctionListing): void {
    this.text(`No source information for ${name}\n`);
  }

  routine(listing: FunctionListing): void {
    const { name, file } = listing;
    this.text(routineHead(`${name} in ${file}`, listing, this.format));
    // The lines are read first, because reading opens the file and sets its error.
    const lines = this.readLines(listing);
    const error = this.reader.error(file);
    if (error !== undefined) this.text(` Error: ${error}\n`);
    else lines.forEach((text, i) => this.writeLine(listing, listing.from + i, text));
  }

  private readLines({ file, from, to }: FunctionListing): Uint8Array[] {
    const lines: Uint8Array[] = [];
    for (let line = from; line <= to; line++) {
      const text = this.reader.line(file, line);
      if (text === undefined) break;
      lines.push(text);
    }
    return lines;
  }

  private writeLine({ lines }: FunctionListing, line: number, text: Uint8Array): void {
    const { flat = 0, cum = 0 } = lines.get(line) ?? {};
    this.text(`${lineColumns({ flat, cum }, this.format)} ${String(line).padStart(6)}:`);
    this.chunks.push(text);
    this.text('\n');
  }
}
