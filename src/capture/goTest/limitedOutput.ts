const LIMIT = 2 << 20;

/**
 * Passes on at most 2 MiB of output per command, so that no program floods the editor. A line `$ …` begins a command.
 */
export function limitedOutput(write: (text: string) => void): (text: string) => void {
  let left = LIMIT;
  return (text) => {
    if (text.startsWith('$ ')) left = LIMIT;
    if (left <= 0) return;
    const shown = text.slice(0, left);
    left -= shown.length;
    write(left > 0 ? shown : `${shown}\n… further output is not shown …\n`);
  };
}
