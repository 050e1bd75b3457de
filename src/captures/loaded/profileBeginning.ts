import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import { looksGzipped } from '../../profile/common/gzip';
import { traceVersion } from '../../go/trace/traceHeader';
import { mayBeProfile, standIn } from '../../profile/wire/otherFormats';

const MAX_BEGINNING = 4096;

/**
 * Whether a file may be a profile or an execution trace, judged by its beginning. Other programs write `*.prof` too,
 * such as Python's cProfile. True if the file cannot be read or unpacked, if it stands in for a profile, as a Git LFS
 * pointer does, and if it is empty, because Go writes a CPU profile only when profiling ends.
 */
export async function mayBeProfileFile(uri: vscode.Uri): Promise<boolean> {
  try {
    const beginning = unpacked(await beginningOf(uri));
    return mayBeProfile(beginning) || standIn(beginning) !== undefined || traceVersion(beginning) !== undefined;
  } catch {
    return true;
  }
}

async function beginningOf(uri: vscode.Uri): Promise<Uint8Array> {
  if (uri.scheme !== 'file') return (await vscode.workspace.fs.readFile(uri)).subarray(0, MAX_BEGINNING);
  const file = await open(uri.fsPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BEGINNING), 0, MAX_BEGINNING, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function unpacked(beginning: Uint8Array): Uint8Array {
  if (!looksGzipped(beginning)) return beginning;
  // The end of the compressed data is missing.
  return gunzipSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, MAX_BEGINNING);
}
