/**
 * Aligns text like Go's text/tabwriter with AlignRight and a padding of 1. A cell ends at a tab; the
 * text after a line's last tab is not a cell. The cells with one index in consecutive lines form a column, and are as
 * wide as the widest of them; a line without such a cell ends the column.
 * @param text lines, each with a newline
 */
export function alignedRight(text: string): string {
  const lines = text.split('\n');
  const rest = lines.pop()!;
  let aligned = '';
  let block: string[][] = [];
  for (const line of lines) {
    block.push(line.split('\t'));
    if (line.includes('\t')) continue;
    aligned += layOut(block);
    block = [];
  }
  return aligned + layOut(block) + rest;
}

const width = (cell: string): number => [...cell].length;

function layOut(block: readonly (readonly string[])[]): string {
  const rows = block.map((cells) => [...cells]);
  const columnCount = Math.max(0, ...rows.map((cells) => cells.length - 1));
  for (let column = 0; column < columnCount; column++) alignColumn(rows, column);
  return rows.map((cells) => `${cells.join('')}\n`).join('');
}

/** Aligns the columns that the cells with an index form. */
function alignColumn(rows: string[][], column: number): void {
  const has = (cells: readonly string[] | undefined): boolean => cells !== undefined && column < cells.length - 1;
  for (let from = 0; from < rows.length; from++) {
    if (!has(rows[from])) continue;
    let to = from;
    while (has(rows[to])) to++;
    const run = rows.slice(from, to);
    const widest = Math.max(...run.map((cells) => width(cells[column]))) + 1;
    for (const cells of run) cells[column] = ' '.repeat(widest - width(cells[column])) + cells[column];
    from = to;
  }
}
