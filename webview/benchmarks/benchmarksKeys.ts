export function keyTarget(key: string, from: number, count: number, pageSize: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, from + 1);
    case 'ArrowUp':
      return Math.max(0, from - 1);
    case 'PageDown':
      return Math.min(count - 1, from + Math.max(1, pageSize));
    case 'PageUp':
      return Math.max(0, from - Math.max(1, pageSize));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
