import { CaptureError, type GoEnvironment } from '../contracts';
import { goTool, runGo } from './goTool';

/**
 * What `go tool objdump` prints in a folder. Where the go command has to build the tool first, that takes seconds.
 * Throws CaptureError, or the signal's reason on abort.
 */
export async function runObjdump(
  go: GoEnvironment,
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const { exitCode, stdout, stderr } = await runGo(goTool(go, folder, signal), args);
  if (exitCode === 0) return stdout;
  const words = stderr.trim();
  const reason = words.slice(words.lastIndexOf('\n') + 1);
  throw new CaptureError('failed', `The program cannot be disassembled: ${reason}.`, undefined, stderr);
}
