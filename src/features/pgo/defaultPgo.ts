import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { mainPackages } from '../../go/tool/goTool';
import type { Engine } from '../../engine/client';
import type { PgoProblem } from '../../profile/export/pgoProblem';
import { isWallTime } from '../../profile/text/wallText';
import type { Active, Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';
import { askModal, showInformationMessage, showQuickPick } from '../../ui/window';
import { withLateProgress } from '../../ui/progress';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { nameOf } from '../export/exportProfile';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';

/** The file that `go build` looks for in the folder of a main package. */
const FILE_NAME = 'default.pgo';

/**
 * Writes the active CPU profile, unrefined, to the folder of a main package, where `go build` uses it from then on.
 * Throws CaptureError, EngineError or an Error for the user.
 */
export async function useAsDefaultPgo({ session, engine }: { session: Session; engine: Engine }): Promise<void> {
  const { active } = session;
  if (!active) return;
  requireTrust('the go command lists its packages');
  const { id, defaultSampleType } = active.profile.summary;
  const problem = await engine.ask('pgoProblem', { profile: id });
  if (problem) {
    const fix = problem === 'units'
      ? { title: 'Switch Sample Type…', command: 'linecost.switchSampleType' }
      : { title: 'Profile Benchmark', command: 'linecost.profileBenchmark' };
    throw new PreconditionError(`${nameOf(active)} cannot be ${FILE_NAME}: ${pgoRefusal(problem, active)}.`, fix);
  }
  const folder = await askPackage(active.capture.module?.moduleDir);
  if (folder === undefined) return;
  const path = join(folder, FILE_NAME);
  const previous = await readFile(path).catch(() => undefined);
  const place = vscode.workspace.asRelativePath(folder);
  if (previous && !(await askReplace(place))) return;
  await engine.ask('export', { profile: id, sampleType: defaultSampleType, refinement: {}, format: 'pprof', path });
  const message = `${nameOf(active)} is now ${FILE_NAME} of ${place}: go build uses it to optimize that program.`;
  inBackground(offerUndo(message, path, previous));
}

/** Why a profile is refused, as the end of a sentence. */
function pgoRefusal(problem: PgoProblem, { profile: { summary: { sampleTypes } } }: Active): string {
  const isCpu = sampleTypes.some(({ type }) => type === 'cpu');
  switch (problem) {
    case 'units':
      if (sampleTypes.some(isWallTime)) {
        return 'it is a wall profile, and go build would optimize functions that wait: switch to the cpu profile';
      }
      return isCpu
        ? `its costs are in ${sampleTypes.map(({ type, unit }) => `${type}/${unit}`).join(' and ')}, and go build fails without samples/count or cpu/nanoseconds`
        : 'it is not a CPU profile, with which go build would fail: switch to the cpu profile';
    case 'noSamples':
      return 'it has no samples, and go build would ignore it: profile for longer';
    case 'allZero':
      return 'all of its samples are zero, with which go build would fail';
    case 'difference':
      return 'it is the difference of two profiles, with negative costs: use one of them';
    case 'noStartLines':
      return 'it does not say where functions start, with which go build would fail: profile a program built with Go 1.20 or newer';
    case 'noCalls':
      return 'no stack in it has a call, and go build would ignore it';
    default:
      return problem satisfies never;
  }
}

/** The folder of the main package to write to; undefined if the user cancelled. */
async function askPackage(moduleDir: string | undefined): Promise<string | undefined> {
  const folders = moduleDir ? [moduleDir] : (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const packages = await withLateProgress('Looking for main packages', new AbortController().signal, async (signal) => {
    const lists = folders.map((folder) => mainPackages(goEnvironmentOf(vscode.Uri.file(folder)), folder, signal));
    return [...new Set((await Promise.all(lists)).flat())];
  });
  if (packages.length === 0) {
    const where = folders.map((folder) => vscode.workspace.asRelativePath(folder)).join(', ') || 'this window';
    throw new PreconditionError(`There is no main package in ${where}: ${FILE_NAME} belongs beside one.`);
  }
  if (packages.length === 1) return packages[0];
  const items = packages.map((path) => ({ label: vscode.workspace.asRelativePath(path), path }));
  const options = { title: `Linecost: Use as ${FILE_NAME}`, placeHolder: 'Choose the program to optimize with this profile' };
  return (await showQuickPick(items, options))?.path;
}

async function askReplace(place: string): Promise<boolean> {
  const question = `Replace the ${FILE_NAME} of ${place}?`;
  return (await askModal(question, 'Replace')) === 'Replace';
}

async function offerUndo(message: string, path: string, previous: Uint8Array | undefined): Promise<void> {
  if ((await showInformationMessage(message, 'Undo')) !== 'Undo') return;
  if (previous) await writeFile(path, previous);
  else await rm(path, { force: true });
}
