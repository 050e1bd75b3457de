import type { LineDetail } from '../answers/lines';
import type { ValueType } from '../model';
import { isPerOperation, isPerRequest, isPerSecond } from './relativeUnits';
import { isWallTime } from './wallText';

const CPU_TIME =
  'CPU time is that of all threads, including those of the garbage collector. The ns/op of go test is wall time: shorter '
  + 'if threads run in parallel, longer if they wait.';
const WALL_TIME =
  'Wall time per operation is that of all goroutines together: more than the ns/op of go test if several run or wait at a time.';
/** See the runtime's tiny allocator, mallocgcTiny. */
const PACKED_OBJECTS =
  'Go packs small values into blocks of 16 bytes: the profile counts each block, but the allocs/op of go test count each value.';

/** How costs per operation differ from the figure that `go test` prints in their unit; undefined if they do not. */
export function unlikeGoTest(valueType: ValueType): string | undefined {
  if (isPerRequest(valueType.unit) || isPerSecond(valueType.unit)) return undefined;
  if (isCpuPerOperation(valueType)) return CPU_TIME;
  if (isWallTime(valueType) && isPerOperation(valueType.unit)) return WALL_TIME;
  return valueType.type === 'alloc_objects' && isPerOperation(valueType.unit) ? PACKED_OBJECTS : undefined;
}

export function isCpuPerOperation({ type, unit }: ValueType): boolean {
  return type === 'cpu' && isPerOperation(unit);
}

/** Names CPU and wall time per operation: `CPU 412 ns/op` for `412 ns/op`. Other types: unchanged. */
export function withCpu(text: string, valueType: ValueType): string {
  if (!isPerOperation(text) || !isPerOperation(valueType.unit)) return text;
  if (isWallTime(valueType)) return `wall ${text}`;
  return isCpuPerOperation(valueType) ? `CPU ${text}` : text;
}

/** Go puts up to 16 objects without pointers, each smaller than this, into a block of this size, in bytes. */
const PACKED_BYTES = 16;

/** Why the line's allocations may differ from allocs/op; empty unless its blocks have PACKED_BYTES on average. */
export function packedText({ values }: LineDetail, sampleType: number): string {
  const flatOf = (type: string) => values.find((each) => each.sampleType.type === type)?.flat ?? 0;
  const [objects, bytes] = [flatOf('alloc_objects'), flatOf('alloc_space')];
  const isShown = values[sampleType].sampleType.type.startsWith('alloc_');
  if (!isShown || objects === 0 || Math.abs(bytes / objects - PACKED_BYTES) > 0.01) return '';
  return '_go test may count more allocations: if Go packs several small values into a block of 16 bytes, allocs/op '
    + 'counts each value, and the profile each block._\n\n';
}
