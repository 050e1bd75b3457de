import assert from 'node:assert/strict';
import { pprof } from './oracle';
import type { Subject } from './compare';

export interface TraceFrame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** A sample as `go tool pprof -traces` prints it, leaf first. */
export interface Trace {
  readonly value: number;
  readonly frames: readonly TraceFrame[];
}

export interface TraceCost {
  flat: number;
  cum: number;
  samples: number;
}

/** All samples whose value is not 0, in the smallest unit, so that values are exact. */
export async function readTraces(
  { path, cwd }: Subject,
  sampleType: string,
  unit: string,
  flags: readonly string[] = [],
): Promise<Trace[]> {
  const exact = { nanoseconds: 'ns', bytes: 'B' }[unit] ?? unit;
  const args = ['-traces', '-lines', `-unit=${exact}`, `-sample_index=${sampleType}`, ...flags, path];
  const { code, stdout, stderr } = await pprof(args, { cwd });
  assert.equal(code, 0, stderr);
  const blocks = stdout.toString().split(/^-+\+-+\n/m).slice(1);
  return blocks.map(readTrace).filter(({ value, frames }) => value !== 0 && frames.length > 0);
}

/** A block has the labels (`kind:  value`), then a row with the value and the leaf, then the leaf's callers. */
function readTrace(block: string): Trace {
  const stack = block.split('\n').filter((line) => line !== '' && !/^ *\S+: {2}/.test(line));
  const value = /^ *(-?\d+)\S* {3}/.exec(stack[0] ?? '')?.[1] ?? '0';
  return { value: Number(value), frames: stack.map(readFrame) };
}

function readFrame(text: string): TraceFrame {
  const place = text.replace(/^ *(?:-?\d+\S*)? {3}/, '').replace(/ \(inline\)$/, '');
  const [, name, file, line] = /^(?:(.*) )?(\S+):(\d+)$/.exec(place) ?? [undefined, place, '', '0'];
  return { function: name ?? '', file: file!, line: Number(line) };
}

/** Sums traces by the keys of their frames. A trace counts once for each key; frames without a key are left out. */
export function sumTraces(
  traces: readonly Trace[],
  keyOf: (frame: TraceFrame) => string | undefined,
): ReadonlyMap<string, TraceCost> {
  const costs = new Map<string, TraceCost>();
  const costOf = (key: string): TraceCost => {
    let cost = costs.get(key);
    if (cost === undefined) costs.set(key, (cost = { flat: 0, cum: 0, samples: 0 }));
    return cost;
  };
  for (const { value, frames } of traces) {
    const leaf = keyOf(frames[0]!);
    if (leaf !== undefined) costOf(leaf).flat += value;
    for (const key of new Set(frames.map(keyOf))) {
      if (key === undefined) continue;
      costOf(key).cum += value;
      costOf(key).samples++;
    }
  }
  return costs;
}
