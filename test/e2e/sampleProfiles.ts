import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { profileFromText } from '../shared/profileFromText';

export const CPU = 'cpu.pprof';
export const HEAP = 'heap.pb.gz';
export const DISTANCE = 'example.com/sample.Distance';
/** The lines of distance.go with the most CPU time and with the allocations. */
export const HOT_LINE = 14;
export const ALLOCATING_LINE = 5;

/**
 * Writes a CPU profile and a memory profile of BenchmarkDistance into a copy of the sample module. The profiles come
 * from texts, so that their figures and stacks are the same on every machine.
 */
export async function writeSampleProfiles(workspace: string): Promise<void> {
  const at = (name: string) => path.join(workspace, name);
  const [code, tests] = [at('distance.go'), at('sample_test.go')];
  const start = `testing.(*B).runN /go/src/testing/benchmark.go:219 < testing.(*B).launch /go/src/testing/benchmark.go:357`;
  const benchmark = `example.com/sample.BenchmarkDistance ${tests}:54 < ${start}`;
  const cpu = profileFromText({
    types: 'samples/count cpu/nanoseconds',
    stacks: `
30 300000000 | ${DISTANCE} ${code}:${HOT_LINE} < ${benchmark}
10 100000000 | example.com/sample.cost ${code}:22 < ${DISTANCE} ${code}:${HOT_LINE} < ${benchmark}
5 50000000 | ${DISTANCE} ${code}:15 < ${benchmark}
3 30000000 | runtime.mallocgc /go/src/runtime/malloc.go:1000 < ${DISTANCE} ${code}:${ALLOCATING_LINE} < ${benchmark}
2 20000000 | runtime.gcBgMarkWorker /go/src/runtime/mgc.go:1400`,
  });
  const heap = profileFromText({
    types: 'alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes',
    defaultType: 'alloc_space',
    stacks: `
2000 352000 1 176 | ${DISTANCE} ${code}:${ALLOCATING_LINE} < ${benchmark}
4 4096 0 0 | testing.(*B).launch /go/src/testing/benchmark.go:340`,
  });
  await writeFile(at(CPU), gzipSync(cpu));
  await writeFile(at(HEAP), gzipSync(heap));
}

/**
 * Figures of pprof in the spelling of the screen: `350 ms 70 %` for `350ms 70.00%`. With the few samples of CPU, the
 * percentages are whole.
 */
export function asOnScreen(text: string): string {
  return text.replace(/(\d)(m?s)\b/g, '$1 $2').replace(/([\d.]+)%/g, (_, percent) => `${Math.round(Number(percent))} %`);
}
