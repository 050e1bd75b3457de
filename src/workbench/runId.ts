/** The id of a capture, sortable by time; the random part separates captures of the same millisecond. */
export function runId(time: number): string {
  return `${new Date(time).toISOString().replace(/[:.]/g, '-')}-${Math.random().toString(36).slice(2, 8)}`;
}
