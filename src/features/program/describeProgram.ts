import type { Captured } from '../../captures/captureDraft';
import type { GoProgramBuild } from '../../go/captureTypes';
import { conditionsOf } from '../profile/describeTarget';
import type { ProgramTarget } from './pickProgram';
import type { ProgramOptions } from './programOptions';

/**
 * The parts of a capture of a program other than its profiles.
 * @param openTexts texts of open editors, by absolute path; the texts that were compiled take precedence
 */
export async function describeProgram(
  { uri }: ProgramTarget,
  build: GoProgramBuild,
  { args }: Pick<ProgramOptions, 'args'>,
  openTexts: ReadonlyMap<string, string>,
): Promise<Captured> {
  const { title, modulePath, moduleDir, linesMayBeOff, texts } = build;
  const file = uri.fsPath;
  return {
    title,
    // The same program with other arguments does other work.
    subject: `${file}#main ${args}`.trimEnd(),
    results: [],
    program: { name: title, file, ...(args !== '' && { args }) },
    module: { modulePath, moduleDir },
    ...(linesMayBeOff && { linesMayBeOff }),
    conditions: await conditionsOf(build),
    sources: new Map([...openTexts, ...texts]),
  };
}
