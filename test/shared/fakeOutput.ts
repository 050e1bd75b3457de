import type { Output } from '../../src/ui/output';

/** An output channel that appends each log entry to `logged`, such as `warn: text`. */
export function fakeOutput(logged: string[] = []): Output {
  const log = (level: string) => (text: string) => void logged.push(`${level}: ${text}`);
  const levels = { error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') };
  const nothing = () => undefined;
  return { begin: nothing, write: nothing, ...levels, hasWritten: () => true, show: nothing } as unknown as Output;
}
