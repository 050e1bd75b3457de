import { createHash } from 'node:crypto';
import type { Captured } from '../../captures/captureDraft';
import type { GoProgramBuild } from '../../go/captureTypes';
import { conditionsOf } from '../profile/describeTarget';
import type { ProgramTarget } from './pickProgram';
import type { ProgramOptions } from './programOptions';

/** What a capture says of a run in place of its options. */
export interface SaidOfRun {
  readonly args?: string;
  /** The name of the launch configuration. */
  readonly launch?: string;
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 8);
}

/**
 * The parts of a capture of a program other than its profiles.
 * @param openTexts texts of open editors, by absolute path; the texts that were compiled take precedence
 */
export async function describeProgram(
  { uri }: ProgramTarget,
  build: GoProgramBuild,
  { args, env, folder }: ProgramOptions,
  said: SaidOfRun,
  openTexts: ReadonlyMap<string, string>,
): Promise<Captured> {
  const { title, modulePath, moduleDir, linesMayBeOff, texts } = build;
  const file = uri.fsPath;
  const { args: shownArgs = args, launch } = said;
  const isOther = launch === undefined && (env !== '' || folder !== '');
  return {
    title,
    // The same program with other arguments does other work. Values may be secrets.
    subject: `${file}#main ${[shownArgs, ...(isOther ? [hashOf(env, folder)] : [])].join(' ')}`.trimEnd(),
    results: [],
    program: { name: title, file, ...(shownArgs !== '' && { args: shownArgs }), ...(launch !== undefined && { launch }) },
    module: { modulePath, moduleDir },
    ...(linesMayBeOff && { linesMayBeOff }),
    conditions: await conditionsOf(build),
    sources: new Map([...openTexts, ...texts]),
  };
}
