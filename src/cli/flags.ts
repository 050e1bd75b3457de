import type { Granularity, Refinement } from '../profile/answers/refinement';
import type { Command, ReportOptions } from '../pprofText/reportOptions';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The options while the command line is parsed. */
export type Draft = Writable<Omit<ReportOptions, 'refinement' | 'command' | 'pattern' | 'files'>> & {
  refinement: Writable<Refinement>;
};

interface Described {
  /** A line of `-help`. */
  readonly help: string;
  /** At most one flag of a group may be given. */
  readonly group?: string;
}

/** What a flag sets, and the kind of its value; the value of a switch may be left out. */
export type Flag = Described &
  (
    | { readonly takes: 'switch'; set(draft: Draft, on: boolean): void }
    | { readonly takes: 'text'; set(draft: Draft, text: string): void }
    | { readonly takes: 'number' | 'whole number'; set(draft: Draft, value: number): void }
  );

type Named = readonly [name: string, flag: Flag];
type TextOption = 'base' | 'diffBase' | 'sampleIndex' | 'unit' | 'sourcePath' | 'trimPath' | 'output' | 'addComment' | 'buildId' | 'symbolize';
type SwitchOption = 'compactLabels' | 'callTree' | 'trim' | 'normalize' | 'intelSyntax';
type NumberOption = 'nodeCount' | 'nodeFraction' | 'edgeFraction';

const text = (name: string, option: TextOption, help: string): Named => [
  name,
  { takes: 'text', help, set: (draft, value) => void (draft[option] = value) },
];
const toggle = (name: string, option: SwitchOption, help: string): Named => [
  name,
  { takes: 'switch', help, set: (draft, on) => void (draft[option] = on) },
];
const number = (name: string, takes: 'number' | 'whole number', option: NumberOption, help: string): Named => [
  name,
  { takes, help, set: (draft, value) => void (draft[option] = value) },
];

/** A pprof flag that has no effect on a profile read from a file. */
const withoutEffect = (name: string, takes: 'text' | 'whole number', help: string): Named => [
  name,
  { takes, help, set: () => {} },
];

/** The options of a Refinement with values of type T. They have pprof's names. */
type KeysOf<T> = { [K in keyof Refinement]-?: Refinement[K] extends T | undefined ? K : never }[keyof Refinement];

const pattern = (name: Exclude<KeysOf<string>, 'unit' | 'granularity'>, help: string): Named => [
  name,
  { takes: 'text', help, set: ({ refinement }, value) => void (refinement[name] = value) },
];
const refinementSwitch = (name: KeysOf<boolean>, help: string): Named => [
  name,
  { takes: 'switch', help, set: ({ refinement }, on) => void (refinement[name] = on) },
];
const granularity = (name: Granularity, help: string): Named => [
  name,
  {
    takes: 'switch',
    help,
    group: 'granularity',
    set: ({ refinement }, on) => void (on && (refinement.granularity = name)),
  },
];
const sort = (name: 'flat' | 'cum', help: string): Named => [
  name,
  { takes: 'switch', help, group: 'sort', set: (draft, on) => void (on && (draft.sort = name)) },
];
/** As in pprof, -sample_index and earlier flags of this kind take precedence. */
const sampleIndex = (name: string, type = name, isMean = false): Named => [
  name,
  {
    takes: 'switch',
    help: `Same as ${isMean ? '-mean ' : ''}-sample_index=${type}`,
    set: (draft, on) => {
      if (on && isMean) draft.refinement.mean = true;
      if (on && draft.sampleIndex === '') draft.sampleIndex = type;
    },
  },
];

/** Flags by name, in the order of `-help`. */
export const FLAGS: ReadonlyMap<string, Flag> = new Map<string, Flag>([
  sort('flat', 'Sort by flat (default)'),
  sort('cum', 'Sort by cum'),
  granularity('functions', 'One node per function name (default)'),
  granularity('filefunctions', 'One node per function name and file'),
  granularity('files', 'One node per file'),
  granularity('lines', 'One node per line'),
  granularity('addresses', 'One node per address'),
  refinementSwitch('noinlines', 'Count inlined functions as part of their caller'),
  refinementSwitch('showcolumns', 'Distinguish columns of a line'),
  text('sample_index', 'sampleIndex', 'Sample type, by name or number'),
  text('unit', 'unit', 'Unit of all values; "auto" uses the natural unit of each value'),
  toggle('compact_labels', 'compactLabels', 'Leave out the lines that describe the profile'),
  text('source_path', 'sourcePath', 'Directories to search for sources'),
  text('trim_path', 'trimPath', 'Prefixes to remove from the names of source files'),
  number('nodecount', 'whole number', 'nodeCount', 'Maximum number of nodes'),
  number('nodefraction', 'number', 'nodeFraction', 'Only nodes with at least this fraction of the total (default 0.005)'),
  number('edgefraction', 'number', 'edgeFraction', 'Only calls with at least this fraction of the total (default 0.001)'),
  toggle('trim', 'trim', 'Apply the three limits above (default true)'),
  toggle('call_tree', 'callTree', 'One node per call path (dot, callgrind)'),
  pattern('focus', 'Only samples with a matching frame'),
  pattern('ignore', 'No samples with a matching frame'),
  pattern('hide', 'No matching frames'),
  pattern('show', 'Only matching frames'),
  pattern('show_from', 'No frames above the outermost matching frame'),
  pattern('prune_from', 'No frames below a matching frame'),
  pattern('tagfocus', 'Only samples with a matching label: key=value, value, 1kb:64kb'),
  pattern('tagignore', 'No samples with a matching label'),
  pattern('tagshow', 'Only labels with a matching key'),
  pattern('taghide', 'No labels with a matching key'),
  pattern('tagroot', 'Add the values of these label keys (separated by commas) as outermost frames'),
  pattern('tagleaf', 'Add the values of these label keys (separated by commas) as innermost frames'),
  refinementSwitch('relative_percentages', 'Percentages of the filtered total, not of the whole profile'),
  refinementSwitch('mean', 'Divide values by those of the first sample type'),
  ['divide_by', {
    takes: 'number',
    help: 'Divide values by this number; a negative number divides by 1',
    set: ({ refinement }, value) => void (refinement.divide_by = value < 0 ? 1 : value),
  }],
  refinementSwitch('drop_negative', 'Drop nodes with negative values'),
  text('base', 'base', 'Profile to subtract; if given more than once, the last one'),
  text('diff_base', 'diffBase', 'Profile to compare with; if given more than once, the last one'),
  toggle('normalize', 'normalize', 'Scale values to the total of -base or -diff_base'),
  text('add_comment', 'addComment', 'Comment to add to the profile'),
  text('buildid', 'buildId', 'Build ID of the first binary, if it has none'),
  text('symbolize', 'symbolize', 'Function names: none (unchanged), demangle=none, demangle=full, …'),
  toggle('intel_syntax', 'intelSyntax', 'Not supported by disasm, as in pprof; no effect elsewhere'),
  withoutEffect('seconds', 'whole number', 'No effect: profiles are read from files'),
  withoutEffect('timeout', 'whole number', 'No effect: profiles are read from files'),
  withoutEffect('tools', 'text', 'No effect: only Go tools are used'),
  text('output', 'output', 'File to write to'),
  ...['inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects', 'contentions'].map((name) => sampleIndex(name)),
  sampleIndex('total_delay', 'delay'),
  sampleIndex('mean_delay', 'delay', true),
]);

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
