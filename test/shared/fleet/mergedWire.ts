import { gunzipSync } from 'node:zlib';
import { decodeWire, type WireProfile } from '../wire';

interface Row {
  readonly [field: string]: unknown;
}

/** A profile's only sample type, and what its values are multiplied by. */
export interface Wanted {
  readonly type: string;
  readonly unit: string;
  /** Whether values are multiplied by the period, and are of the type of the period. */
  readonly isMultiplied: boolean;
}

/**
 * Merges profiles to one of one sample type as Parca does: without labels of samples, period and duration. Done by
 * reflection over profile.proto, independently of Linecost's merge.
 * @param timeNanos the time that the answer has
 */
export function mergedWire(profiles: readonly Uint8Array[], wanted: Wanted, timeNanos: string): WireProfile {
  const table = new Tables();
  const samples = new Map<string, { location_id: number[]; value: number[] }>();
  let resultType: [string, string] = [wanted.type, wanted.unit];
  for (const bytes of profiles) {
    const profile = decodeWire(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
    const text = (index: unknown): string => profile.string_table?.[Number(index ?? 0)] ?? '';
    const types = (profile.sample_type ?? []) as Row[];
    const column = types.findIndex(({ type, unit }) => text(type) === wanted.type && text(unit) === wanted.unit);
    const period = profile.period_type as Row | undefined;
    const factor = wanted.isMultiplied ? Number(profile.period) : 1;
    if (wanted.isMultiplied) resultType = [text(period?.type), text(period?.unit)];
    const locations = table.locationsOf(profile, text);
    for (const sample of (profile.sample ?? []) as Row[]) {
      const ids = (sample.location_id as string[]).map((id) => locations.get(id)!);
      const value = Number((sample.value as string[])[column]) * factor;
      const known = samples.get(ids.join());
      if (known) known.value[0] = known.value[0]! + value;
      else samples.set(ids.join(), { location_id: ids, value: [value] });
    }
  }
  const [type, unit] = resultType.map((name) => table.text(name));
  const header = { sample_type: [{ type, unit }], time_nanos: timeNanos, period: 0, duration_nanos: 0 };
  return { ...table.rows(), ...header, sample: [...samples.values()] };
}

/** The rows of a profile that is put together; equal rows are one. */
class Tables {
  private readonly texts: string[] = [''];
  private readonly kinds = { mapping: new Rows(), function: new Rows(), location: new Rows() };

  text(value: string): number {
    const at = this.texts.indexOf(value);
    return at >= 0 ? at : this.texts.push(value) - 1;
  }

  /** Adds the locations of a profile. Returns the id that each of them has here, by its id there. */
  locationsOf(profile: WireProfile, text: (index: unknown) => string): Map<string, number> {
    const own = (index: unknown): number => this.text(text(index));
    const { mapping, function: functions, location } = this.kinds;
    const mappings = idsIn(profile.mapping, (row) =>
      mapping.id({ ...row, filename: own(row.filename), build_id: own(row.build_id) }));
    const named = idsIn(profile.function, (row) =>
      functions.id({ ...row, name: own(row.name), system_name: own(row.system_name), filename: own(row.filename) }));
    return idsIn(profile.location, (row) => location.id({
      ...row,
      mapping_id: mappings.get(String(row.mapping_id)) ?? 0,
      line: ((row.line ?? []) as Row[]).map((line) => ({ ...line, function_id: named.get(String(line.function_id)) })),
    }));
  }

  rows(): WireProfile {
    const { mapping, function: functions, location } = this.kinds;
    return { string_table: this.texts, mapping: mapping.all(), function: functions.all(), location: location.all() };
  }
}

function idsIn(rows: readonly object[] | undefined, idOf: (row: Row) => number): Map<string, number> {
  return new Map(((rows ?? []) as Row[]).map((row) => [String(row.id), idOf(row)]));
}

class Rows {
  private readonly ids = new Map<string, number>();

  id(row: Row): number {
    const key = JSON.stringify({ ...row, id: undefined });
    const id = this.ids.get(key) ?? this.ids.size + 1;
    this.ids.set(key, id);
    return id;
  }

  all(): object[] {
    return [...this.ids].map(([key, id]) => ({ ...(JSON.parse(key) as object), id }));
  }
}
