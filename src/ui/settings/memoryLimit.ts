import * as vscode from 'vscode';
import { DEFAULT_MEMORY_BYTES, MEBIBYTE } from '../../engine/memoryUse';
import { wholeNumber } from './wholeNumber';

const MIN_MEMORY_MB = 256;
const MAX_MEMORY_MB = 65_536;

/** Memory limit for loaded profiles and the values computed from them, in bytes. */
export function memoryLimit(): number {
  const limit = vscode.workspace.getConfiguration('linecost.limits').get<unknown>('memory');
  const megabytes = wholeNumber(limit, MIN_MEMORY_MB, MAX_MEMORY_MB);
  return megabytes === undefined ? DEFAULT_MEMORY_BYTES : megabytes * MEBIBYTE;
}

export function onMemoryLimit(listener: (bytes: number) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('linecost.limits.memory')) listener(memoryLimit());
  });
}
