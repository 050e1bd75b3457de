const GLOB_TO_REGEXP: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  ',': '|',
  '}': ')',
};

/** A glob of VS Code as a regular expression on whole paths. */
export function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|[*?{,}.+^$()|[\]\\]/g, (token) => GLOB_TO_REGEXP[token] ?? `\\${token}`);
  return new RegExp(`^${source}$`);
}
