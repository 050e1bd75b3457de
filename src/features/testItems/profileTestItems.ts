import { posix } from 'node:path';
import * as vscode from 'vscode';
import { findTestFunctions } from '../../go/code/findTests';
import { isText, shape } from '../../profile/common/shapes';
import { basename } from '../../profile/text/shortNames';
import { relativePath } from '../../ui/fileUri';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { testsOf, testsOfFolder } from '../leaks/pickLeakTargets';
import { type Target, targetNamed, workspaceBenchmarks } from '../profile/pickTarget';
import { profileTarget, type ProfilingParts } from '../profile/profileTarget';
import { profileInOrder, profileSuite } from '../suite/profileSuite';
import { suiteFunction } from './suiteFunction';
import { type GoSuiteMethod, type GoTestScope, parseTestItem } from './testItem';

/** The parts of vscode.TestItem that are read. */
interface TestItem {
  readonly id: string;
  readonly parent?: unknown;
}

const isTestItem = shape({ id: isText });

/**
 * Profiles the items of the Test Explorer: one function as a click on its lens does, a file or folder as the command
 * for suites does, several items one after the other. Throws an Error for the user, or like profileTarget.
 * @param given what VS Code passes to a command of the item's menu: the items, or lists of them
 */
export async function profileTestItems(given: readonly unknown[], parts: ProfilingParts): Promise<void> {
  requireTrust('profiling runs its code');
  const items = itemsOf(given);
  parts.measurements.check();
  const [first] = items;
  const parsed = parseTestItem(first.id);
  if (items.length === 1 && parsed?.what === 'scope') {
    await benchmarksOf(parsed);
    return profileSuite(parts, vscode.Uri.parse(parsed.uri));
  }
  const targets = distinct((await Promise.all(items.map(targetsOf))).flat());
  if (items.length > 1) return profileInOrder({ name: nameOf(targets), targets, isOnlyMeasured: false }, parts);
  const [target] = targets;
  const file = target.uri.toString();
  const isInView = vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === file);
  await profileTarget({ target, withOptions: false, isInView }, parts);
}

/** The tests of the items, without benchmarks. Throws an Error for the user if there are none. */
export async function testsOfItems(given: readonly unknown[]): Promise<readonly Target[]> {
  const targets = await Promise.all(itemsOf(given).map(async (item) => {
    const parsed = parseTestItem(item.id);
    return parsed?.what === 'scope' ? testsOfScope(parsed) : targetsOf(item);
  }));
  const tests = distinct(targets.flat().filter(({ kind }) => kind !== 'benchmark'));
  if (tests.length > 0) return tests;
  throw new PreconditionError('Goroutines are looked for in tests, examples and fuzz tests: select one of them.');
}

function testsOfScope({ uri: text, kind }: GoTestScope): Promise<Target[]> {
  const uri = vscode.Uri.parse(text);
  if (kind === 'file') return testsOf(uri);
  if (kind === 'package') return testsOfFolder(uri);
  throw new PreconditionError('Select a package, a file or tests: the leaks of a whole module take long to find.');
}

function itemsOf(given: readonly unknown[]): readonly TestItem[] {
  const items = given.flat().filter(isTestItem) as readonly TestItem[];
  if (items.length > 0) return items;
  throw new PreconditionError('Select a test in the Test Explorer.', { title: 'Open Test Explorer', command: 'workbench.view.testing.focus' });
}

/** The functions of an item. Throws an Error for the user if there are none. */
async function targetsOf(item: TestItem): Promise<readonly Target[]> {
  const parsed = parseTestItem(item.id);
  switch (parsed?.what) {
    case 'function':
      return [await functionNamed(vscode.Uri.parse(parsed.uri), parsed.name)];
    case 'method':
      return [await caseOfSuite(parsed, item.parent)];
    case 'scope':
      return benchmarksOf(parsed);
    case undefined:
      throw new PreconditionError(`${shortened(item.id)} is not a test of the Go extension: Linecost profiles only those.`);
  }
}

async function functionNamed(uri: vscode.Uri, name: string): Promise<Target> {
  if (!name.startsWith('Example')) return targetNamed(uri, name);
  const text = await textOf(uri);
  if (findTestFunctions(text).some((each) => each.name === name) || !text.includes(`func ${name}(`)) return targetNamed(uri, name);
  throw new PreconditionError(`${name} is not run by go test: it needs an "// Output:" comment at its end.`);
}

/** A method of a testify suite, as a case of the function that runs the suite: the item's parent, or one beside it. */
async function caseOfSuite({ uri: text, type, name }: GoSuiteMethod, parent: unknown): Promise<Target> {
  const above = isTestItem(parent) ? parseTestItem(parent.id) : undefined;
  if (above?.what === 'function') return targetNamed(vscode.Uri.parse(above.uri), `${above.name}/${name}`);
  const uri = vscode.Uri.parse(text);
  const folder = vscode.Uri.joinPath(uri, '..');
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const beside = entries.map(([entry]) => entry).filter((entry) => entry.endsWith('_test.go'));
  for (const file of [uri, ...beside.map((entry) => vscode.Uri.joinPath(folder, entry))]) {
    const runner = suiteFunction(await textOf(file), type);
    if (runner !== undefined) return { uri: file, kind: 'test', name: `${runner}/${name}` };
  }
  throw new PreconditionError(`No test in ${relativePath(folder)} calls suite.Run with ${type}, which go test needs to run ${name}.`);
}

/** The benchmarks of a file or folder. Throws an Error for the user if there are none. */
async function benchmarksOf({ uri: text, kind }: GoTestScope): Promise<readonly Target[]> {
  const { path } = vscode.Uri.parse(text);
  const folder = (target: Target) => posix.dirname(target.uri.path);
  const isIn = (target: Target): boolean => {
    if (kind === 'file') return target.uri.path === path;
    return folder(target) === path || (kind !== 'package' && folder(target).startsWith(path === '/' ? path : `${path}/`));
  };
  const targets = (await workspaceBenchmarks()).filter(isIn);
  if (targets.length > 0) return targets;
  const place = relativePath(vscode.Uri.parse(text)) || basename(path);
  throw new PreconditionError(`There is no benchmark in ${place}: select the tests in it to profile them one after the other.`);
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

function distinct(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [`${target.uri.toString()}#${target.name}`, target])).values()];
}

function nameOf(targets: readonly Target[]): string {
  const files = new Set(targets.map(({ uri }) => uri.path));
  return files.size === 1 ? basename([...files][0]) : 'the selection';
}

function shortened(id: string): string {
  return id.length > 60 ? `${id.slice(0, 59)}…` : id;
}
