import { existsSync } from 'node:fs';
import type { Profile } from '../profile/model';
import type { Demangling } from '../profile/text/pprofName';
import { baseName, isUrl } from './paths';
import { UsageError } from './options';

/** What `-symbolize=MODE` asks for. */
export interface Symbolization {
  /** How names that look like C++ are written; unset: all names stay those of the file. */
  readonly demangling?: Demangling;
  /** Whether names that the file has already are made again. */
  readonly force: boolean;
  /** Whether names are looked for in programs of this machine, too. */
  readonly local: boolean;
  /** Words that pprof does not know, and ignores. */
  readonly unknown: readonly string[];
}

/** Source: google/pprof internal/symbolizer, Symbolize. */
export function symbolization(mode: string): Symbolization {
  let [demangling, force, local]: [Demangling, boolean, boolean] = ['simple', false, true];
  const unknown: string[] = [];
  for (const option of mode.toLowerCase().split(':')) {
    const style = option.replace(/^demangle=/, '');
    if (option === 'none' || option === 'no') return { force: false, local: false, unknown };
    if (option === 'local' || option === 'fastlocal') local = true;
    else if (option === 'remote') local = false;
    else if (option === 'force') force = true;
    else if (style === 'full' || style === 'none' || style === 'templates') [demangling, force] = [style, true];
    else if (style !== 'default' && option !== '') unknown.push(option);
  }
  return { demangling, force, local, unknown };
}

/** What pprof says of modes that it does not know. */
export function symbolizationWarnings(mode: string): string {
  const valid = '-symbolize=[local|fastlocal|remote|none][:force][:demangle=[none|full|templates|default]';
  return symbolization(mode).unknown
    .map(() => `ignoring unrecognized symbolization option: ${mode}\nexpecting ${valid}\n`)
    .join('');
}

/**
 * Reading names again from programs is what pprof does where it is told to, and they are there.
 * @throws UsageError
 */
export function checkProgramsAreGone({ mappings }: Profile, mode: string): void {
  const { force, local } = symbolization(mode);
  if (!force || !local) return;
  const found = mappings.find(({ file, buildId }) => {
    return file !== '' && !isUnsymbolizable(file) && !(buildId === '' && isUrl(file)) && existsSync(file);
  });
  if (found !== undefined) {
    throw new UsageError(`-symbolize=${mode} would read ${found.file} again, which is not possible here; valid is none`);
  }
}

/** Source: google/pprof profile, Unsymbolizable. */
function isUnsymbolizable(file: string): boolean {
  return /^(\[|linux-vdso)/.test(baseName(file)) || file.startsWith('/dev/dri/') || file === '//anon';
}
