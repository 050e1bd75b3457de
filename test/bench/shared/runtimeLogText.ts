/** A log with so many lines of gctrace, of one program, and one of its own beside every fourth. */
export function runtimeLogText(collections: number): string {
  const lines: string[] = [];
  for (let i = 1; i <= collections; i++) {
    const [heap, pause] = [100 + (i % 400), 10 + (i * 7919) % 80];
    lines.push(
      `gc ${i} @${(i * 0.0137).toFixed(3)}s ${i % 7}%: 0.0${pause}+${1 + (i % 9)}.2+0.0${99 - pause} ms clock, ` +
        `0.19+0.23/0.${pause}/0.25+0.13 ms cpu, ${heap}->${heap + 3}->${heap >> 1} MB, ${heap * 2} MB goal, 1 MB stacks, ` +
        '0 MB globals, 8 P',
    );
    if (i % 4 === 0) lines.push(`2026/01/02 15:04:05 request ${i} handled in ${i % 90} ms`);
  }
  return `${lines.join('\n')}\n`;
}
