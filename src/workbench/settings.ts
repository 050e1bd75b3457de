import * as vscode from 'vscode';
import { DEFAULT_MEMORY_BYTES, MEBIBYTE } from '../engine/memoryUse';
import { PROFILE_KINDS, type ProfileKind } from '../capture/captureTypes';

/** Options of one capture. */
export interface RunOptions {
  readonly kinds: readonly ProfileKind[];
  /** The value of -benchtime; empty for Go's default. */
  readonly benchtime: string;
  readonly count: number;
}

export interface ProfileSettings {
  readonly options: RunOptions;
  /** In bytes; undefined for Go's default. */
  readonly memProfileRate: number | undefined;
  /** 0 means no limit. */
  readonly timeoutSeconds: number;
}

const MEMORY_RATES: Record<string, number | undefined> = { default: undefined, fine: 4096, everyAllocation: 1 };

/** Reads the settings of linecost.profile. Invalid values count as unset. */
export function profileSettings(uri: vscode.Uri): ProfileSettings {
  const settings = vscode.workspace.getConfiguration('linecost.profile', uri);
  const kinds = settings.get<unknown>('kinds');
  const chosen = PROFILE_KINDS.filter((kind) => Array.isArray(kinds) && kinds.includes(kind));
  return {
    options: {
      kinds: chosen.length > 0 ? chosen : ['cpu'],
      benchtime: String(settings.get<unknown>('benchtime') ?? '').trim(),
      count: wholeNumber(settings.get<unknown>('count'), 1) ?? 1,
    },
    memProfileRate: MEMORY_RATES[settings.get('memoryRate', 'default')],
    timeoutSeconds: wholeNumber(settings.get<unknown>('timeout'), 0) ?? 600,
  };
}

const MIN_MEMORY_MB = 256;

/** Memory limit for loaded profiles and the values computed from them, in bytes. */
export function memoryLimit(): number {
  const limit = vscode.workspace.getConfiguration('linecost.limits').get<unknown>('memory');
  const megabytes = wholeNumber(limit, MIN_MEMORY_MB);
  return megabytes === undefined ? DEFAULT_MEMORY_BYTES : megabytes * MEBIBYTE;
}

export function onMemoryLimit(listener: (bytes: number) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('linecost.limits.memory')) listener(memoryLimit());
  });
}

/** Whether a text is empty or a valid value of -benchtime. */
export function isBenchtime(text: string): boolean {
  const isZero = !/[1-9]/.test(text);
  return text.trim() === '' || (!isZero && /^\s*(\d+x|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)\s*$/.test(text));
}

/** The value, if it is a whole number that is at least `minimum`. */
export function wholeNumber(value: unknown, minimum: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum ? value : undefined;
}
