import { FLAGS } from './flags';
import type { Command } from '../pprofText/reportOptions';

/** The syntax of a command line, for error messages. */
export const USAGE = 'usage: report REPORT [flags] FILE..., where list, peek and disasm take a REGEXP before the files; report -help says more';

const REPORTS: Readonly<Record<Command, string>> = {
  top: 'The heaviest functions',
  text: 'The same as top',
  list: 'Sources of functions that match REGEXP, with the cost of each line',
  peek: 'Callers and callees of functions that match REGEXP',
  disasm: 'Machine instructions of functions that match REGEXP, with the cost of each',
  tree: 'All functions with their callers and callees',
  traces: 'Every sample with its stack',
  tags: 'The labels of the samples, with their values',
  comments: 'The comments in the profile',
  dot: 'The call graph in DOT, the language of Graphviz',
  callgrind: 'The call graph in the format of KCachegrind',
  raw: 'The whole profile as text',
  proto: 'The profile as .pb.gz: the same content as from pprof, not the same bytes',
};

const row = (name: string, help: string): string => `  ${name.padEnd(22)}${help}\n`;

/** What `report -help` prints. */
export function helpText(): string {
  const values = { switch: '', text: '=TEXT', number: '=NUMBER', 'whole number': '=NUMBER' };
  const reports = Object.entries(REPORTS).map(([name, help]) => row(name, help));
  const flags = [...FLAGS].map(([name, { takes, help }]) => row(`-${name}${values[takes]}`, help));
  return `report REPORT [flags] FILE...
report list|peek|disasm [flags] REGEXP FILE...
report benchstat [flags] FILE...

Prints the same text as go tool pprof. Several files are merged; - is standard input.
For benchstat, see report benchstat -help.

Reports:
${reports.join('')}
Flags:
${flags.join('')}`;
}
