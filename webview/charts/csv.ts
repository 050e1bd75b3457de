/** A table as CSV (RFC 4180), with the names of its columns first. */
export function csvOf(names: readonly string[], rows: Iterable<readonly (string | number)[]>): string {
  const lines = [lineOf(names)];
  for (const row of rows) lines.push(lineOf(row));
  return `${lines.join('\r\n')}\r\n`;
}

function lineOf(cells: readonly (string | number)[]): string {
  return cells.map(cellOf).join(',');
}

/** A number that is none is an empty cell. */
function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
