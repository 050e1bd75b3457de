/** Sortable by time; the random part keeps two captures of the same millisecond apart. */
export function runId(time: number): string {
  return `${new Date(time).toISOString().replace(/[:.]/g, '-')}-${Math.random().toString(36).slice(2, 8)}`;
}
