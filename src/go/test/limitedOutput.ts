const MAX_LENGTH = 2 << 20;

/**
 * Passes on about the first 2 million characters of each command's output, so that no program floods the editor. A line
 * `$ …` begins a command.
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
