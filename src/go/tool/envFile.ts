/**
 * Reads a file of environment variables like the Go extension's `go.testEnvFile`: lines of `KEY=VALUE` or
 * `export KEY=VALUE`. Values may be quoted; in double quotes `\n` is a newline. `${VAR}` is replaced by the value from
 * earlier lines, else from `outer`, else by nothing; `\${VAR}` stands for `${VAR}`. Other lines are skipped.
 */
export function parseEnvFile(
  text: string,
  outer: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([\w.-]+)\s*=(.*)$/s.exec(line);
    if (match === null) continue;
    const [, key = '', value = ''] = match;
    const substitute = (name: string): string => variables[name] ?? outer[name] ?? '';
    variables[key] = unquote(value.trim()).replace(/(\\)?\$\{([A-Za-z]\w*)\}/g, (whole, escaped: string | undefined, name) =>
      escaped === undefined ? substitute(name as string) : whole.slice(1),
    );
  }
  return variables;
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  if (quoted === null) return value;
  const inner = quoted[2] ?? '';
  return quoted[1] === '"' ? inner.replace(/\\n/g, '\n') : inner;
}
