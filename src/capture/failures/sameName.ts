import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CaptureError, type FailureLocation } from '../captureError';
import type { GoTestRequest } from '../captureTypes';
import { findTestFunctions } from '../goCode/findTests';
import type { GoPackage } from '../goCommand/goTool';
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
  const placeIn = async (files: readonly string[]): Promise<FailureLocation | undefined> => {
    for (const file of files) {
      const path = join(packageDir, file);
      const text = await readFile(path, 'utf8').catch(() => '');
      const found = text.includes(baseName) && findTestFunctions(text).find((each) => each.name === baseName);
      if (found) return { file: path, line: found.line, column: 1 };
    }
    return undefined;
  };
  const own = await placeIn(testFiles.filter((file) => !isExternal.has(file)));
  const external = own && (await placeIn(externalTestFiles));
  if (!external) return undefined;
  const places = `${shortLocation(own)} and ${shortLocation(external)}`;
  const message = `${baseName} is declared at ${places}: go test runs both under this name, so that their figures cannot be told apart; rename one of them.`;
  return new CaptureError('sameName', message, own, undefined, external);
}
