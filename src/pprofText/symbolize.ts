import type { Demangling } from '../profile/text/pprofName';

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
