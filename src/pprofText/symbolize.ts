import { existsSync } from 'node:fs';
import type { Profile } from '../profile/model';
import type { Demangling } from '../profile/text/pprofName';
import { baseName, isUrl } from './paths';
import { UsageError } from './options';

/** The parsed mode of `-symbolize=MODE`. */
export interface Symbolization {
  /** How C++ names are shortened; unset if names stay unchanged. */
  readonly demangling?: Demangling;
  /** Whether to replace names that the file already has. */
  readonly force: boolean;
  /** Whether to read names from binaries on this machine. */
  readonly local: boolean;
  /** Unknown parts of the mode, which pprof ignores. */
  readonly unknown: readonly string[];
}

/** Parses the mode of `-symbolize`. Source: google/pprof internal/symbolizer, Symbolize. */
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

/** pprof's warnings about unknown modes. */
export function symbolizationWarnings(mode: string): string {
  const valid = '-symbolize=[local|fastlocal|remote|none][:force][:demangle=[none|full|templates|default]';
  return symbolization(mode).unknown
    .map(() => `ignoring unrecognized symbolization option: ${mode}\nexpecting ${valid}\n`)
    .join('');
}

/**
 * Checks that pprof would not read names from the profile's binaries, because Linecost cannot.
 * @throws UsageError if the mode is to read names, and a binary is on this machine
 */
export function checkProgramsAreGone({ mappings }: Profile, mode: string): void {
  const { force, local } = symbolization(mode);
  if (!force || !local) return;
  const binary = mappings.find(({ file, buildId }) => {
    return file !== '' && !isUnsymbolizable(file) && !(buildId === '' && isUrl(file)) && existsSync(file);
  });
  if (binary !== undefined) {
    throw new UsageError(`-symbolize=${mode} would read names from ${binary.file}, which is not supported; valid: none`);
  }
}

/** Source: google/pprof profile, Unsymbolizable. */
function isUnsymbolizable(file: string): boolean {
  return /^(\[|linux-vdso)/.test(baseName(file)) || file.startsWith('/dev/dri/') || file === '//anon';
}
