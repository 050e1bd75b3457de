import { existsSync } from 'node:fs';
import type { Profile } from '../profile/model';
import { UsageError } from './reportOptions';
import { baseName, isUrl } from './paths';
import { symbolization } from './asPprofReads';
import { spawn } from 'node:child_process';
import { objdumpArgs, ObjdumpReader } from '../sources/program/objdumpReader';
import type { Routine } from '../profile/assembly/routine';

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

/**
 * Disassembles all functions of a program whose names match an RE2 pattern, with the `go` command on PATH.
 * @param range the first address, and the address after the last byte
 * @throws UsageError if the `go` command is missing or cannot disassemble the program
 */
export async function disassemble(
  program: string,
  pattern: string,
  range: readonly bigint[] = [],
): Promise<readonly Routine[]> {
  const routines: Routine[] = [];
  const reader = new ObjdumpReader((routine) => routines.push(routine));
  const args = [...objdumpArgs(program, pattern), ...range.map((address) => `0x${address.toString(16)}`)];
  const child = spawn('go', args, { shell: false, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => reader.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject)).catch(() => {
    throw new UsageError('the go command was not found; disasm needs go tool objdump');
  });
  if (code !== 0) throw new UsageError(`${program} cannot be disassembled: ${stderr.trim()}`);
  reader.end();
  return routines;
}
