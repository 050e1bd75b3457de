/** The row and button that a key goes to; undefined for other keys. */
export function keyTarget(
  key: string,
  row: number,
  button: number,
  count: number,
): [row: number, button: number] | undefined {
  switch (key) {
    case 'ArrowDown':
      return [Math.min(count - 1, row + 1), button];
    case 'ArrowUp':
      return [Math.max(0, row - 1), button];
    case 'Home':
      return [0, button];
    case 'End':
      return [count - 1, button];
    case 'ArrowRight':
      return [row, 1];
    case 'ArrowLeft':
      return [row, 0];
    default:
      return undefined;
  }
}
