import { UsageError } from './usage';

/** Modes that decide where names of functions are looked for, which a profile of a Go program has already. */
const WITHOUT_EFFECT = ['', 'local', 'fastlocal', 'remote', 'demangle=default'];

/**
 * Whether functions get the names that pprof gives them under `-symbolize=MODE`, or keep those of the file.
 * Source: google/pprof internal/symbolizer, Symbolize.
 * @throws UsageError for what pprof does not know, and for what would read the program again
 */
export function symbolizes(mode: string): boolean {
  for (const option of mode.toLowerCase().split(':')) {
    if (option === 'none' || option === 'no') return false;
    if (!WITHOUT_EFFECT.includes(option)) {
      throw new UsageError(`-symbolize=${mode} is not possible here; valid are none, local, fastlocal and remote`);
    }
  }
  return true;
}
