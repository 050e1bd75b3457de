import { readFile } from 'node:fs/promises';

/** What Linux calls the features that each level needs beside those below it. Source: Go's runtime, asm_amd64.s. */
const AMD64: readonly (readonly [level: string, features: readonly string[]])[] = [
  ['v2', ['cx16', 'lahf_lm', 'popcnt', 'sse4_1', 'sse4_2', 'ssse3']],
  ['v3', ['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe', 'xsave']],
  ['v4', ['avx512f', 'avx512bw', 'avx512cd', 'avx512dq', 'avx512vl']],
];
const ARM64: readonly (readonly [level: string, features: readonly string[]])[] = [
  ['v8.0,lse', ['atomics']],
  ['v8.1', ['crc32', 'asimdrdm']],
];

/** The instructions that the processor has beyond Go's default. */
export interface InstructionLevels {
  readonly variable: 'GOAMD64' | 'GOARM64';
  /** The values of the variable, the least first. */
  readonly levels: readonly string[];
}

/** undefined if they are not known, as on other systems than Linux. Never rejects. */
export async function instructionLevels(
  file = '/proc/cpuinfo',
  arch: string = process.arch,
): Promise<InstructionLevels | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = arch === 'x64' ? AMD64 : arch === 'arm64' ? ARM64 : [];
  const listed = /^(?:flags|Features)\s*:(.*)$/m.exec(text)?.[1].trim().split(/\s+/);
  if (!listed || known.length === 0) return undefined;
  const has = new Set(listed);
  const end = known.findIndex(([, features]) => !features.every((feature) => has.has(feature)));
  const levels = known.slice(0, end < 0 ? known.length : end).map(([level]) => level);
  return { variable: arch === 'x64' ? 'GOAMD64' : 'GOARM64', levels };
}
