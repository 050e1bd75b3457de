/** `1 benchmark`, `12 benchmarks`. */
export function counted(count: number): string {
  return count === 1 ? '1 benchmark' : `${count} benchmarks`;
}
