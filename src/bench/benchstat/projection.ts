import type { BenchmarkName } from '../grammar/benchmarkName';
import type { ResultLine } from './reader';
import { byBytes, type ValueOrder } from './valueOrder';

/** A field of a projection, or of its `.config`. */
export interface Field {
  readonly name: string;
  /** Index in `Key.values`. */
  readonly index: number;
  readonly order: ValueOrder;
}

/** The values that a projection reads from a result. Results with equal values share one Key object. */
export interface Key {
  /** Indexed by `Field.index`; without the empty values at the end. */
  readonly values: readonly string[];
}

/** The fields of a `.config`, in order of first appearance in the inputs. */
interface Group {
  readonly fields: Field[];
  /** Undefined for a hidden key. */
  readonly byName: Map<string, Field | undefined>;
  readonly isHidden: (key: string) => boolean;
  readonly order: ValueOrder | undefined;
}

/** A list of fields, and how to read their values from a result. */
export class Projection {
  private readonly members: (Field | Group)[] = [];
  private readonly steps: ((result: ResultLine) => void)[] = [];
  /** The ranks of the values of each field that is sorted by first appearance, by the index of the field. */
  private readonly firstSeen = new Map<number, Map<string, number>>();
  private readonly keyTable = new KeyTable();
  private row: string[] = [];
  private size = 0;
  private unitIndex: number | undefined;
  private dependsOnName = false;
  /** Version of the configuration of the results in `keys` and `unitKeys`. */
  private version = -1;
  /** The keys of the results with this configuration, by benchmark name if a field reads the name. */
  private readonly keys = new Map<BenchmarkName | undefined, Key>();
  /** Like `keys`, for measurements. */
  private readonly unitKeys = new Map<BenchmarkName | undefined, UnitKeys>();

  /** @param order undefined for the order of first appearance */
  addField(name: string, extract: Extractor, isNameField: boolean, order?: ValueOrder): void {
    const { index } = this.newMember(name, order);
    this.dependsOnName ||= isNameField;
    this.steps.push((result) => void (this.row[index] = extract(result)));
  }

  /** Adds a field with the unit of the measurement. */
  addUnitField(): void {
    this.unitIndex = this.newMember('.unit', undefined).index;
  }

  /** Adds a field for each key of the `key: value` lines, except for hidden keys. */
  addConfig(isHidden: (key: string) => boolean, order?: ValueOrder): void {
    const group: Group = { fields: [], byName: new Map(), isHidden, order };
    this.members.push(group);
    this.steps.push(({ config }) => config.forEach((key, value) => this.setInGroup(group, key, value)));
  }

  /** All fields; those of `.config` are at the position of `.config`. */
  get fields(): readonly Field[] {
    return this.members.flatMap((member) => ('fields' in member ? member.fields : [member]));
  }

  /** The key of a result. */
  project(result: ResultLine): Key {
    const source = this.sourceOf(result);
    let key = this.keys.get(source);
    if (key === undefined) this.keys.set(source, (key = this.keyOf(this.rowOf(result))));
    return key;
  }

  /** The key of a measurement, for a projection with a unit field. */
  projectUnit(result: ResultLine, unit: string): Key {
    const source = this.sourceOf(result);
    let units = this.unitKeys.get(source);
    if (units === undefined) this.unitKeys.set(source, (units = new UnitKeys(this.rowOf(result))));
    let key = units.keys.get(unit);
    if (key !== undefined) return key;
    units.row[this.unitIndex!] = unit;
    units.keys.set(unit, (key = this.keyOf(units.row)));
    return key;
  }

  /** The key of a result in `keys` and `unitKeys`. */
  private sourceOf({ name, config }: ResultLine): BenchmarkName | undefined {
    if (config.version !== this.version) {
      this.version = config.version;
      this.keys.clear();
      this.unitKeys.clear();
    }
    return this.dependsOnName ? name : undefined;
  }

  /** Sorts keys of this projection. */
  sort(keys: Iterable<Key>): Key[] {
    const { fields } = this;
    return [...keys].sort((a, b) => compareKeys(fields, a, b));
  }

  private newMember(name: string, order: ValueOrder | undefined): Field {
    const index = this.size++;
    const seen = new Map<string, number>();
    if (order === undefined) this.firstSeen.set(index, seen);
    const field = { name, index, order: order ?? ((a, b) => (seen.get(a) ?? 0) - (seen.get(b) ?? 0)) };
    this.members.push(field);
    return field;
  }

  private setInGroup(group: Group, key: string, value: string): void {
    let field = group.byName.get(key);
    if (field === undefined) {
      if (group.byName.has(key)) return;
      // Unlike other fields, fields of `.config` without an order are sorted by bytes, not by first appearance.
      field = group.isHidden(key) ? undefined : { name: key, index: this.size++, order: group.order ?? (() => 0) };
      group.byName.set(key, field);
      if (field === undefined) return;
      group.fields.push(field);
    }
    this.row[field.index] = value;
  }

  private rowOf(result: ResultLine): string[] {
    this.row = new Array<string>(this.size).fill('');
    for (const step of this.steps) step(result);
    return this.row;
  }

  private keyOf(row: readonly string[]): Key {
    const { key, isNew } = this.keyTable.keyOf(row);
    if (isNew) this.addSeen(key);
    return key;
  }

  private addSeen({ values }: Key): void {
    for (const [index, seen] of this.firstSeen) {
      const value = values[index] ?? '';
      if (!seen.has(value)) seen.set(value, seen.size);
    }
  }
}

export function valueOf({ values }: Key, { index }: Field): string {
  return values[index] ?? '';
}

/** The values that are not empty, with spaces between them. */
export function keyText(fields: readonly Field[], key: Key): string {
  let text = '';
  for (const field of fields) {
    const value = valueOf(key, field);
    if (value !== '') text = text === '' ? value : `${text} ${value}`;
  }
  return text;
}

/** Names of the fields in which keys differ. */
export function differingFields(fields: readonly Field[], keys: Iterable<Key>): string[] {
  const [first, ...rest] = keys;
  const differs = (field: Field) => rest.some((key) => valueOf(key, field) !== valueOf(first, field));
  return rest.length === 0 ? [] : fields.filter(differs).map(({ name }) => name);
}

function compareKeys(fields: readonly Field[], a: Key, b: Key): number {
  for (const field of fields) {
    const left = valueOf(a, field);
    const right = valueOf(b, field);
    if (left !== right) return field.order(left, right) || byBytes(left, right);
  }
  return 0;
}

/** The values of a result, and the keys of its measurements by unit. */
class UnitKeys {
  readonly keys = new Map<string, Key>();

  constructor(readonly row: string[]) {}
}

/** Gives equal rows the same Key. Empty values at the end are ignored, since fields may be added later. */
class KeyTable {
  private readonly numbers = new Map<string, number>([['', 0]]);
  private readonly keys = new Map<string, Key>();
  private readonly single = new Map<string, Key>();

  keyOf(row: readonly string[]): { readonly key: Key; readonly isNew: boolean } {
    let length = row.length;
    while (length > 0 && row[length - 1] === '') length--;
    const values = row.slice(0, length);
    // Joins the numbers of the values, since the values may contain any separator.
    const name = length === 1 ? values[0] : values.map((value) => this.numberOf(value)).join();
    const keys = length === 1 ? this.single : this.keys;
    const existing = keys.get(name);
    if (existing !== undefined) return { key: existing, isNew: false };
    const key: Key = { values };
    keys.set(name, key);
    return { key, isNew: true };
  }

  private numberOf(value: string): number {
    let number = this.numbers.get(value);
    if (number === undefined) this.numbers.set(value, (number = this.numbers.size));
    return number;
  }
}

/** The value of a key in a result; empty if the result lacks the key. */
export type Extractor = (result: ResultLine) => string;

/**
 * Returns the extractor of a key; undefined for an empty key.
 * @param key `.name`, `.fullname`, `.file`, `/key` of the name, or the key of a `key: value` line
 */
export function extractorOf(key: string): Extractor | undefined {
  if (key === '') return undefined;
  if (key === '.name') return ({ name }) => name.base;
  if (key === '.fullname') return ({ name }) => name.full;
  if (key.startsWith('/')) return ({ name }) => namePart(name, key);
  return ({ config }) => config.get(key);
}

/** Whether a key refers to the benchmark's name, not to a `key: value` line. */
export function isNameKey(key: string): boolean {
  return key === '.name' || key === '.fullname' || key.startsWith('/');
}

function namePart({ parts }: BenchmarkName, key: string): string {
  const last = parts.at(-1);
  if (key === PROCS && last?.startsWith('-')) return last.slice(1);
  const prefix = `${key}=`;
  return parts.find((part) => part.startsWith(prefix))?.slice(prefix.length) ?? '';
}

const PROCS = '/gomaxprocs';

/**
 * Returns the extractor of the full name without the parts that `keys` read: `.name` is replaced by `*`, and `/size` is
 * removed.
 */
export function fullNameWithout(keys: readonly string[]): Extractor {
  const prefixes = keys.filter((key) => key.startsWith('/')).map((key) => `${key}=`);
  const hidesName = keys.includes('.name');
  const hidesProcs = keys.includes(PROCS);
  const isHidden = (part: string) =>
    prefixes.some((prefix) => part.startsWith(prefix)) || (hidesProcs && part.startsWith('-'));
  if (prefixes.length === 0 && !hidesName) return ({ name }) => name.full;
  return ({ name: { base, parts } }) => (hidesName ? '*' : base) + parts.filter((part) => !isHidden(part)).join('');
}
