import path from 'node:path';
import { benchmarkLoops } from '../go/code/benchmarkLoops';
import type { LoopLines } from '../profile/answers/lines';
import type { Steps } from '../profile/common/guard';
import { type Capture, isBenchmark } from './loadedCapture';

/** The benchmark's own loops in the test files of a capture; empty if the capture is not of a benchmark. */
export function* loopsOfCapture(capture: Pick<Capture, 'target' | 'sources'>): Steps<LoopLines[]> {
  if (!isBenchmark(capture)) return [];
  const { target, sources } = capture;
  const folder = path.dirname(target.file);
  const texts = [...sources].filter(([file]) => file.endsWith('_test.go') && path.dirname(file) === folder);
  const loops: LoopLines[] = [];
  for (const [file, text] of texts) loops.push({ file: path.basename(file), ...(yield* benchmarkLoops(text)) });
  if (loops.some(({ functions }) => functions.includes(target.name))) return loops;
  return [...loops, { file: path.basename(target.file), functions: [target.name], lines: [] }];
}
