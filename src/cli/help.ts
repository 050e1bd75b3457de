/** What `linecost -help` prints. */
export function helpText(): string {
  return `linecost measure --against=REV [flags] [packages]
linecost report REPORT [flags] FILE...

  measure   Runs the benchmarks of a git revision and of the working tree in turns, and says what got slower, and where
  report    Prints what go tool pprof and benchstat print: linecost report top cpu.pprof

linecost measure -help and linecost report -help say more.
`;
}

export function unknownCommand(command: string | undefined): string {
  return command === undefined ? helpText() : `There is no command ${command}: linecost measure and linecost report are there.\n`;
}
