import type { Steps } from '../../profile/common/guard';
import { type Code, textAt } from './benchmarkFunctions';
import type { GoFile } from './goFile';
import { STEP_MASK } from './goTokens';

/**
 * What code does that makes a profile or a result of a benchmark doubtful:
 *
 *     cpuProfile     pprof.StartCPUProfile, pprof.StopCPUProfile, runtime.SetCPUProfileRate
 *     memoryRate     runtime.MemProfileRate = …
 *     mutexRate      runtime.SetMutexProfileFraction(…)
 *     blockRate      runtime.SetBlockProfileRate(…)
 *     child          exec.Command(…), os.StartProcess(…)
 *     setsN          b.N = …
 *     stopTimer, startTimer
 *     reportsTime    b.ReportMetric(…, "ns/op")
 */
export type UseKind =
  | 'cpuProfile' | 'memoryRate' | 'mutexRate' | 'blockRate' | 'child' | 'setsN' | 'stopTimer' | 'startTimer'
  | 'reportsTime';

export interface CodeUse {
  readonly kind: UseKind;
  /** As written: `pprof.StopCPUProfile`, `b.N`. */
  readonly name: string;
  /** The only argument of the call, if it is a single token: `0`. */
  readonly argument?: string;
  /** Whether it is in a loop, or in a function that is called in a loop. */
  readonly isInLoop: boolean;
  /** Absolute path. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Members of imported packages, by import path. */
const MEMBERS: Readonly<Record<string, Readonly<Partial<Record<string, UseKind>>>>> = {
  'runtime/pprof': { StartCPUProfile: 'cpuProfile', StopCPUProfile: 'cpuProfile' },
  'github.com/pkg/profile': { Start: 'cpuProfile' },
  runtime: {
    SetCPUProfileRate: 'cpuProfile',
    MemProfileRate: 'memoryRate',
    SetMutexProfileFraction: 'mutexRate',
    SetBlockProfileRate: 'blockRate',
  },
  'os/exec': { Command: 'child', CommandContext: 'child', Cmd: 'child' },
  os: { StartProcess: 'child' },
  syscall: { StartProcess: 'child', ForkExec: 'child' },
};

/** Members of a `*testing.B`. */
const BENCHMARK_MEMBERS: Readonly<Partial<Record<string, UseKind>>> = {
  StopTimer: 'stopTimer',
  StartTimer: 'startTimer',
  ReportMetric: 'reportsTime',
};

/** What a function does, and what it refers to. */
export interface FunctionUses {
  readonly uses: readonly CodeUse[];
  /** Whether it has `b.N`, `b.Loop` or `pb.Next`, other than to set b.N. */
  readonly loops: boolean;
  /** Words that may name functions of its package, or of another one: `name`, `alias.Name`, `.method`. */
  readonly references: readonly Reference[];
}

export interface Reference {
  /** As written: `bench`, `testutil.Bench`; `.bench` for a method. */
  readonly name: string;
  readonly isInLoop: boolean;
  /** Whether a `*testing.B` is an argument of the call. */
  readonly takesBenchmark: boolean;
}

type TestingNames = ReadonlyMap<string, 'B' | 'PB'>;

/** The names of `*testing.B` and `*testing.PB` in some code: parameters, variables and fields. */
export function* testingNamesIn({ source: { texts }, from, to }: Code): Steps<TestingNames> {
  const names = new Map<string, 'B' | 'PB'>();
  for (let at = from; at + 4 < to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    if (texts[at + 1] !== '*' || texts[at + 3] !== '.') continue;
    const type = texts[at + 4];
    if (type === 'B' || type === 'PB') names.set(texts[at], type);
  }
  return names;
}

/**
 * @param names see testingNamesIn; those of the file's fields and variables, too
 * @param inLoop whether the code is called in a loop
 */
export function* usesIn(
  code: Code,
  file: GoFile,
  names: TestingNames,
  inLoop: boolean,
): Steps<FunctionUses> {
  const uses: CodeUse[] = [];
  const references: Reference[] = [];
  let loops = false;
  /** The indexes at which the bodies of open loops end. */
  const ends: number[] = [];
  const { source } = code;
  const isTest = [...file.imports.values()].includes('testing');
  for (let at = code.from; at < code.to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    while (ends.length > 0 && at >= ends.at(-1)!) ends.pop();
    const word = source.texts[at];
    if (word === 'for') ends.push(loopEnd(code, at));
    if (!/^[\p{L}_]/u.test(word)) continue;
    const isInLoop = inLoop || ends.length > 0;
    const isMember = textAt(code, at - 1) === '.';
    const member = textAt(code, at + 1) === '.' ? textAt(code, at + 2) : undefined;
    const place = { file: file.path, line: source.lines[at], isInLoop };
    const testing = member === undefined ? undefined : names.get(word);
    // The field of a struct of another file.
    if (testing === undefined && isMember && isTest && (member === 'N' || member === 'Loop')) loops = true;
    if (testing !== undefined && member !== undefined) {
      const sets = testing === 'B' && member === 'N' && isAssigned(code, at + 3);
      if (sets) uses.push({ kind: 'setsN', name: `${word}.N`, ...place });
      else if (testing === 'PB' ? member === 'Next' : member === 'N' || member === 'Loop') loops = true;
      const kind = testing === 'B' ? BENCHMARK_MEMBERS[member] : undefined;
      if (kind && (kind !== 'reportsTime' || reportsTime(code, at + 3))) uses.push({ kind, name: `${word}.${member}`, ...place });
    }
    const path = isMember || member === undefined ? undefined : file.imports.get(word);
    const kind = path === undefined || member === undefined ? undefined : MEMBERS[path]?.[member];
    if (kind && isUsed(code, at + 3, kind, member!)) {
      uses.push({ kind, name: `${word}.${member}`, ...argumentAt(code, at + 3), ...place });
    }
    const name = path !== undefined ? `${word}.${member}` : (isMember ? '.' : '') + word;
    const open = at + (path !== undefined ? 3 : 1);
    if (!isMember && path === undefined && member !== undefined) continue;
    references.push({ name, isInLoop, takesBenchmark: takesBenchmark(code, open, names) });
  }
  return { uses, loops, references };
}

/** The index of the closing brace of a loop's body. */
function loopEnd({ source: { texts, lines, closing }, to }: Code, at: number): number {
  let body = at + 1;
  while (body < to && texts[body] !== '{') body = texts[body] === '(' || texts[body] === '[' ? closing[body] + 1 : body + 1;
  // `for _, size := range []int{1, 2} {`
  const end = closing[body] ?? to;
  return texts[end + 1] === '{' && lines[end + 1] === lines[end] ? closing[end + 1] : end;
}

/** Whether an assignment begins at a token: `=`, `+=`, `++`, but not `==`. */
function isAssigned(code: Code, at: number): boolean {
  const [first, second, third] = [textAt(code, at), textAt(code, at + 1), textAt(code, at + 2)];
  if (first === '=') return second !== '=';
  if ('+-'.includes(first) && first !== '' && second === first) return true;
  if (first !== '' && '+-*/%&|^'.includes(first)) return second === '=';
  return first !== '' && '<>'.includes(first) && second === first && third === '=';
}

/** Whether the member after which a token comes is used in the way that matters. */
function isUsed(code: Code, at: number, kind: UseKind, member: string): boolean {
  if (kind === 'memoryRate') return isAssigned(code, at);
  // A composite literal, not the type in a declaration.
  if (member === 'Cmd') return textAt(code, at) === '{';
  return textAt(code, at) === '(';
}

function argumentAt(code: Code, at: number): Pick<CodeUse, 'argument'> {
  if (textAt(code, at) === '=') return { argument: textAt(code, at + 1) };
  if (textAt(code, at) !== '(') return {};
  const end = code.source.closing[at];
  if (end === at + 2) return { argument: textAt(code, at + 1) };
  // `-1`
  return end === at + 3 ? { argument: textAt(code, at + 1) + textAt(code, at + 2) } : {};
}

function reportsTime(code: Code, open: number): boolean {
  const end = textAt(code, open) === '(' ? code.source.closing[open] : 0;
  return /^["`]ns\/op["`]$/.test(textAt(code, end - 1)) || /^["`]ns\/op["`]$/.test(textAt(code, end - 2));
}

/** Limit for the tokens of a call's arguments that are read. */
const MAX_ARGUMENT_TOKENS = 100;

/** Whether one of the arguments of a call, beginning at its parenthesis, is a `*testing.B`. */
function takesBenchmark(code: Code, open: number, names: TestingNames): boolean {
  if (textAt(code, open) !== '(') return false;
  const { texts, closing } = code.source;
  const end = Math.min(closing[open], open + MAX_ARGUMENT_TOKENS, code.to);
  for (let at = open + 1; at < end; at++) {
    if (names.has(texts[at]) && (texts[at + 1] === ',' || texts[at + 1] === ')')) return true;
  }
  return false;
}
