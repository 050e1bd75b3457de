import type { TextDocument } from 'vscode';
import type { Active } from '../../../captures/session';
import type { QueryEngine } from '../../../engine/client';
import { splitLines } from '../../../profile/common/textLines';
import { packageOf } from '../../../profile/text/functionNames';
import { declaredFunctions } from '../../../sources/lineMatching/functionExtent';
import { withoutTypeArguments } from '../../../sources/lineMatching/sourceMatch';
import { pathOf } from '../../../ui/fileUri';

const MAX_NAMES = 1000;

/**
 * The name in a profile of the function around a line (1-based), found by its package and name: the binary may be built
 * in another checkout that is still on this machine, whose paths lead to the files there. Of packages with the same
 * name, the one whose path is most like the document's; undefined without one. Throws EngineError.
 */
export async function nameInProduction(
  engine: QueryEngine,
  { queryId: profile, sampleType }: Pick<Active, 'queryId' | 'sampleType'>,
  document: TextDocument,
  line: number,
): Promise<string | undefined> {
  const lines = splitLines(document.getText());
  const declared = declaredFunctions(lines).find(({ start, end }) => start <= line && line <= end);
  const clause = lines.map((text) => /^package\s+(\w+)/.exec(text)?.[1]).find((found) => found !== undefined);
  if (!declared || clause === undefined) return undefined;
  const search = declared.symbol.slice(declared.symbol.lastIndexOf('.') + 1);
  const view = { sort: 'cum', direction: 'size', search, from: 0, limit: MAX_NAMES, find: '' } as const;
  const rows = await engine.ask('table', { profile, sampleType, options: { granularity: 'functions' }, ...view });
  const folders = pathOf(document.uri).split(/[\\/]/).slice(0, -1);
  const alike = rows.function.flatMap((each, i) => {
    const name = each || rows.name[i];
    const path = packageOf(name).split('/');
    const isSame = withoutTypeArguments(name).endsWith(`${path.at(-1)}.${declared.symbol}`);
    const common = commonEnd(path, folders);
    return isSame && (path.at(-1) === clause || (common > 0 && clause !== 'main')) ? [{ name, common }] : [];
  });
  // Of equal ones, the first costs most.
  return alike.sort((a, b) => b.common - a.common)[0]?.name;
}

/** The number of equal elements at the ends. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}
