/** A text in lines of at most so many characters; only a word that is longer is broken. */
export function wrapped(text: string, most: number): string[] {
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
