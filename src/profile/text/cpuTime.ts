import type { ValueType } from '../model';
import { isPerOperation } from './measurement';

/** What distinguishes the costs per operation of a CPU profile from the time per operation that `go test` prints. */
export const CPU_TIME =
  'CPU time of all threads, also of the garbage collector: it can exceed the time per operation that go test prints.';

export function isCpuPerOperation({ type, unit }: ValueType): boolean {
  return type === 'cpu' && isPerOperation(unit);
}

/** Names CPU time in a figure: `412 cpu-ns/op` for `412 ns/op`, and `cpu-ns/op` for `ns/op`. Other types: unchanged. */
export function withCpu(text: string, valueType: ValueType): string {
  return isCpuPerOperation(valueType) ? text.replace(/[^ ]+\/op$/, 'cpu-$&') : text;
}
