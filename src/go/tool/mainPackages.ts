import { eachLine, findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import type { GoEnvironment } from '../captureTypes';
import { withoutFlag } from './goFlags';
import { goTool, runGo } from './goTool';
import { goError } from './goCommandFailure';
import { goWorkFailure } from './goWorkFailure';
import { inSlices } from '../timeSlices';

const MAIN_FOLDERS = '{{if eq .Name "main"}}{{.Dir}}{{end}}';

/**
 * Folders of all main packages in a folder and below it, in the order of `go list`. Ignores errors in packages.
 * Throws CaptureError if Go lists no main package and reports an error, and like `runGo`.
 */
export async function mainPackages(go: GoEnvironment, folder: string, signal: AbortSignal): Promise<string[]> {
  const tool = goTool(go, folder, signal);
  const flags = withoutFlag(withoutFlag(go.buildFlags, 'vet'), 'exec');
  const args = ['-find', '-f', MAIN_FOLDERS, ...flags, './...'];
  const { stdout } = await runGo(tool, ['list', '-e', ...args]);
  const folders: string[] = [];
  await inSlices(eachLine(stdout, (line) => void (line === '' || folders.push(line))), signal);
  if (folders.length > 0) return folders;
  // With -e, Go does not report that the folder is outside of a module.
  const { stderr } = await runGo(tool, ['list', ...args]);
  const workFailure = await goWorkFailure(folder, stderr, tool);
  if (workFailure) throw workFailure;
  const reason = await inSlices(findInLines(stderr, (line) => /^pattern \S+: (.+)/s.exec(line)?.[1] ?? goError(line)), signal);
  if (reason === undefined) return folders;
  throw new CaptureError('failed', `Go cannot list the packages in ${folder}: ${reason}.`, undefined, stderr);
}
