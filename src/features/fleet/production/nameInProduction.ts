import { basename, dirname, relative } from 'node:path';
import type { TextDocument } from 'vscode';
import type { Active } from '../../../captures/session';
import type { QueryEngine } from '../../../engine/client';
import { splitLines } from '../../../profile/common/textLines';
import { packageOf } from '../../../profile/text/functionNames';
import { nodeFileSystem } from '../../../sources/disk/fileSystem';
import { commonSuffix, pathStyleOf } from '../../../sources/disk/pathStyle';
import { declaredFunctions } from '../../../sources/lineMatching/functionExtent';
import { withoutTypeArguments } from '../../../sources/lineMatching/sourceMatch';
import { modFilesAbove } from '../../../sources/workspace/modules';
import { pathOf } from '../../../ui/fileUri';

const MAX_NAMES = 1000;

/**
 * The name in a profile of the function around a line (1-based), found by its package and name: the binary may be built
 * in another checkout that is still on this machine, whose paths lead to the files there. In package main, which each
 * program has, the path in the module must agree. undefined if there is none, or no module. Throws EngineError.
 */
export async function nameInProduction(
  engine: QueryEngine,
  { queryId: profile, sampleType }: Pick<Active, 'queryId' | 'sampleType'>,
  document: TextDocument,
  line: number,
): Promise<string | undefined> {
  const lines = splitLines(document.getText());
  const declared = declaredFunctions(lines).find(({ start, end }) => start <= line && line <= end);
  const place = declared && (await placeInModule(pathOf(document.uri)));
  if (!place) return undefined;
  const isMain = lines.some((text) => /^package\s+main\b/.test(text));
  const search = declared.symbol.slice(declared.symbol.lastIndexOf('.') + 1);
  const view = { sort: 'cum', direction: 'size', search, from: 0, limit: MAX_NAMES, find: '' } as const;
  const rows = await engine.ask('table', { profile, sampleType, options: { granularity: 'functions' }, ...view });
  // Of equal ones, the first costs most.
  return rows.function.map((each, i) => ({ name: each || rows.name[i], file: rows.file[i] })).find(({ name, file }) => {
    const isNamed = symbolOf(name) === declared.symbol && packageOf(name) === (isMain ? 'main' : place.packagePath);
    return isNamed && (!isMain || isAt(file, place));
  })?.name;
}

/** Where a file is: the path of its package, and its path from the name of its module on, in elements. */
interface PlaceInModule {
  readonly packagePath: string;
  readonly elements: readonly string[];
}

/** undefined outside of modules. */
async function placeInModule(path: string): Promise<PlaceInModule | undefined> {
  const { module } = await modFilesAbove(nodeFileSystem(), pathStyleOf(process.platform), dirname(path));
  if (!module || module.file.modulePath === '') return undefined;
  const folders = relative(module.dir, dirname(path)).split(/[\\/]/).filter((folder) => folder !== '');
  const { modulePath } = module.file;
  return {
    packagePath: [modulePath, ...folders].join('/'),
    elements: [basename(modulePath.replace(/\/v\d+$/, '')), ...folders, basename(path)],
  };
}

/** Whether a path of another machine ends with the path in the module; beside go.mod, with the module's name, too. */
function isAt(file: string, { elements }: PlaceInModule): boolean {
  return commonSuffix(file.split(/[\\/]/), elements) >= Math.max(2, elements.length - 1);
}

/** `example.com/a/b.(*T[...]).M` → `(*T).M` */
function symbolOf(name: string): string {
  const plain = withoutTypeArguments(name);
  return plain.slice(plain.indexOf('.', plain.lastIndexOf('/') + 1) + 1);
}
