import { CaptureError } from '../../common/captureError';
import type { GoEnvironment } from '../captureTypes';
import { goTool, runGo } from './goTool';

/**
 * Runs `go tool objdump` in a folder and returns its output. Takes seconds if Go has to build the tool first.
 * Throws CaptureError, or the signal's reason on abort.
 * @param args the arguments after `go`, beginning with `tool objdump`
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
