import type { Granularity, Refinement } from '../profile/answers/refinement';
import type { ReportOptions } from '../pprofText/options';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Options while the command line is read. */
export type Draft = Writable<Omit<ReportOptions, 'refinement' | 'command' | 'pattern' | 'files'>> & {
  refinement: Writable<Refinement>;
};

interface Described {
  /** One line. */
  readonly help: string;
  /** Of flags with the same group at most one may be given. */
  readonly group?: string;
}

/** A flag by what stands behind it; a switch may stand alone. */
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

/** A flag of pprof's that changes nothing of what is read from a file. */
const idle = (name: string, takes: 'text' | 'whole number', help: string): Named => [name, { takes, help, set: () => {} }];

/** Options of what is looked at, which go by pprof's names. */
type KeysOf<T> = { [K in keyof Refinement]-?: Refinement[K] extends T | undefined ? K : never }[keyof Refinement];

const pattern = (name: Exclude<KeysOf<string>, 'unit' | 'granularity'>, help: string): Named => [
  name,
  { takes: 'text', help, set: ({ refinement }, value) => void (refinement[name] = value) },
];
const refining = (name: KeysOf<boolean>, help: string): Named => [
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
/** As in pprof, what -sample_index or an earlier one of these says goes first. */
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

/** By name, as `-help` lists them. */
export const FLAGS: ReadonlyMap<string, Flag> = new Map<string, Flag>([
  sort('flat', 'Sort by what a node costs itself (default)'),
  sort('cum', 'Sort by what a node and all it calls cost'),
  granularity('functions', 'One node a function name (default)'),
  granularity('filefunctions', 'One node a function name and file'),
  granularity('files', 'One node a file'),
  granularity('lines', 'One node a line'),
  granularity('addresses', 'One node an address'),
  refining('noinlines', 'Count inlined functions as what they are inlined into'),
  refining('showcolumns', 'Tell apart columns of a line'),
  text('sample_index', 'sampleIndex', 'Sample type, by name or number'),
  text('unit', 'unit', 'Unit of all values; "auto": each its own'),
  toggle('compact_labels', 'compactLabels', 'Without the lines that describe the profile'),
  text('source_path', 'sourcePath', 'Where to look for sources'),
  text('trim_path', 'trimPath', 'What to cut off names of sources'),
  number('nodecount', 'whole number', 'nodeCount', 'At most so many nodes'),
  number('nodefraction', 'number', 'nodeFraction', 'Only nodes with this part of the total (default 0.005)'),
  number('edgefraction', 'number', 'edgeFraction', 'Only calls with this part of the total (default 0.001)'),
  toggle('trim', 'trim', 'Whether the three before hold (default true)'),
  toggle('call_tree', 'callTree', 'Keep apart what is called on several paths (dot, callgrind)'),
  pattern('focus', 'Only samples with a frame that matches'),
  pattern('ignore', 'No samples with a frame that matches'),
  pattern('hide', 'No frames that match'),
  pattern('show', 'Only frames that match'),
  pattern('show_from', 'Nothing above the outermost frame that matches'),
  pattern('prune_from', 'Nothing below a frame that matches'),
  pattern('tagfocus', 'Only samples with such labels: key=value, value, 1kb:64kb'),
  pattern('tagignore', 'No samples with such labels'),
  pattern('tagshow', 'Only labels whose key matches'),
  pattern('taghide', 'No labels whose key matches'),
  pattern('tagroot', 'Frames at the root for the values of these label keys, separated by commas'),
  pattern('tagleaf', 'Frames at the leaf for the values of these label keys, separated by commas'),
  refining('relative_percentages', 'Percentages of what is looked at, not of the whole profile'),
  refining('mean', 'Divide values by those of the first sample type'),
  ['divide_by', {
    takes: 'number',
    help: 'Divide values by this; below 0: by nothing',
    set: ({ refinement }, value) => void (refinement.divide_by = value < 0 ? 1 : value),
  }],
  refining('drop_negative', 'Without what is negative'),
  text('base', 'base', 'Profile to take off; the last one given holds'),
  text('diff_base', 'diffBase', 'Profile to compare with; the last one given holds'),
  toggle('normalize', 'normalize', 'Scale values to the total of -base or -diff_base'),
  text('add_comment', 'addComment', 'Comment to put into the profile'),
  text('buildid', 'buildId', 'Build id of the first binary, where it has none'),
  text('symbolize', 'symbolize', 'Names of functions: none (those of the file), demangle=none, =full, …'),
  toggle('intel_syntax', 'intelSyntax', 'Refused by disasm, as by pprof; changes nothing else'),
  idle('seconds', 'whole number', 'Changes nothing: files are not measured'),
  idle('timeout', 'whole number', 'Changes nothing: files are not fetched'),
  idle('tools', 'text', 'Changes nothing: the tools are those of Go'),
  text('output', 'output', 'File to write to'),
  ...['inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects', 'contentions'].map((name) => sampleIndex(name)),
  sampleIndex('total_delay', 'delay'),
  sampleIndex('mean_delay', 'delay', true),
]);
