import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GoEnvironment } from '../captureTypes';
import { makeTempDir } from '../processes/tempDir';
import { runGo } from '../tool/goTool';
import { isOfNewerGo, newerTraceFailure, traceFailure } from './traceFailure';
import { type TraceFile, traceTool } from './traceReader';

/** A running `go tool trace` that shows a trace in browsers. */
export interface TraceViewer {
  /** `http://127.0.0.1:37437` */
  readonly address: string;
  /** Resolves when it has ended. Never rejects. */
  readonly ended: Promise<void>;
}

interface ViewerOptions {
  readonly go: GoEnvironment;
  /** Ends it, also after it has started. */
  readonly signal: AbortSignal;
  /** Called while the trace is read, with how far: `34.8 %`. */
  readonly onProgress?: (part: string) => void;
}

/** What `go tool trace` prints when it serves. Source: cmd/trace/main.go. */
const LISTENING = /Trace viewer is listening on (http:\/\/127\.0\.0\.1:\d+)\s/;
const PROCESSED = /\((\d+\.\d)%\) processed/g;

/** The program that it starts in place of a browser: Linecost opens the user's own, also of a remote window. */
const NO_BROWSER = process.platform === 'win32' ? 'cmd.exe' : 'true';

/**
 * Starts `go tool trace` as a server on this machine. Resolves when the trace is read. Throws CaptureError with a
 * sentence for the user, or the signal's reason on abort.
 */
export async function startTraceViewer(
  trace: TraceFile,
  { go, signal, onProgress }: ViewerOptions,
): Promise<TraceViewer> {
  const folder = await makeTempDir();
  let output = '';
  let listening: (address: string) => void = () => undefined;
  const address = new Promise<string>((resolve) => (listening = resolve));
  const onOutput = (text: string): void => {
    output = (output + text).slice(-10_000);
    const found = LISTENING.exec(output)?.[1];
    if (found !== undefined) listening(found);
    const part = [...text.matchAll(PROCESSED)].at(-1)?.[1];
    if (part !== undefined) onProgress?.(`${part} %`);
  };
  const run = async (): Promise<never> => {
    try {
      const tool = await traceTool(trace, go, folder.path, signal);
      // If this process is killed, the next window finds the server by this variable.
      const work = join(folder.path, 'work');
      await mkdir(work, { recursive: true });
      const env = { ...tool.env, BROWSER: NO_BROWSER, GOTMPDIR: work };
      const result = await runGo({ ...tool, env }, ['tool', 'trace', '-http=127.0.0.1:0', trace.file], { onOutput });
      throw isOfNewerGo(result) ? newerTraceFailure(trace, trace.version, '') : traceFailure(trace, result);
    } finally {
      await folder.remove();
    }
  };
  const running = run();
  const ended = running.catch(() => undefined);
  return { address: await Promise.race([address, running]), ended };
}
