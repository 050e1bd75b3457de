import { withoutDroppedFrames } from '../profile/refine/profileDropFrames';
import { type Demangling, pprofName } from '../profile/text/pprofName';
import type { Profile } from '../profile/model';
import { withMapping } from '../profile/refine/mergedHeader';
import { withStrings } from '../profile/strings';
import { isUrl } from './paths';

/**
 * Prepares a profile as pprof does before every report: adds a mapping if there is none, shortens function names (see
 * pprofName), drops the frames that match `drop_frames`, and clears the file of each mapping without a build ID whose
 * file is a URL.
 * Source: google/pprof internal/driver, fetchProfiles.
 */
export function asPprofReads(profile: Profile, mode: Symbolization = symbolization('')): Profile {
  const { mappings, ...rest } = withoutDroppedFrames(withNames(withMapping(profile), mode));
  return {
    ...rest,
    mappings: mappings.map((mapping) =>
      mapping.buildId === '' && isUrl(mapping.file) ? { ...mapping, file: '' } : mapping,
    ),
  };
}

function withNames(profile: Profile, { demangling, force }: Symbolization): Profile {
  const { functions, strings } = profile;
  const final: Profile = { ...profile, hasFinalNames: true };
  if (demangling === undefined) return final;
  const added: string[] = [];
  const name = functions.name.map((index, row) => {
    const text = strings.get(index);
    const systemName = strings.get(functions.systemName[row]);
    const renamed = pprofName(force && text !== '' && systemName !== '' ? systemName : text, systemName, demangling);
    return renamed === text ? index : strings.length + added.push(renamed) - 1;
  });
  return added.length === 0
    ? final
    : { ...final, functions: { ...functions, name }, strings: withStrings(strings, added) };
}

/** The parsed mode of `-symbolize=MODE`. */
interface Symbolization {
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
