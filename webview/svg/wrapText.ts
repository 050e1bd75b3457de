/** Wraps a text into lines of at most `most` characters; only longer words are broken. */
export function wrapText(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= most || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
    for (; line.length > most; line = line.slice(most)) lines.push(line.slice(0, most));
  }
  return line === '' ? lines : [...lines, line];
}
