import { type Draft, type Flag, FLAGS, USAGE } from './flags';
import {
  type Command, COMMANDS, DEFAULTS, type ReportOptions, UsageError, WITH_PATTERN,
} from '../pprofText/reportOptions';
import { utf8Bytes } from '../profile/common/utf8';

type Report = Pick<ReportOptions, 'command' | 'pattern' | 'files'>;

/** Whether the command line asks for help. */
export function asksForHelp(argv: readonly string[]): boolean {
  return argv[0] === 'help' || argv.some((word) => /^--?h(elp)?$/.test(word));
}

/**
 * Parses a command line: the report, its operands, and flags as Go writes them (`-cum`, `--nodecount=5`, `-unit ms`),
 * before or after the operands; `--` ends the flags. The report may also be a flag, as in pprof (`-top`,
 * `-list=REGEXP`).
 * @throws UsageError
 */
export function parseArgs(argv: readonly string[]): ReportOptions {
  const reader = new ArgReader(argv);
  reader.read();
  return { ...reader.draft, ...reader.report() };
}

class ArgReader {
  readonly draft: Draft = { ...DEFAULTS, refinement: {} };
  private readonly words: string[];
  private readonly operands: string[] = [];
  private readonly flagReports: Pick<Report, 'command' | 'pattern'>[] = [];
  /** The flag that was set, for each group of flags. */
  private readonly chosen = new Map<string, string>();

  constructor(argv: readonly string[]) {
    this.words = [...argv];
  }

  read(): void {
    for (let word = this.words.shift(); word !== undefined; word = this.words.shift()) {
      if (word === '--') this.operands.push(...this.words.splice(0));
      else if (!word.startsWith('-') || word === '-') this.operands.push(word);
      else this.flag(word);
    }
    const { base, diffBase, normalize, refinement, unit } = this.draft;
    if (base !== '' && diffBase !== '') throw new UsageError('give -base or -diff_base, not both');
    if (normalize && base + diffBase === '') throw new UsageError('-normalize needs a -base or -diff_base');
    refinement.unit = unit;
  }

  report(): Report {
    if (this.flagReports.length > 1) throw new UsageError('give one report only');
    const [flagReport] = this.flagReports;
    const report = flagReport === undefined ? this.fromOperands() : { ...flagReport, files: this.operands };
    if (report.files.length === 0) throw new UsageError(USAGE);
    return report;
  }

  private fromOperands(): Report {
    const [name, ...rest] = this.operands;
    const command = COMMANDS.find((each) => each === name);
    if (command === undefined) throw new UsageError(name === undefined ? USAGE : `there is no report "${name}"; ${USAGE}`);
    if (!WITH_PATTERN.has(command)) return { command, pattern: '', files: rest };
    return { command, pattern: rest[0] ?? '', files: rest.slice(1) };
  }

  private flag(word: string): void {
    const [, name, inline] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) as unknown as [string, string, string | undefined];
    const command = COMMANDS.find((each) => each === name);
    if (command !== undefined) return this.reportFlag(command, inline);
    const flag = FLAGS.get(name);
    if (flag === undefined) throw new UsageError(`unknown flag -${name}; report -help lists the flags`);
    this.apply(name, flag, inline);
  }

  private reportFlag(command: Command, inline: string | undefined): void {
    if (WITH_PATTERN.has(command)) this.flagReports.push({ command, pattern: this.value(command, inline) });
    else if (readSwitch(command, inline ?? 'true')) this.flagReports.push({ command, pattern: '' });
  }

  private apply(name: string, flag: Flag, inline: string | undefined): void {
    if (flag.takes === 'switch') {
      const isOn = readSwitch(name, inline ?? 'true');
      if (isOn) this.choose(name, flag.group);
      flag.set(this.draft, isOn);
    } else if (flag.takes === 'text') flag.set(this.draft, this.value(name, inline));
    else flag.set(this.draft, readNumber(name, flag.takes, this.value(name, inline)));
  }

  private choose(name: string, group: string | undefined): void {
    if (group === undefined) return;
    const other = this.chosen.get(group);
    if (other !== undefined && other !== name) throw new UsageError(`give -${other} or -${name}, not both`);
    this.chosen.set(group, name);
  }

  /** A flag's value: the text after `=`, or the next word. */
  private value(name: string, inline: string | undefined): string {
    const value = inline ?? this.words.shift();
    if (value === undefined) throw new UsageError(`flag -${name} needs a value, as in -${name}=VALUE`);
    return value;
  }
}

function readNumber(name: string, takes: 'number' | 'whole number', text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  const isValid = takes === 'number' ? Number.isFinite(value) : Number.isSafeInteger(value);
  if (!isValid) throw new UsageError(`flag -${name} needs a ${takes}, not "${text}"`);
  return value;
}

function readSwitch(name: string, value: string): boolean {
  if (/^(1|t|T|true|TRUE|True)$/.test(value)) return true;
  if (/^(0|f|F|false|FALSE|False)$/.test(value)) return false;
  throw new UsageError(`flag -${name} is true or false, not "${value}"`);
}

/** The text, or its bytes if they are not valid UTF-8: names are printed byte for byte as in the file. */
export function asWritten(text: string): string | Uint8Array {
  return text.isWellFormed() ? text : utf8Bytes(text);
}
