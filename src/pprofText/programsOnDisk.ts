import { existsSync } from 'node:fs';
import type { Profile } from '../profile/model';
import { UsageError } from './reportOptions';
import { baseName, isUrl } from './paths';
import { symbolization } from './symbolize';

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
