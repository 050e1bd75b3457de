import { posix } from 'node:path';
import * as vscode from 'vscode';
import { type PickItem, showQuickPick } from '../../ui/window';
import { type Target, workspaceBenchmarks } from '../profile/pickTarget';
import { PreconditionError } from '../../ui/preconditionError';

/** The benchmarks of a suite, or functions that were selected, and what to call it: `bytes_test.go`, `package lib`. */
export interface Suite {
  readonly name: string;
  readonly targets: readonly Target[];
  /** Whether they are measured without profiles. */
  readonly isOnlyMeasured: boolean;
}

/**
 * Asks for the benchmarks of a file, its package, a folder with the folders in it, or a module. undefined if the user
 * cancelled. Throws an Error for the user if there is no benchmark.
 * @param describe says how large a suite is, and how long it will take
 */
export async function pickSuite(uri: vscode.Uri, describe: DescribeSuite): Promise<Suite | undefined> {
  const items = scopesOf(uri).then((scopes) => {
    const suites = [false, true].flatMap((isOnlyMeasured) => scopes.map((scope) => ({ ...scope, isOnlyMeasured })));
    if (suites.length > 0) return suites.map((suite) => suiteItem(suite, describe));
    throw new PreconditionError(`There is no benchmark in ${vscode.workspace.asRelativePath(uri)} or in its module.`);
  });
  const title = 'Linecost: Profile Every Benchmark';
  return (await showQuickPick(items, { title, placeHolder: 'They run one after the other' }))?.suite;
}

type DescribeSuite = (suite: Suite) => string;

type Scope = Omit<Suite, 'isOnlyMeasured'>;

interface SuiteItem extends PickItem {
  readonly suite: Suite;
}

function suiteItem(suite: Suite, describe: DescribeSuite): SuiteItem {
  const { name, isOnlyMeasured } = suite;
  const label = isOnlyMeasured ? `Measure ${name}, timing only` : `Profile ${name}`;
  return { label, description: describe(suite), icon: isOnlyMeasured ? 'watch' : 'flame', suite };
}

/** The scopes around a file or folder, the smallest first. Leaves out scopes that add no benchmark. */
async function scopesOf(uri: vscode.Uri): Promise<Scope[]> {
  const isFile = uri.path.endsWith('.go');
  const folder = isFile ? vscode.Uri.joinPath(uri, '..') : uri;
  const modules = (await vscode.workspace.findFiles('**/go.mod', EXCLUDED)).map(folderOf);
  const moduleOf = (path: string) => longest(modules.filter((each) => isWithin(path, each)));
  const module = moduleOf(folder.path);
  const ofModule = (await workspaceBenchmarks()).filter((target) => {
    const path = folderOf(target.uri);
    return module === undefined ? path === folder.path : moduleOf(path) === module;
  });
  const inFile = isFile ? ofModule.filter((target) => target.uri.path === uri.path) : [];
  const inFolder = ofModule.filter((target) => folderOf(target.uri) === folder.path);
  // In the module's own folder, these are the benchmarks of the module.
  const below = folder.path === module ? [] : ofModule.filter(({ uri: { path } }) => isWithin(path, folder.path));
  const name = posix.basename(folder.path);
  const scopes: Scope[] = [
    { name: posix.basename(uri.path), targets: inFile },
    { name: `package ${name}`, targets: inFolder },
    { name: `${name} and the folders in it`, targets: below },
    { name: `module ${posix.basename(module ?? folder.path)}`, targets: ofModule },
  ];
  return scopes.filter(({ targets }, i) => {
    return targets.length > Math.max(0, ...scopes.slice(0, i).map((smaller) => smaller.targets.length));
  });
}

const EXCLUDED = '**/{node_modules,testdata,vendor}/**';

function folderOf({ path }: vscode.Uri): string {
  return posix.dirname(path);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function longest(paths: readonly string[]): string | undefined {
  return paths.toSorted((a, b) => b.length - a.length)[0];
}
