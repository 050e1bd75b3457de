import path from 'node:path';
import { benchmarkLoops } from '../capture/goCode/benchmarkLoops';
import type { LoopLines } from '../profile/answers/lines';
import type { Steps } from '../profile/work/guard';
import type { Run } from '../session';

/**
 * The benchmark's own loop in the captured test files of a run. Empty if the run is not of a benchmark.
 */
export function* loopsOfRun({ target, sources }: Pick<Run, 'target' | 'sources'>): Steps<LoopLines[]> {
  if (!target || !/^Benchmark/.test(target.name)) return [];
  const folder = path.dirname(target.file);
  const texts = [...sources].filter(([file]) => file.endsWith('_test.go') && path.dirname(file) === folder);
  const loops: LoopLines[] = [];
  for (const [file, text] of texts) loops.push({ file: path.basename(file), ...(yield* benchmarkLoops(text)) });
  if (loops.some(({ functions }) => functions.includes(target.name))) return loops;
  return [...loops, { file: path.basename(target.file), functions: [target.name], lines: [] }];
}
