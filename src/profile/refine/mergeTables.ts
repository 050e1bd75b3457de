import { type Mapping, NONE, type PositionColumn, type Profile } from '../model';
import { stringTable } from '../strings';
import { WordRows } from '../common/wordRows';
import { exactAt, split, withRests } from '../wideNumbers';

/** Sizes of mappings are compared in pages. */
const PAGE = 0x1000n;
const FOLDED = 1;

type Tables = Pick<Profile, 'strings' | 'functions' | 'lines' | 'locations' | 'mappings'>;

/**
 * Strings, functions, locations and mappings of several profiles, each once, in the order of their first use by
 * samples. Functions are equal if their names, system names, files and start lines are equal; locations, if their
 * mappings, addresses in the mapping, lines (but only the last column) and folding are equal.
 * Source: google/pprof profile, profileMerger.
 */
export class MergedTables {
  private readonly texts: string[] = [''];
  private readonly indexes = new Map<string, number>([['', 0]]);
  private readonly mappings: Mapping[] = [];
  private readonly mappingIndexes = new Map<string, number>();
  /** Words: name, system name, file, start line. */
  private readonly functions = new WordRows();
  /** Words: both halves of the address in the mapping, the last column, then function and line of each Line. */
  private readonly locations = new WordRows();
  private readonly addresses: bigint[] = [];
  private readonly positions = new PositionWords();
  /** The columns of all lines, as words of PositionWords. */
  private readonly columns: number[] = [];

  string(text: string): number {
    let index = this.indexes.get(text);
    if (index === undefined) {
      index = this.texts.push(text) - 1;
      this.indexes.set(text, index);
    }
    return index;
  }

  mapping(source: Mapping): number {
    const key = mappingKey(source);
    let index = this.mappingIndexes.get(key);
    if (index === undefined) {
      index = this.mappings.push(source) - 1;
      this.mappingIndexes.set(key, index);
    }
    return index;
  }

  start(mapping: number): bigint {
    return this.mappings[mapping].start;
  }

  get hasMappings(): boolean {
    return this.mappings.length > 0;
  }

  /** The merged row of a function of `source`. The strings are merged indexes. */
  function(source: Profile, row: number, [name, systemName, filename]: readonly [number, number, number]): number {
    const { functions } = this;
    functions.push(name);
    functions.push(systemName);
    functions.push(filename);
    functions.push(this.positions.word(source.functions.startLine, row));
    return functions.intern();
  }

  /**
   * The merged row of a location of `source`.
   * @param mapping the merged mapping, or NONE
   * @param offset the address minus the start of the mapping
   * @param functionOf the merged function of a line of `source`
   */
  location(
    source: Profile,
    row: number,
    mapping: number,
    offset: bigint,
    functionOf: (line: number) => number,
  ): number {
    const { locations, lines } = source;
    const first = locations.lineOffsets[row];
    const end = locations.lineOffsets[row + 1];
    const rows = this.locations;
    const { positions } = this;
    rows.push(Number(offset & 0xffffffffn));
    rows.push(Number(offset >> 32n));
    rows.push(end > first ? positions.word(lines.column, end - 1) : 0);
    for (let line = first; line < end; line++) {
      rows.push(functionOf(line));
      rows.push(positions.word(lines.line, line));
    }
    const index = rows.intern((mapping === NONE ? 0 : mapping + 1) * 2 + (locations.folded[row] === 1 ? FOLDED : 0));
    if (index === this.addresses.length) {
      const start = mapping === NONE ? 0n : this.start(mapping);
      this.addresses.push(BigInt.asUintN(64, offset + start));
      for (let line = first; line < end; line++) this.columns.push(positions.word(lines.column, line));
    }
    return index;
  }

  tables(): Tables {
    const { count } = this.functions;
    const everyFourth = (first: number): Uint32Array =>
      Uint32Array.from({ length: count }, (_, row) => this.functions.words[4 * row + first]);
    return {
      strings: stringTable(this.texts),
      mappings: this.mappings,
      functions: {
        count,
        name: everyFourth(0),
        systemName: everyFourth(1),
        filename: everyFourth(2),
        startLine: this.positions.column(everyFourth(3)),
      },
      ...this.locationTables(),
    };
  }

  private locationTables(): Pick<Tables, 'lines' | 'locations'> {
    const { count, offsets, words, tags } = this.locations;
    const lineOffsets = Uint32Array.from({ length: count + 1 }, (_, row) => (offsets[row] - 3 * row) / 2);
    const lineCount = lineOffsets[count];
    const lines = { function: new Uint32Array(lineCount), line: new Uint32Array(lineCount) };
    for (let row = 0, line = 0; row < count; row++) {
      for (let at = offsets[row] + 3; at < offsets[row + 1]; at += 2, line++) {
        lines.function[line] = words[at];
        lines.line[line] = words[at + 1];
      }
    }
    return {
      lines: {
        count: lineCount,
        function: lines.function,
        line: this.positions.column(lines.line),
        column: this.positions.column(Uint32Array.from(this.columns)),
      },
      locations: {
        count,
        lineOffsets,
        mapping: tags.slice(0, count).map((tag) => (tag < 2 ? NONE : (tag >> 1) - 1)),
        address: BigUint64Array.from(this.addresses),
        folded: Uint8Array.from(tags.subarray(0, count), (tag) => tag & FOLDED),
      },
    };
  }
}

/** A mapping's key. Mappings are merged if size, offset and build ID (or file, if there is no build ID) are equal. */
function mappingKey({ start, limit, offset, buildId, file }: Mapping): string {
  const size = BigInt.asUintN(64, limit - start);
  const pages = BigInt.asUintN(64, size + PAGE - 1n) / PAGE;
  return `${pages} ${offset} ${buildId || file}`;
}

/** Words below this number are positions; the others stand for positions that are negative, or at least this number. */
const FIRST_WIDE = 0xe0000000;

/** Represents positions (lines and columns) as 32-bit words. */
class PositionWords {
  private readonly wide: bigint[] = [];
  private readonly indexes = new Map<bigint, number>();

  word(column: PositionColumn, row: number): number {
    const position = column[row];
    return position >= 0 && position < FIRST_WIDE ? position : FIRST_WIDE + this.indexOf(exactAt(column, row));
  }

  column(words: Uint32Array): PositionColumn {
    if (this.wide.length === 0 || words.every((word) => word < FIRST_WIDE)) return words;
    const parts = (row: number) => split(this.wide[words[row] - FIRST_WIDE]);
    const floats = Float64Array.from(words, (word, row) => (word < FIRST_WIDE ? word : parts(row).float));
    return withRests(floats, (row) => parts(row).rest);
  }

  private indexOf(position: bigint): number {
    let index = this.indexes.get(position);
    if (index === undefined) this.indexes.set(position, (index = this.wide.push(position) - 1));
    return index;
  }
}
