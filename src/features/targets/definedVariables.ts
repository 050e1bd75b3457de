/** The variables of this process's environment, for a command that it runs. */
export function definedVariables(): Record<string, string> {
  const all = Object.entries(process.env);
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
