import * as vscode from 'vscode';
import type { NamedResults } from '../../bench/resultsByCase';
import type { TestFunction } from '../../go/captureTypes';
import type { MeasuredBenchmark } from '../../captures/loaded/measuredBenchmarks';
import { whenText } from '../../ui/whenText';
import { codeLens } from '../../ui/window';
import { testsOf } from './benchmarksInDocument';
import { subBenchmarksAtCalls } from './subBenchmarksAtCalls';

export function testLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const { uri } = document;
  if (vscode.workspace.getConfiguration('linecost.lenses', uri).get<unknown>('tests') === false) return [];
  return testsOf(document).map(({ name, line }) => {
    const tooltip = `Run ${name} and show what each line costs`;
    const click = { command: 'linecost.profileBenchmark', arguments: [uri, name] };
    return codeLens(line - 1, { icon: 'flame', title: 'profile this test', tooltip, ...click });
  });
}

export function lensesToRun(
  { uri }: vscode.TextDocument,
  { name, line }: TestFunction,
  measured: MeasuredBenchmark | undefined,
): vscode.CodeLens[] {
  const lens = (title: string, command: string, tooltip: string, icon?: string) => {
    return codeLens(line - 1, { icon, title, command, tooltip, arguments: [uri, name] });
  };
  // VS Code moves a row that is wider than the editor to the left of its function.
  const title = measured?.hasProgram ? 'profile' : 'profile this benchmark';
  return [
    lens(title, 'linecost.profileBenchmark', `Run ${name} and show what each line costs`, 'flame'),
    lens('options…', 'linecost.profileBenchmarkWithOptions', `Choose kinds, benchtime and count for ${name}`),
    ...(measured?.hasProgram ? [lens(againTitle(measured), 'linecost.measureAgain', againTooltip(name, measured))] : []),
  ];
}

/** A longer name of a case would push the other lenses out of the editor. */
const MAX_CASE = 16;

function againTitle({ onlyCase }: MeasuredBenchmark): string {
  if (onlyCase === undefined) return 'measure again';
  return onlyCase.length > MAX_CASE ? 'measure case again' : `measure ${onlyCase} again`;
}

function againTooltip(benchmark: string, { pinnedAt, onlyCase }: MeasuredBenchmark): string {
  const name = onlyCase === undefined ? benchmark : `${benchmark}/${onlyCase}`;
  const which = pinnedAt === undefined ? 'earlier capture' : `pinned capture of ${whenText(pinnedAt, Date.now())}`;
  return `Build ${name} as it is now, and measure it in turns with the program of its ${which}`;
}

/** The lenses that profile a single case. `groups` are the results of the benchmark. */
export function caseLenses(
  { uri }: vscode.TextDocument,
  { name, line: from, endLine: to }: TestFunction,
  lines: readonly string[],
  groups: readonly NamedResults[],
): vscode.CodeLens[] {
  if (!lines.slice(from - 1, to).some((text) => /\bRun\b/.test(text))) return [];
  return subBenchmarksAtCalls(groups, lines, { from, to }).map(({ line, subName, hasSubBenchmarks }) => {
    const fullName = `${name}/${subName}`;
    return codeLens(line - 1, {
      icon: 'flame',
      title: hasSubBenchmarks ? 'profile these cases' : 'profile this case',
      command: 'linecost.profileBenchmark',
      tooltip: `Run ${fullName} alone and show what each line costs`,
      arguments: [uri, fullName],
    });
  });
}
