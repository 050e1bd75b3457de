/** The parts of a go.mod or go.work for finding sources. Format: https://go.dev/ref/mod#go-mod-file */
export interface ModFile {
  /** Empty in a go.work. */
  readonly modulePath: string;
  readonly requires: readonly ModuleVersion[];
  readonly replaces: readonly Replace[];
  /** Folders of a go.work's `use`, as written. */
  readonly uses: readonly string[];
}

export interface ModuleVersion {
  readonly path: string;
  readonly version: string;
}

export interface Replace {
  readonly path: string;
  /** undefined for any version. */
  readonly version?: string;
  /** A folder as written (`../dep`, an absolute path), or another module. */
  readonly by: { readonly folder: string } | ModuleVersion;
}

/** Reads a go.mod or go.work; skips unknown lines. */
export function parseModFile(text: string): ModFile {
  const file = { modulePath: '', requires: [] as ModuleVersion[], replaces: [] as Replace[], uses: [] as string[] };
  let block = '';
  for (const line of linesOf(text)) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    if (block && words[0] === ')') block = '';
    else if (!block && words.length === 2 && words[1] === '(') block = words[0];
    else addDirective(file, block ? [block, ...words] : words);
  }
  return file;
}

/** Module path → version, from the lines `# path version` of a vendor folder's modules.txt. */
export function parseVendorModules(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  for (const line of linesOf(text)) {
    const match = /^# (\S+) (v\S+)/.exec(line);
    if (match) versions.set(match[1], match[2]);
  }
  return versions;
}

function addDirective(
  file: { modulePath: string; requires: ModuleVersion[]; replaces: Replace[]; uses: string[] },
  [verb, ...words]: string[],
): void {
  const [first, second] = words;
  if (first === undefined) return;
  if (verb === 'module') file.modulePath = first;
  else if (verb === 'use') file.uses.push(first);
  else if (verb === 'require' && second) file.requires.push({ path: first, version: second });
  else if (verb === 'replace') {
    const arrow = words.indexOf('=>');
    const [target, targetVersion] = words.slice(arrow + 1);
    if (arrow < 1 || target === undefined) return;
    const by = targetVersion ? { path: target, version: targetVersion } : { folder: target };
    file.replaces.push({ path: first, ...(arrow > 1 ? { version: second } : {}), by });
  }
}

/** The lines that are not empty. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 ? text.length : newline;
    const end = text[next - 1] === '\r' ? next - 1 : next;
    if (end > at) yield text.slice(at, end);
    at = next + 1;
  }
}

/** No directive has more words: `replace a v1.0.0 => b v1.0.0`. */
const MAX_WORDS = 8;

/** The first words of a line without its comment; `"…"` and `` `…` `` are one word. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  // An unclosed quote extends to the end of the line.
  for (const [word] of line.matchAll(/\/\/.*$|"(?:[^"\\]|\\.)*(?:"|\\?$)|`[^`]*(?:`|$)|[()]|(?:(?!\/\/)[^\s()"`])+/g)) {
    if (word.startsWith('//') || words.length === MAX_WORDS) break;
    if (word.startsWith('"')) words.push(word.slice(1, -1).replace(/\\(["\\])/g, '$1'));
    else words.push(word.startsWith('`') ? word.slice(1, -1) : word);
  }
  return words;
}
