/** Go's folders on this machine, from `go env`. Empty strings if unknown. */
export interface GoPaths {
  readonly goroot: string;
  readonly gomodcache: string;
  /** A list with the separator of PATH. */
  readonly gopath: string;
  /** The go.work in force: a path, `off` or empty. */
  readonly gowork: string;
}

const GO_ENV_ARGS: readonly string[] = ['env', '-json', 'GOROOT', 'GOMODCACHE', 'GOPATH', 'GOWORK'];

const NOTHING: GoPaths = { goroot: '', gomodcache: '', gopath: '', gowork: '' };

/**
 * Reads the folders from `go env`. `run` takes the arguments for go and returns its standard output. Never throws:
 * without Go, or if the output is not JSON, all paths are empty.
 */
export async function readGoEnv(run: (args: readonly string[]) => Promise<string>): Promise<GoPaths> {
  try {
    return parseGoEnv(await run(GO_ENV_ARGS));
  } catch {
    return NOTHING;
  }
}

/** Parses the output of `go env -json`. Throws if it is not JSON. */
export function parseGoEnv(json: string): GoPaths {
  const env: unknown = JSON.parse(json);
  const text = (key: string) => {
    const value = (env as Record<string, unknown> | null)?.[key];
    return typeof value === 'string' ? value : '';
  };
  return { goroot: text('GOROOT'), gomodcache: text('GOMODCACHE'), gopath: text('GOPATH'), gowork: text('GOWORK') };
}
