import { wholeText } from './measurement';
import type { LineNumber } from '../indexes';

/** `simple`: without parameters and templates; `templates`: without parameters; `full`: whole; `none`: unchanged. */
export type Demangling = 'simple' | 'templates' | 'full' | 'none';

/**
 * The name that pprof gives a function. pprof cuts parameters out of names that look like C++, and so shortens some Go
 * names too (`p.(*T).Run.Map[...].func1` → `p..Run.Map[...].func1`). Source: google/pprof internal/symbolizer,
 * demangleSingleFunction. Unlike pprof, this does not demangle C++ and Rust names.
 */
export function pprofName(name: string, systemName: string, demangling: Demangling = 'simple'): string {
  if (demangling === 'none' || (name !== '' && name !== systemName)) return name;
  if (demangling === 'full' || !looksLikeCPlusPlus(systemName)) return systemName;
  const bare = removeMatching(systemName, '(', ')');
  return demangling === 'templates' ? bare : removeMatching(bare, '<', '>');
}

function looksLikeCPlusPlus(name: string): boolean {
  if (name.includes('.<') || name.includes(']).')) return false;
  return /[<>[\]]|::/.test(name);
}

/** Removes the outermost `open … close` pairs and their content; stops at the first unmatched `close`. */
function removeMatching(name: string, open: string, close: string): string {
  let result = '';
  let from = 0;
  let depth = 0;
  for (let i = 0; i < name.length; i++) {
    if (name[i] === open) {
      if (depth++ === 0) {
        result += name.slice(from, i);
        from = i;
      }
    } else if (name[i] === close) {
      if (--depth < 0) break;
      if (depth === 0) from = i + 1;
    }
  }
  return result + name.slice(from);
}

/** The parts of a node's name. Source: google/pprof internal/graph, NodeInfo. */
export interface NameFields {
  /** The function's name; empty if unknown. */
  readonly name: string;
  /** Empty if unknown. */
  readonly file: string;
  readonly line: LineNumber;
  readonly column: number;
  readonly address: bigint;
  /** The binary. */
  readonly objectFile: string;
}

/**
 * Address, function and position of a node; the binary if it has neither function nor position.
 * Source: google/pprof internal/graph, NodeInfo.NameComponents.
 */
export function nameComponents({ name, file, line, column, address, objectFile }: NameFields): readonly string[] {
  const parts: string[] = [];
  if (address !== 0n) parts.push(address.toString(16).padStart(16, '0'));
  if (name !== '') parts.push(name);
  if (line !== 0) parts.push(`${file}:${wholeText(line)}${column === 0 ? '' : `:${wholeText(column)}`}`);
  else if (file !== '') parts.push(file);
  else if (name === '') parts.push(objectFile === '' ? '<unknown>' : `[${lastElement(objectFile)}]`);
  return parts;
}

/** A node's name as pprof prints it: `00000000004a1b20 main.work main.go:12`. */
export function nodeName(fields: NameFields): string {
  return nameComponents(fields).join(' ');
}

/** The last element of a slash-separated path (Go's path.Base; the path must not be empty). */
export function lastElement(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '') || '/';
}
