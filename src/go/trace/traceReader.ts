import type { GoEnvironment } from '../captureTypes';
import { installedToolchains, type Toolchain } from '../tool/installedToolchains';
import { goTool, type GoTool, runGo } from '../tool/goTool';
import { newerTraceFailure, type UnreadTrace } from './traceFailure';
import type { TraceHeader } from './traceHeader';

/** A trace file that `go tool trace` is to read. */
export interface TraceFile extends UnreadTrace, TraceHeader {
  /** Its absolute path. */
  readonly file: string;
}

/**
 * The go command that reads a trace: that of the settings, or the newest one on this machine if that is too old. Throws
 * CaptureError if none is new enough, the signal's reason on abort.
 * @param folder where the command runs: a folder without a go.mod, which would choose another toolchain
 * @param installed finds the toolchains of this machine; for tests
 */
export async function traceTool(
  trace: TraceFile,
  go: GoEnvironment,
  folder: string,
  signal: AbortSignal,
  installed: (go: GoEnvironment) => Promise<readonly Toolchain[]> = installedToolchains,
): Promise<GoTool> {
  const tool = goTool(go, folder, signal);
  const { stdout } = await runGo(tool, ['env', 'GOVERSION']);
  const version = stdout.trim();
  if (canRead(version, trace)) return tool;
  const newer = (await installed(go)).find((each) => canRead(each.version, trace));
  if (!newer) throw newerTraceFailure(trace, trace.version, version);
  const others = Object.entries(tool.env).filter(([name]) => name !== 'GOROOT');
  return { ...tool, file: newer.goBinary, env: { ...Object.fromEntries(others), GOTOOLCHAIN: 'local' } };
}

/** Whether a Go version such as `go1.26.8` reads a trace. True if the version is unknown: `go tool trace` will say. */
function canRead(goVersion: string, { version }: TraceHeader): boolean {
  const minor = /go1\.(\d+)/.exec(goVersion)?.[1];
  return minor === undefined || Number(minor) >= Number(version.slice('1.'.length));
}
