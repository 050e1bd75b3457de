import type { BenchmarkLoop } from '../../profile/lines/loopOfStacks';
import { tokensOf, type Token } from './goTokens';

/**
 * Whether a benchmark, with its function literals, loops over `b.Loop()`, or over `b.N` or `b.RunParallel`. undefined:
 * it uses both, or neither because another function has the loop.
 */
export function loopStyle(text: string, name: string): BenchmarkLoop | undefined {
  const body = functionNamed(tokensOf(text), name);
  const names = benchmarkNames(body);
  const used = new Set<string>();
  for (const [at, { text: word }] of body.entries()) {
    const isMember = body[at - 1]?.text === '.';
    if (!isMember && names.has(word) && body[at + 1]?.text === '.') used.add(body[at + 2]?.text ?? '');
  }
  const loops = used.has('Loop');
  const counts = used.has('N') || used.has('RunParallel');
  if (loops === counts) return undefined;
  return loops ? 'b.Loop' : 'b.N';
}

/** The tokens of a function from its parameters to its last brace; empty if the file has no such function. */
function functionNamed(tokens: readonly Token[], name: string): readonly Token[] {
  const start = tokens.findIndex(({ text }, at) => text === 'func' && tokens[at + 1]?.text === name);
  if (start < 0) return [];
  let depth = 0;
  for (let at = start + 2; at < tokens.length; at++) {
    const { text } = tokens[at];
    if (text === '{') depth++;
    if (text === '}' && --depth === 0) return tokens.slice(start + 2, at + 1);
  }
  return tokens.slice(start + 2);
}

/** Parameters of type `*testing.B`; the file may import package testing under any name. */
function benchmarkNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at + 4 < tokens.length; at++) {
    if (tokens[at + 1].text !== '*') continue;
    const [name, , , dot, type] = tokens.slice(at, at + 5).map(({ text }) => text);
    if (dot === '.' && type === 'B' && /^[\p{L}_]/u.test(name)) names.add(name);
  }
  return names;
}
