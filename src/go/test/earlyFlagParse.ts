import { readFile } from 'node:fs/promises';
import { mayParseFlags, flagParseAtInit, type ParseCall } from '../code/flagParseAtInit';
import type { GoTool } from '../tool/goTool';
import { inSlices } from '../timeSlices';
import { isInside, listPackages } from './compiledTexts';
import { ignored } from '../../profile/common/ignored';

/** Limit in bytes for the sum of the texts that are searched. */
const MAX_BYTES = 50_000_000;

/**
 * Where the first package of a test binary, in the order of their initialization, parses the command line while it is
 * initialized; undefined if none of those outside of GOROOT is seen to do so. Throws the signal's reason on abort.
 */
export async function earlyFlagParse(
  tool: GoTool,
  buildFlags: readonly string[],
  goroot: string,
): Promise<ParseCall | undefined> {
  const packages = await listPackages(tool, buildFlags).catch(ignored('packages that parse flags are not looked for', []));
  tool.signal.throwIfAborted();
  let bytes = 0;
  for (const { dir, files } of packages) {
    if (goroot !== '' && isInside(goroot, dir)) continue;
    const goFiles = files.filter((file) => file.endsWith('.go'));
    const texts = await Promise.all(goFiles.map((file) => readFile(file, 'utf8').catch(() => '')));
    bytes += texts.reduce((sum, text) => sum + text.length, 0);
    if (bytes > MAX_BYTES) return undefined;
    if (!texts.some(mayParseFlags)) continue;
    const call = await inSlices(flagParseAtInit(goFiles.map((file, i) => [file, texts[i]] as const)), tool.signal);
    if (call) return call;
  }
  return undefined;
}
