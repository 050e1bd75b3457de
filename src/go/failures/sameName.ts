import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CaptureError, type FailureLocation } from '../../common/captureError';
import type { GoTestRequest } from '../captureTypes';
import { findTestFunctions } from '../code/findTests';
import type { GoPackage } from '../tool/goTool';
import { shortLocation } from './failureReader';

/**
 * The failure of a test whose name is declared twice, in a package and in its external tests: package p and p_test.
 * `go test` runs both under the same name, so that their results and profiles cannot be told apart. undefined if the
 * name is declared once, or the files cannot be read.
 */
export async function sameNameFailure(
  { name }: GoTestRequest['target'],
  packageDir: string,
  { testFiles, externalTestFiles }: Pick<GoPackage, 'testFiles' | 'externalTestFiles'>,
): Promise<CaptureError | undefined> {
  if (externalTestFiles.length === 0) return undefined;
  const [baseName] = name.split('/');
  const isExternal = new Set(externalTestFiles);
  const placeIn = async (files: readonly string[]) => (await declarationIn(packageDir, files, baseName))?.declared;
  const own = await placeIn(testFiles.filter((file) => !isExternal.has(file)));
  const external = own && (await placeIn(externalTestFiles));
  if (!external) return undefined;
  const places = `${shortLocation(own)} and ${shortLocation(external)}`;
  const message = `${baseName} is declared at ${places}: go test runs both under this name, so that their figures cannot be told apart; rename one of them.`;
  return new CaptureError('sameName', message, own, undefined, external);
}

/** Where a test is declared, and where it first calls b.Loop. */
interface Declaration {
  readonly declared?: FailureLocation;
  readonly loop?: FailureLocation;
}

/** The declaration of the request's target; empty if it is not found. */
export async function declarationOf(
  { target, packageDir }: Pick<GoTestRequest, 'target' | 'packageDir'>,
  { testFiles }: Pick<GoPackage, 'testFiles'>,
): Promise<Declaration> {
  return (await declarationIn(packageDir, testFiles, target.name.split('/')[0])) ?? {};
}

async function declarationIn(folder: string, files: readonly string[], name: string): Promise<Declaration | undefined> {
  for (const base of files) {
    const file = join(folder, base);
    const text = await readFile(file, 'utf8').catch(() => '');
    const found = text.includes(name) && findTestFunctions(text).find((each) => each.name === name);
    if (!found) continue;
    const body = text.split('\n').slice(found.line - 1, found.endLine);
    const at = body.findIndex((line) => /\.Loop\(\)/.test(line));
    const declared = { file, line: found.line, column: 1 };
    return { declared, ...(at >= 0 && { loop: { file, line: found.line + at, column: 1 } }) };
  }
  return undefined;
}
