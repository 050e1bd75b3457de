import { scaledLabel } from '../text/measurement';
import type { Profile } from '../model';
import { NONE } from '../model';
import { joinPositions } from '../wire/positions';
import { withStrings } from '../strings';
import { labelSetsOf } from '../labels/labelSets';
import type { LabelSets } from '../labels/labelSets';

export interface LabelNodes {
  readonly profile: Profile;
  /** Whether a sample has a label with one of the root keys. */
  readonly rootMatched: boolean;
  /** Whether a sample has a label with one of the leaf keys. */
  readonly leafMatched: boolean;
}

/**
 * Adds frames for labels to each stack. A frame's function name is the list of values of a key, separated by commas
 * (empty if there is none); its file is the key. The first root key is the outermost frame, the last leaf key the
 * innermost frame.
 * Source: google/pprof internal/driver, addLabelNodes.
 * @param rootKeys separated by commas, like `leafKeys`
 * @param unit the unit in which numbers are written
 */
export function addLabelNodes(profile: Profile, rootKeys: string, leafKeys: string, unit: string): LabelNodes {
  const [roots, leaves] = [rootKeys, leafKeys].map((keys) => keys.split(',').filter((key) => key !== '').reverse());
  if (roots.length + leaves.length === 0) return { profile, rootMatched: false, leafMatched: false };
  const sets = labelSetsOf(profile.labels);
  const labelRows = new LabelRows(profile, unit);
  const ofSet = Array.from({ length: sets.count }, (_, set) => {
    const root = roots.map((key) => labelRows.location(set, key));
    return { root, leaf: leaves.map((key) => labelRows.location(set, key)) };
  });
  const matched = (keys: readonly string[]): boolean => keys.some((key) => labelRows.matched.has(key));
  return {
    profile: { ...labelRows.extended(), stacks: withLabelLocations(profile, sets, ofSet) },
    rootMatched: matched(roots),
    leafMatched: matched(leaves),
  };
}

/** Rows for labels, to append to a profile's tables; equal rows are added once. */
class LabelRows {
  readonly matched = new Set<string>();
  private readonly sets: LabelSets;
  private readonly texts: string[] = [];
  /** For each row: string indexes of name and file. */
  private readonly rows: (readonly [name: number, file: number])[] = [];
  private readonly rowByIdentity = new Map<string, number>();

  constructor(private readonly profile: Profile, private readonly unit: string) {
    this.sets = labelSetsOf(profile.labels);
  }

  /** The new location for a key in a label set. */
  location(set: number, key: string): number {
    const values = this.valuesOf(set, key);
    if (values.length > 0) this.matched.add(key);
    const name = values.join(',');
    const identity = JSON.stringify([name, key]);
    let row = this.rowByIdentity.get(identity);
    if (row === undefined) {
      row = this.rows.push([this.string(name), this.string(key)]) - 1;
      this.rowByIdentity.set(identity, row);
    }
    return this.profile.locations.count + row;
  }

  /** The profile with the rows appended; its stacks do not use them yet. */
  extended(): Profile {
    const { profile, rows } = this;
    const { functions, lines, locations } = profile;
    const zeros = rows.map(() => 0);
    return {
      ...profile,
      strings: withStrings(profile.strings, this.texts),
      functions: {
        count: functions.count + rows.length,
        name: appended(functions.name, rows.map(([name]) => name)),
        systemName: appended(functions.systemName, zeros),
        filename: appended(functions.filename, rows.map(([, file]) => file)),
        startLine: joinPositions(functions.startLine, new Uint32Array(rows.length)),
      },
      lines: {
        count: lines.count + rows.length,
        function: appended(lines.function, rows.map((_, row) => functions.count + row)),
        line: joinPositions(lines.line, new Uint32Array(rows.length)),
        column: joinPositions(lines.column, new Uint32Array(rows.length)),
        ...(lines.removedAt && { removedAt: appended(lines.removedAt, zeros) }),
      },
      locations: {
        ...locations,
        count: locations.count + rows.length,
        mapping: appended(locations.mapping, rows.map(() => NONE)),
        lineOffsets: appended(locations.lineOffsets, rows.map((_, row) => lines.count + row + 1)),
        address: BigUint64Array.from([...locations.address, ...rows.map(() => 0n)]),
        folded: Uint8Array.from([...locations.folded, ...zeros]),
      },
    };
  }

  private string(text: string): number {
    return text === '' ? 0 : this.profile.strings.length + this.texts.push(text) - 1;
  }

  private valuesOf(set: number, key: string): string[] {
    const { sets, unit } = this;
    const { strings } = this.profile;
    const ofKey: number[] = [];
    for (let label = sets.offsets[set]; label < sets.offsets[set + 1]; label++) {
      if (strings.get(sets.labels.key(label)) === key) ofKey.push(label);
    }
    const hasUnits = ofKey.some((label) => sets.labels.str(label) === 0 && sets.labels.unit(label) !== 0);
    return ofKey.map((label) => {
      if (sets.labels.str(label) !== 0) return strings.get(sets.labels.str(label));
      return scaledLabel(sets.labels.num(label), strings.get(sets.labels.unit(label)), hasUnits ? unit : '');
    });
  }
}

function withLabelLocations(
  { stacks, sampleCount }: Profile,
  { ofSample }: LabelSets,
  nodes: readonly { readonly root: readonly number[]; readonly leaf: readonly number[] }[],
): Profile['stacks'] {
  const added = nodes.length === 0 ? 0 : nodes[0].root.length + nodes[0].leaf.length;
  const offsets = stacks.offsets.map((offset, sample) => offset + sample * added);
  const locations = new Uint32Array(stacks.locations.length + sampleCount * added);
  let used = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    const { root, leaf } = nodes[ofSample[sample]];
    for (const location of leaf) locations[used++] = location;
    const end = stacks.offsets[sample + 1];
    for (let i = stacks.offsets[sample]; i < end; i++) locations[used++] = stacks.locations[i];
    for (const location of root) locations[used++] = location;
  }
  return { offsets, locations };
}

function appended(column: Uint32Array, values: readonly number[]): Uint32Array {
  const longer = new Uint32Array(column.length + values.length);
  longer.set(column);
  longer.set(values, column.length);
  return longer;
}
