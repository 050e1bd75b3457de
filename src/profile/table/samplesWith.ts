import { checkpoint, STACK_CHECK_MASK } from '../common/guard';
import { oncePer } from '../memo';
import type { ReportTable } from './reportTable';

const lastSamples = oncePer((_table: ReportTable): { key?: string; samples?: Uint32Array } => ({}));

/** The samples whose value is not 0 and whose stack contains one of the nodes. Caches the result of the last call. */
export function samplesWith(table: ReportTable, nodes: readonly number[]): Uint32Array {
  const last = lastSamples(table);
  const key = nodes.join(' ');
  if (last.samples === undefined || last.key !== key) {
    last.samples = findSamples(table, nodes);
    last.key = key;
  }
  return last.samples;
}

function findSamples({ profile, sampleType, nodes: frames }: ReportTable, nodes: readonly number[]): Uint32Array {
  const { offsets: firstRow, rows } = frames;
  const { stacks: { offsets, locations }, values } = profile;
  const column = values[sampleType];
  const nodeSet = new Set(nodes);
  const hasNode = new Uint8Array(profile.locations.count);
  for (let location = 0; location < hasNode.length; location++) {
    const end = firstRow[location + 1];
    for (let row = firstRow[location]; row < end; row++) if (nodeSet.has(rows[row])) hasNode[location] = 1;
  }
  const samples: number[] = [];
  for (let sample = 0; sample < column.length; sample++) {
    if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
    if (column[sample] === 0) continue;
    const end = offsets[sample + 1];
    for (let at = offsets[sample]; at < end; at++) {
      if (hasNode[locations[at]] === 0) continue;
      samples.push(sample);
      break;
    }
  }
  return Uint32Array.from(samples);
}
