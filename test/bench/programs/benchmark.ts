import childProcess from 'node:child_process';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { editFile } from '../shared/editFile';
import { activateExtension } from '../shared/activateExtension';
import { FakeDocument, FakeEditor } from '../../shared/fakeEditors';
import { FakeUri } from '../../shared/fakeVscode';

/**
 * benchmark.cjs DIST WORKSPACE STORAGE TEST_FILE BENCHMARK SHOWN_FILE [edit]: profiles a benchmark twice in one window,
 * as a click on the lens does. Prints, for each click, the milliseconds from the end of the last run to the columns in
 * the editor, from the click to the columns, and from the click to the end. With `edit`, the test file is edited before
 * each.
 */
const [dist, workspace, storage, testFile, benchmark, shownFile, edits] = process.argv.slice(2) as [
  string, string, string, string, string, string, string?,
];
const ROUNDS = 2;
/** Time limit for the columns to appear. */
const TIMEOUT_MS = 10_000;
void main();

async function main(): Promise<void> {
  let testEnded = NaN;
  const spawn = childProcess.spawn;
  childProcess.spawn = ((...args: Parameters<typeof spawn>) => {
    const child = spawn(...args);
    if (args[1]?.some((arg) => /-test\.run|^-run/.test(arg))) child.once('exit', () => (testEnded = performance.now()));
    return child;
  }) as typeof spawn;

  // By hand, a profile is of one run.
  const settings = { 'linecost.profile.kinds': ['cpu', 'memory'], 'linecost.profile.samples': 0 };
  const { vscode, deactivate } = activateExtension({ dist, workspace, storage, settings });
  let onDrawn: (() => void) | undefined;
  const file = path.join(workspace, shownFile);
  const document = new FakeDocument(FakeUri.file(file), (await readFile(file, 'utf8')).split('\n'));
  vscode.show(new FakeEditor(document, (options) => {
    if (options.some((option) => 'renderOptions' in option)) onDrawn?.();
  }));
  const milliseconds: number[] = [];
  const clicks: { readonly columns: number; readonly end: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (edits) await editFile(path.join(workspace, testFile));
    const columns = new Promise<void>((resolve) => (onDrawn = resolve));
    const clickedAt = performance.now();
    const uri = FakeUri.file(path.join(workspace, testFile));
    const command = vscode.commands.get('linecost.profileBenchmark')!(uri, benchmark);
    await Promise.race([columns, Promise.resolve(command).then(() => pause(TIMEOUT_MS))]);
    const drawnAt = performance.now();
    milliseconds.push(drawnAt - testEnded);
    await command;
    clicks.push({ columns: drawnAt - clickedAt, end: performance.now() - clickedAt });
  }
  deactivate();
  const sizes = await sizesBelow(path.join(storage, 'runs'));
  console.log(JSON.stringify({ milliseconds, clicks, sizes, errors: vscode.errors }));
  process.exit(0);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('no columns were drawn')), milliseconds));
}

async function sizesBelow(folder: string): Promise<number[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.pprof'));
  return Promise.all(files.map(async (name) => (await stat(path.join(folder, name))).size));
}
