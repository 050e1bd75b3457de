/** What an item of the Go extension's Test Explorer stands for. */
export type GoTestItem = GoTestFunction | GoSuiteMethod | GoTestScope;

interface ItemPlace {
  /** The URI of its file, or of its folder. */
  readonly uri: string;
}

/** A function, or a case of it: `TestX`, `TestX/case`, `FuzzX/seed#0`. */
interface GoTestFunction extends ItemPlace {
  readonly what: 'function';
  readonly name: string;
}

/** A method of a testify suite: in Go, a case of the function that calls `suite.Run`. */
export interface GoSuiteMethod extends ItemPlace {
  readonly what: 'method';
  /** `CartSuite` */
  readonly type: string;
  /** `TestAdd`, `TestAdd/case` */
  readonly name: string;
}

/** A file, a package, a module or a workspace folder. */
export interface GoTestScope extends ItemPlace {
  readonly what: 'scope';
  readonly kind: 'file' | 'package' | 'module' | 'workspace';
}

const FUNCTION_KINDS: readonly string[] = ['test', 'benchmark', 'example', 'fuzz'];
const SCOPE_KINDS: readonly string[] = ['file', 'package', 'module', 'workspace'] satisfies GoTestScope['kind'][];

/**
 * Reads the id of a test item: a URI with the kind in its query and the function in its fragment, as the Go extension
 * documents it. undefined for the ids of other extensions.
 *
 *     file:///m/x_test.go?test#TestX/case            →   function TestX/case
 *     file:///m/x_test.go?test#(*CartSuite).TestAdd  →   method TestAdd of CartSuite
 *     file:///m?package                              →   scope package
 */
export function parseTestItem(id: string): GoTestItem | undefined {
  const match = /^(file:\/\/[^?#]+)\?([a-z]+)(?:#([^]+))?$/.exec(id);
  if (!match) return undefined;
  const [, uri, kind, fragment] = match;
  if (SCOPE_KINDS.includes(kind)) return { what: 'scope', uri, kind: kind as GoTestScope['kind'] };
  const name = fragment === undefined ? undefined : decoded(fragment);
  if (name === undefined || !FUNCTION_KINDS.includes(kind)) return undefined;
  const method = /^\(\*?([^()]+)\)\.([^]+)$/.exec(name);
  return method ? { what: 'method', uri, type: method[1], name: method[2] } : { what: 'function', uri, name };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
