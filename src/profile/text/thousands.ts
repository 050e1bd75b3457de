/** `1,234,567`, with at most three decimals. The first use of the platform's own way holds a thread for long. */
export function withThousands(count: number): string {
  return String(Math.round(count * 1000) / 1000).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
