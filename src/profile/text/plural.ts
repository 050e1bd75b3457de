/** `sample` for 1, `samples` for every other number. */
export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}
