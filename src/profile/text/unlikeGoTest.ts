import type { ValueType } from '../model';
import { isPerOperation } from './measurement';

const CPU_TIME =
  'CPU time of all threads, also of the garbage collector: it can exceed the time per operation that go test prints.';
/** See the runtime's tiny allocator, mallocgcTiny. */
const PACKED_OBJECTS =
  'Go packs small values into blocks of 16 bytes: the profile counts each block, but the allocs/op of go test count each value.';

/** How costs per operation differ from the figure that `go test` prints in their unit; undefined if they do not. */
export function unlikeGoTest(valueType: ValueType): string | undefined {
  if (isCpuPerOperation(valueType)) return CPU_TIME;
  return valueType.type === 'alloc_objects' && isPerOperation(valueType.unit) ? PACKED_OBJECTS : undefined;
}

export function isCpuPerOperation({ type, unit }: ValueType): boolean {
  return type === 'cpu' && isPerOperation(unit);
}

/** Names CPU time in a figure: `412 cpu-ns/op` for `412 ns/op`, and `cpu-ns/op` for `ns/op`. Other types: unchanged. */
export function withCpu(text: string, valueType: ValueType): string {
  return isCpuPerOperation(valueType) ? text.replace(/[^ ]+\/op$/, 'cpu-$&') : text;
}
