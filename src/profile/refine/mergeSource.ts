import { NONE } from '../model';
import type { Profile } from '../model';
import { labelSetsOf, pushWords } from '../labels/labelSets';
import type { LabelSets } from '../labels/labelSets';
import type { MergedTables } from './mergeTables';
import type { WordRows } from '../common/wordRows';
import type { FunctionIndex, IndexColumn, LocationIndex, MappingIndex, SampleIndex, StringIndex } from '../indexes';

/** Maps the rows of one profile to rows of the merged tables. A merged row is added when it is first used. */
export class MergeSource {
  /** From rows of the profile to merged rows; NONE for a row that has not been used. */
  readonly locations: IndexColumn<LocationIndex, LocationIndex>;
  private readonly strings: IndexColumn<StringIndex, StringIndex>;
  private readonly functions: IndexColumn<FunctionIndex, FunctionIndex>;
  private readonly mappings: IndexColumn<MappingIndex, MappingIndex>;
  private readonly sets: Uint32Array;
  private readonly labelSets: LabelSets;

  constructor(
    private readonly profile: Profile,
    private readonly tables: MergedTables,
    private readonly mergedSets: WordRows,
  ) {
    const unmapped = (length: number): Uint32Array => new Uint32Array(length).fill(NONE);
    this.labelSets = labelSetsOf(profile.labels);
    this.locations = unmapped(profile.locations.count);
    this.strings = unmapped(profile.strings.length);
    this.functions = unmapped(profile.functions.count);
    this.mappings = unmapped(profile.mappings.length);
    this.sets = unmapped(this.labelSets.count);
    // The first mapping is the main binary. It must stay the first, even if samples use another mapping first.
    if (!tables.hasMappings && profile.mappings.length > 0) this.mapping(0);
  }

  /** The merged set of a sample's labels. */
  labelSet(sample: SampleIndex): number {
    const set = this.labelSets.ofSample[sample];
    if (this.sets[set] === NONE) this.sets[set] = this.addSet(set);
    return this.sets[set];
  }

  /** Adds a location to the merged tables; returns its merged row. */
  addLocation(row: number): number {
    const { locations, lines, mappings } = this.profile;
    const mapping = locations.mapping[row];
    const start = mapping === NONE ? 0n : mappings[mapping].start;
    const offset = BigInt.asUintN(64, locations.address[row] - start);
    const merged = this.tables.location(
      this.profile,
      row,
      mapping === NONE ? NONE : this.mapping(mapping),
      offset,
      (line) => this.function(lines.function[line]),
    );
    this.locations[row] = merged;
    return merged;
  }

  private mapping(row: number): number {
    if (this.mappings[row] === NONE) this.mappings[row] = this.tables.mapping(this.profile.mappings[row]);
    return this.mappings[row];
  }

  private function(row: number): number {
    if (this.functions[row] === NONE) {
      const { name, systemName, filename } = this.profile.functions;
      this.functions[row] = this.tables.function(this.profile, row, [
        this.string(name[row]),
        this.string(systemName[row]),
        this.string(filename[row]),
      ]);
    }
    return this.functions[row];
  }

  private string(index: number): number {
    if (this.strings[index] === NONE) this.strings[index] = this.tables.string(this.profile.strings.get(index));
    return this.strings[index];
  }

  private addSet(set: number): number {
    const { offsets, labels } = this.labelSets;
    const merged = Array.from({ length: offsets[set + 1] - offsets[set] }, (_, i) => {
      const label = offsets[set] + i;
      const text = labels.str(label);
      const [key, str, unit] = [labels.key(label), text, labels.unit(label)].map((index) => this.string(index));
      const num = Number.isSafeInteger(labels.num(label)) ? labels.num(label) : labels.exact(label);
      return { key: key, str: str, unit: unit, isText: text !== 0, num };
    });
    // Another profile may have the keys in another order.
    merged.sort((a, b) => Number(b.isText) - Number(a.isText) || a.key - b.key);
    for (const { key, str, num, unit } of merged) pushWords(this.mergedSets, key, str, num, unit);
    return this.mergedSets.intern();
  }
}
