import { dirname, relative } from 'node:path';
import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import type { GoEnvironment } from '../../go/captureTypes';
import { instructionLevels } from '../../go/machine/instructionLevels';
import { type ChosenEnvironment, chosenText, isStorable, parseChosen } from '../../go/tool/chosenEnvironment';
import { flagValue, isFlagOn } from '../../go/tool/goFlags';
import { compareVersions, goLineOf, installedToolchains, type Toolchain } from '../../go/tool/installedToolchains';
import { goTool, readGoSettings } from '../../go/tool/goTool';
import { ignored } from '../../profile/common/ignored';
import type { Target } from '../profile/pickTarget';
import { type PickItem, showInputBox, showQuickPick } from '../../ui/window';

interface EnvironmentItem extends PickItem {
  /** The variables and flags; with `…` at the end, the user completes them. */
  readonly text: string;
}

/** At most this many profiles for PGO are offered. */
const MAX_PROFILES = 3;
/** At most this many levels of instructions are offered, the newest first: shipped programs rarely use the newest. */
const MAX_LEVELS = 2;
/** At most this many toolchains are offered, the newest first. */
const MAX_TOOLCHAINS = 4;

/** Asks for the environment to measure in. undefined if the user cancels. */
export async function pickEnvironment(
  target: Target,
  go: GoEnvironment,
  memento: vscode.Memento,
): Promise<ChosenEnvironment | undefined> {
  const title = `Linecost: Measure ${target.name} Again With`;
  const last = memento.get<unknown>(LAST);
  const chosen = await showQuickPick(environmentItems(target, go, typeof last === 'string' ? last : ''), {
    title,
    placeHolder: 'In turns with the environment of the settings; for this measurement alone',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!chosen) return undefined;
  const text = chosen.text.endsWith('…') ? await typeEnvironment(title, chosen.text.slice(0, -1)) : chosen.text;
  if (text === undefined) return undefined;
  const environment = parseChosen(text);
  if (typeof environment === 'string') return undefined;
  if (isStorable(environment)) await memento.update(LAST, text);
  return environment;
}

/** The environment that was chosen last; it is offered again, and never applied by itself. */
const LAST = 'linecost.lastChosenEnvironment';

function typeEnvironment(title: string, value: string): Promise<string | undefined> {
  return Promise.resolve(showInputBox({
    title,
    prompt: 'Variables and flags of go test, such as GOGC=200 GOMEMLIMIT=1GiB or -tags=purego',
    value,
    valueSelection: [value.length, value.length],
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseChosen(text);
      return typeof parsed === 'string' ? parsed : undefined;
    },
  }));
}

/** The choices that make sense on this machine and for this package. */
async function environmentItems(target: Target, go: GoEnvironment, last: string): Promise<EnvironmentItem[]> {
  const folder = dirname(target.uri.fsPath);
  const [own, levels, toolchains, goLine, profiles] = await Promise.all([
    readGoSettings(goTool(go, folder, new AbortController().signal)).catch(ignored('the toolchain is not known', undefined)),
    instructionLevels(),
    installedToolchains(go),
    goLineOf(folder),
    pgoProfiles(folder),
  ]);
  const item = (text: string, detail: string, icon = 'symbol-variable'): EnvironmentItem => ({ icon, label: text, text, detail });
  const instructions = newest(levels?.levels ?? []).filter((level) => go.env[levels!.variable] !== level);
  const offered = [
    item('GOGC=off', 'No garbage collection: the heap grows by all that a run allocates'),
    item('GOGC=400', 'A quarter of the collections, more memory'),
    ...(availableParallelism() > 1 ? [item('GOMAXPROCS=1', 'One processor for Go code, and for the garbage collector')] : []),
    ...instructions.map((level) => item(`${levels!.variable}=${level}`, 'Newer instructions. The first build with them takes minutes.')),
    ...(flagValue(go.buildFlags, 'pgo') === undefined ? [] : [item('-pgo=off', 'Without the profile that guides the build', 'settings')]),
    ...profiles.map((file) => item(`-pgo=${file}`, 'Guided by this profile (PGO)', 'settings')),
    ...(isFlagOn(go.buildFlags, 'race') ? [] : [item('-race', 'With the race detector. Needs cgo', 'settings')]),
    ...usable(toolchains, own?.version, goLine).map(({ version }) => ({
      ...item(`Go ${version.slice('go'.length)}`, 'This toolchain, which is installed', 'package'), text: `GOTOOLCHAIN=${version}`,
    })),
    ...(profiles.length > 0 ? [] : [item('-pgo=…', 'Guided by a profile (PGO): its path from the package', 'settings')]),
    item('GOMEMLIMIT=…', 'A limit for memory: collects more often near it'),
    item('GODEBUG=…', 'Settings of the runtime, such as GODEBUG=madvdontneed=1'),
    item('-tags=…', 'Build tags, beside those of the settings', 'settings'),
    { icon: 'edit', label: 'Other variables or flags…', text: '…', detail: 'NAME=value, several of them, and flags of go build and go test', alwaysShow: true },
  ];
  const known = parseChosen(last);
  if (typeof known === 'string') return offered;
  const again = { ...item(chosenText(known), 'Chosen last', 'history'), text: last };
  return [again, ...offered.filter(({ text }) => text !== last)];
}

/** @param levels the least first */
function newest(levels: readonly string[]): string[] {
  return levels.slice(-MAX_LEVELS).reverse();
}

/** The toolchains other than that of the settings that the go.mod allows, the newest first. */
function usable(toolchains: readonly Toolchain[], own: string | undefined, goLine = '1.0'): Toolchain[] {
  return toolchains
    .filter(({ version }) => version !== own && compareVersions(version, goLine) >= 0)
    .slice(0, MAX_TOOLCHAINS);
}

/** Profiles named default.pgo in the workspace, as paths relative to the package's folder, where go looks for them. */
async function pgoProfiles(folder: string): Promise<string[]> {
  const files = await vscode.workspace.findFiles('**/default.pgo', '**/{node_modules,testdata}/**', MAX_PROFILES);
  return files.map(({ fsPath }) => relative(folder, fsPath).replaceAll('\\', '/')).sort();
}
