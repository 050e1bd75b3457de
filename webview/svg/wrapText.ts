/** Wraps a text into lines of at most `maxLength` characters. Breaks only words that are longer. */
export function wrapText(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= maxLength || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
    for (; line.length > maxLength; line = line.slice(maxLength)) lines.push(line.slice(0, maxLength));
  }
  return line === '' ? lines : [...lines, line];
}
