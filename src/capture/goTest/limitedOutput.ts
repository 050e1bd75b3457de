const MAX_LENGTH = 2 << 20;

/**
 * Passes on at most 2 MiB of output per command, so that no program floods the editor. A line `$ …` begins a command.
 */
export function limitedOutput(write: (text: string) => void): (text: string) => void {
  let remaining = MAX_LENGTH;
  return (text) => {
    if (text.startsWith('$ ')) remaining = MAX_LENGTH;
    if (remaining <= 0) return;
    const piece = text.slice(0, remaining);
    remaining -= piece.length;
    write(remaining > 0 ? piece : `${piece}\n… further output is not shown …\n`);
  };
}
