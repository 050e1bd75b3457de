import type { FlameWindow } from '../../src/profile/answers/flame';
import { symbolName } from '../text/drawnNames';
import { isRest, nameOf } from './flameFrames';

/**
 * The window of a benchmark's stacks with one row for the benchmark instead of two, if all its stacks start in its
 * function. Row 0 has the id 0 and everything else of the function's row. From `BenchmarkX ─ p.BenchmarkX ─ p.work` it
 * makes `p.BenchmarkX ─ p.work`. Returns other windows as they are.
 * @param name the name of the benchmark, `BenchmarkX/case`; undefined if stacks do not start at a benchmark
 */
export function withOneBenchmarkRow(window: FlameWindow, name: string | undefined): FlameWindow {
  if (name === undefined || !startsInOneFunction(window, name)) return window;
  const { id, parent, folded, zoomed, changes, fewSamples } = window;
  const toRow = (row: number) => Math.max(0, row - 1);
  return {
    ...window,
    id: Uint32Array.of(id[0], ...id.subarray(2)),
    parent: parent.slice(1).map(toRow),
    name: window.name.slice(1),
    file: window.file.slice(1),
    line: window.line.slice(1),
    flat: window.flat.slice(1),
    cum: window.cum.slice(1),
    size: window.size.slice(1),
    inlined: window.inlined.slice(1),
    caller: window.caller.slice(1),
    rest: window.rest.slice(1),
    restFrom: window.restFrom.slice(1),
    matched: window.matched.slice(1),
    folded: folded.map((entry) => ({ ...entry, row: toRow(entry.row) })),
    ...(fewSamples && { fewSamples: fewSamples.slice(1) }),
    ...(changes && { changes: { ...changes, verdict: changes.verdict.slice(1), move: changes.move.slice(1) } }),
    zoomed: toRow(zoomed),
  };
}

/** Whether row 1 contains the whole of row 0 and is a function of the benchmark, such as `p.BenchmarkX.func1`. */
function startsInOneFunction(window: FlameWindow, name: string): boolean {
  const { id, caller, size, flat } = window;
  if (id.length < 2 || caller[1] === 1 || isRest(window, 1) || size[1] !== size[0] || flat[0] !== 0) return false;
  const [benchmark] = name.split('/');
  const symbol = symbolName(nameOf(window, 1));
  return symbol === benchmark || symbol.startsWith(`${benchmark}.`);
}
