import * as vscode from 'vscode';
import { PROFILE_KINDS, type ProfileKind } from '../capture/captureTypes';
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
