import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { groupByName } from '../../bench/resultsByCase';
import { baseOf, type LatestResults } from '../../captures/loaded/latestResults';
import { findTestFunctions } from '../../go/code/findTests';
import { runCalls } from '../../go/code/runCalls';
import { relativePath } from '../../ui/fileUri';
import { PreconditionError } from '../../ui/preconditionError';
import { type PickItem, showInputBox, showQuickPick } from '../../ui/window';
import type { Target } from '../profile/pickTarget';

/** A benchmark of a package, and the names of its cases as far as they are known: `size=1`. */
interface KnownBenchmark {
  readonly target: Target;
  readonly cases: readonly string[];
}

interface TargetItem extends PickItem {
  /** Unset if the user is to enter a name. */
  readonly target?: Target;
}

/** Two benchmarks or cases of one package to measure in turns. */
export interface PickedBenchmarks {
  readonly now: Target;
  readonly before: Target;
}

/**
 * Asks which case of a benchmark to measure, if cases of it are known, and against which other benchmark or case of its
 * package. undefined if the user cancels. Throws an Error for the user if there is no other one.
 */
export async function pickBenchmarks(
  benchmark: Target,
  results: Pick<LatestResults, 'of'>,
): Promise<PickedBenchmarks | undefined> {
  const all = await benchmarksBeside(benchmark, results);
  const own = all.find(({ target }) => isSame(target, benchmark));
  const names = itemsOf(own ? [own] : []);
  const now = names.length < 2 ? benchmark : await pickOne(names, {
    title: `Linecost: Measure ${benchmark.name} Against Another Benchmark`,
    placeHolder: 'What to measure: the new one of the two',
  });
  if (!now) return undefined;
  const others = itemsOf([...(own ? [own] : []), ...all.filter((each) => each !== own)]);
  const items = others.filter(({ target }) => !overlap(target!, now));
  if (items.length === 0) {
    const message = `The package has no benchmark beside ${now.name}, and no other case of it is known: profile it first, or write another one.`;
    throw new PreconditionError(message);
  }
  const typed: TargetItem = { icon: 'edit', label: 'Another name…', detail: 'Such as BenchmarkX/case', alwaysShow: true };
  const title = `Linecost: Measure ${now.name} Against`;
  const before = await pickOne([...items, typed], { title, placeHolder: 'The old one of the two. Both are in one program, and run in turns' }, () => {
    return typeName(title, all, now);
  });
  return before && { now, before };
}

async function pickOne(
  items: readonly TargetItem[],
  options: vscode.QuickPickOptions & { readonly canPickMany?: false },
  type: () => Promise<Target | undefined> = async () => undefined,
): Promise<Target | undefined> {
  const chosen = await showQuickPick(items, { ...options, matchOnDescription: true });
  return chosen && (chosen.target ?? type());
}

async function typeName(title: string, all: readonly KnownBenchmark[], now: Target): Promise<Target | undefined> {
  const targetOf = (text: string): Target | string => {
    const name = text.trim().replaceAll(' ', '_');
    const found = all.find(({ target }) => target.name === baseOf(name));
    if (!found) return `The package has no ${baseOf(name) || 'benchmark of this name'}.`;
    const target = { ...found.target, name };
    return overlap(target, now) ? `${name} and ${now.name} are not two benchmarks: one contains the other.` : target;
  };
  const text = await showInputBox({
    title,
    prompt: 'A benchmark of the package, or a case of it as go test prints it, such as BenchmarkX/size=10',
    value: `${baseOf(now.name)}/`,
    ignoreFocusOut: true,
    validateInput: (entered) => {
      const target = targetOf(entered);
      return typeof target === 'string' ? target : undefined;
    },
  });
  const target = text === undefined ? undefined : targetOf(text);
  return typeof target === 'string' ? undefined : target;
}

function isSame(a: Target, b: Target): boolean {
  return a.name === b.name && a.uri.toString() === b.uri.toString();
}

/** Whether one of the two is the other, or a case of it. */
function overlap(a: Target, b: Target): boolean {
  return `${a.name}/`.startsWith(`${b.name}/`) || `${b.name}/`.startsWith(`${a.name}/`);
}

/** Each benchmark, followed by its cases. */
function itemsOf(benchmarks: readonly KnownBenchmark[]): TargetItem[] {
  return benchmarks.flatMap(({ target, cases }) => {
    const names = [target.name, ...cases.map((each) => `${target.name}/${each}`)];
    const count = cases.length === 0 ? '' : `, with its ${cases.length === 1 ? 'case' : `${cases.length} cases`}`;
    return names.map((name, i) => ({
      label: name, description: `${relativePath(target.uri)}${i === 0 ? count : ''}`, target: { ...target, name },
    }));
  });
}

/** The benchmarks of a package, those of the given file first. */
async function benchmarksBeside({ uri }: Target, results: Pick<LatestResults, 'of'>): Promise<KnownBenchmark[]> {
  const folder = dirname(uri.fsPath);
  const names = (await readdir(folder)).filter((name) => name.endsWith('_test.go')).sort();
  const files = names.map((name) => vscode.Uri.file(join(folder, name)));
  const own = files.findIndex((file) => file.toString() === uri.toString());
  const ordered = own < 0 ? files : [files[own], ...files.filter((_, i) => i !== own)];
  return (await Promise.all(ordered.map((file) => benchmarksIn(file, results)))).flat();
}

async function benchmarksIn(uri: vscode.Uri, results: Pick<LatestResults, 'of'>): Promise<KnownBenchmark[]> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const lines = text.split(/\r\n|\r|\n/);
  return findTestFunctions(text).filter(({ kind }) => kind === 'benchmark').map(({ kind, name, line, endLine }) => {
    const measured = groupByName(results.of(uri.fsPath, name)).flatMap(({ subName }) => (subName === '' ? [] : [subName]));
    const cases = measured.length > 0 ? measured : literalCases(lines.slice(line - 1, endLine).join('\n'));
    return { target: { uri, kind, name }, cases: [...new Set(cases)] };
  });
}

/** The names of cases that the calls of b.Run in a function's text have as literals. */
function literalCases(text: string): string[] {
  const calls = runCalls(text).filter(({ hasInner, path }) => !hasInner && path.every(({ isLiteral }) => isLiteral));
  return calls.map(({ path }) => path.map(({ text: name }) => name).join('/'));
}
