/**
 * Lays out text with tabs as Go's text/tabwriter does with right-aligned cells and one space between: cells end at
 * tabs, and cells below each other are as wide as the widest. What follows a line's last tab is no cell. A line without
 * a tab ends all columns.
 * @param text lines that end with newlines
 */
export function alignedRight(text: string): string {
  const lines = text.split('\n');
  const rest = lines.pop()!;
  let out = '';
  let block: string[][] = [];
  for (const line of lines) {
    block.push(line.split('\t'));
    if (line.includes('\t')) continue;
    out += layOut(block);
    block = [];
  }
  return out + layOut(block) + rest;
}

const width = (cell: string): number => [...cell].length;

function layOut(block: readonly (readonly string[])[]): string {
  const rows = block.map((cells) => [...cells]);
  const most = Math.max(0, ...rows.map((cells) => cells.length - 1));
  for (let column = 0; column < most; column++) alignColumn(rows, column);
  return rows.map((cells) => `${cells.join('')}\n`).join('');
}

/** A column is a run of lines that all have the cell. */
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
