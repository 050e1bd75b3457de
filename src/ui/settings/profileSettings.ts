import * as vscode from 'vscode';
import { PROFILE_KINDS, type ProfileKind } from '../../go/captureTypes';
import { wholeNumber } from './wholeNumber';

/** Options of one capture. */
export interface RunOptions {
  readonly kinds: readonly ProfileKind[];
  /** The value of -benchtime; empty for Go's default. */
  readonly benchtime: string;
  readonly count: number;
  /** Profiles by duration, which repeats the short rounds of `go test`, too. */
  readonly byDuration?: boolean;
}

export interface ProfileSettings {
  readonly options: RunOptions;
  /** In bytes; undefined for Go's default. */
  readonly memProfileRate: number | undefined;
  /** Samples a second of the CPU profiles of benchmarks; undefined for Go's default. */
  readonly cpuRate: number | undefined;
  /** 0 means no limit. */
  readonly timeoutSeconds: number;
  /** Whether a benchmark that is profiled also runs without a profile, which gives its result. */
  readonly hasTimingRun: boolean;
  /** The number of samples to reach; 0 for one round; undefined until the hottest lines are firm. */
  readonly samples: number | undefined;
}

/** The values of the setting that are not Go's default, in bytes. */
const MEMORY_RATES: ReadonlyMap<unknown, number> = new Map([['fine', 4096], ['everyAllocation', 1]]);
/** The value of the setting that is not Go's default, in samples a second. */
const FAST_RATE = 250;
const MAX_COUNT = 1000;
const MAX_SAMPLES = 100_000;

/** Reads the settings of linecost.profile. Invalid values count as unset, as `unusableSettings` says. */
export function profileSettings(uri: vscode.Uri): ProfileSettings {
  const settings = vscode.workspace.getConfiguration('linecost.profile', uri);
  const kinds = settings.get<unknown>('kinds');
  const chosen = PROFILE_KINDS.filter((kind) => Array.isArray(kinds) && kinds.includes(kind));
  return {
    options: {
      kinds: chosen.length > 0 ? chosen : ['cpu', 'memory'],
      benchtime: String(settings.get<unknown>('benchtime') ?? '').trim(),
      count: wholeNumber(settings.get<unknown>('count'), 1, MAX_COUNT) ?? 1,
    },
    memProfileRate: MEMORY_RATES.get(settings.get('memoryRate')),
    cpuRate: settings.get<unknown>('cpuRate') === FAST_RATE ? FAST_RATE : undefined,
    timeoutSeconds: wholeNumber(settings.get<unknown>('timeout'), 0) ?? 600,
    hasTimingRun: settings.get<unknown>('timingRun') !== false,
    samples: wholeNumber(settings.get<unknown>('samples'), 0, MAX_SAMPLES),
  };
}

/** What the user is told about an invalid benchtime while typing it. */
export const BENCHTIME_TEXT = 'Enter a duration such as 2s or 500ms, or iterations such as 100x.';

/** Whether a text is empty or a valid value of -benchtime. */
export function isBenchtime(text: string): boolean {
  const isZero = !/[1-9]/.test(text);
  return text.trim() === '' || (!isZero && /^\s*(\d+x|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)\s*$/.test(text));
}

/** Throws an Error for the user if a benchtime, which may be that of the settings, is invalid. */
export function checkBenchtime(text: string): void {
  if (isBenchtime(text)) return;
  const advice = 'write a duration such as 2s, or iterations such as 100x (linecost.profile.benchtime)';
  throw new Error(`Invalid benchtime: "${text}"; ${advice}.`);
}
