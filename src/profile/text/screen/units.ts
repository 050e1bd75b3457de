import { foreignUnit, scale } from '../measurement';
import { isAllocationsPer, perWork, withoutOperation } from '../relativeUnits';
import { roundedTo } from './digits';

/** A unit of a family, such as `µs`. */
export interface Step {
  /** As written after the number. */
  readonly name: string;
  /** In the family's smallest unit. */
  readonly factor: number;
  /** Smaller values have a smaller unit; by default, the factor. */
  readonly from?: number;
}

/** The units in which a value can be written, smallest first, and what converts it to the smallest. */
export interface Units {
  readonly steps: readonly Step[];
  readonly factor: number;
  /** Written after the unit's name: `/op`, ` allocs/req`, ` steps`. */
  readonly after: string;
}

const TIMES: readonly Step[] = [
  { name: 'ns', factor: 1 },
  { name: 'µs', factor: 1e3 },
  { name: 'ms', factor: 1e6 },
  { name: 's', factor: 1e9 },
  { name: 'min', factor: 60e9, from: 1000e9 },
  { name: 'h', factor: 3600e9, from: 1000 * 60e9 },
];
const BYTES: readonly Step[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'].map((name, i) => ({ name, factor: 1024 ** i }));
/** Thousands have no prefix up to 9999. */
export const COUNTS: readonly Step[] = ['', 'k', 'M', 'G', 'T', 'P', 'E'].map((name, i) => {
  return { name, factor: 1000 ** i, ...(name === 'k' && { from: 10_000 }) };
});
/** Of throughput, whose unit MB is a million bytes in Go. */
const RATES: readonly Step[] = ['B', 'kB', 'MB', 'GB', 'TB'].map((name, i) => ({ name, factor: 1000 ** i }));

/** The units of a sample type's unit, `nanoseconds`, `bytes/op`; times and bytes also under other names of pprof. */
export function unitsOf(unitName: string): Units {
  const known = cache.get(unitName);
  if (known) return known;
  if (cache.size > 100) cache.clear();
  const units = computeUnits(unitName);
  cache.set(unitName, units);
  return units;
}

const cache = new Map<string, Units>();

function computeUnits(unitName: string): Units {
  if (isAllocationsPer(unitName)) return { steps: COUNTS, factor: 1, after: ` ${unitName}` };
  const plain = withoutOperation(unitName);
  const after = perWork(unitName);
  const inTime = scale(1, plain, 'nanoseconds');
  if (inTime.unit === 'ns') return { steps: TIMES, factor: inTime.value, after };
  const inBytes = scale(1, plain, 'bytes');
  if (inBytes.unit === 'B') return { steps: BYTES, factor: inBytes.value, after };
  const own = scale(1, plain, 'gcu');
  if (own.unit === 'GCU') return { steps: COUNTS, factor: own.value, after: ` GCU${after}` };
  const foreign = foreignUnit(plain);
  return { steps: COUNTS, factor: 1, after: foreign === '' ? after : ` ${foreign}${after}` };
}

/** The words of a benchmark's unit, with what separates them. */
const UNIT_WORDS = /(?<=^|[*/ -])(ns|MB|B|sec)(?=$|[*/-])/;

/**
 * The units of a benchmark's figure, as `go test` prints it, or benchstat: `ns/op`, `MB/s`, `p99-ns`, `sec/op`. A time
 * or an amount of bytes in it is scaled: `349 p99-µs`.
 */
export function metricUnits(unit: string): MetricUnits {
  const found = UNIT_WORDS.exec(unit);
  const start = found ? unit.slice(0, found.index) : '';
  if (!found || start.includes('/')) return { steps: COUNTS, factor: 1, before: '', after: ` ${unit}` };
  const [word] = found;
  const after = unit.slice(found.index + word.length);
  if (word === 'ns' || word === 'sec') return { steps: TIMES, factor: word === 'ns' ? 1 : 1e9, before: start, after };
  const isRate = word === 'MB' || after.startsWith('/s');
  return { steps: isRate ? RATES : BYTES, factor: word === 'MB' ? 1e6 : 1, before: start, after };
}

export interface MetricUnits extends Units {
  /** Written before the unit's name: `p99-`. */
  readonly before: string;
}

/** The largest unit in which the value, rounded, is at least 1; the smallest for smaller values. */
export function stepFor(steps: readonly Step[], size: number, digits: number): Step {
  let best = steps[0];
  for (const step of steps) {
    const { factor, from = factor } = step;
    // 999.6 ns rounds to 1.00 µs.
    if (roundedTo(size / from, digits) >= 1) best = step;
  }
  return best;
}
