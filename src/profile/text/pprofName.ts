/** How names are written: without parameters and templates, without parameters, whole, or as in the program. */
export type Demangling = 'simple' | 'templates' | 'full' | 'none';

/**
 * The name that pprof gives a function: it takes names that look like C++ for demangled ones and cuts parameters out of
 * them, which hits some Go names too (`p.(*T).Run.Map[...].func1` → `p..Run.Map[...].func1`).
 * Source: google/pprof internal/symbolizer, demangleSingleFunction. Mangled C++ and Rust names stay as they are here.
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

/** `name` without its outermost `open … close` stretches; up to the first unmatched `close` where there is one. */
function removeMatching(name: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  let depth = 0;
  for (let i = 0; i < name.length; i++) {
    if (name[i] === open) {
      if (depth++ === 0) {
        kept += name.slice(from, i);
        from = i;
      }
    } else if (name[i] === close) {
      if (--depth < 0) break;
      if (depth === 0) from = i + 1;
    }
  }
  return kept + name.slice(from);
}
