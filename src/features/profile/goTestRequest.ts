import * as vscode from 'vscode';
import { readResultsOf, roundsOf } from '../../bench/goTestResults';
import { type GoTestRequest, PROFILE_KINDS } from '../../go/captureTypes';
import { inSlices } from '../../go/timeSlices';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import { profileSettings, type RunOptions } from '../../ui/settings/profileSettings';
import type { Target } from './target';

/** The request for a target, from the chosen options and the settings. */
export function goTestRequest({ uri, kind, name }: Target, options: RunOptions): GoTestRequest {
  const { memProfileRate, timeoutSeconds } = profileSettings(uri);
  const go = goEnvironmentOf(uri);
  return {
    packageDir: vscode.Uri.joinPath(uri, '..').fsPath,
    target: { kind, name },
    kinds: PROFILE_KINDS.filter((known) => options.kinds.includes(known)),
    benchtime: options.benchtime || undefined,
    count: options.count,
    byDuration: options.byDuration,
    memProfileRate,
    timeoutSeconds,
    resultsOf: async (output) => {
      return (await inSlices(readResultsOf(output, name, roundsOf(options.count, go)))).results;
    },
    maxProfileBytes: memoryLimit(),
    sourceFolders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    go,
  };
}
