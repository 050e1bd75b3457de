import type { FewSamples } from '../answers/table';
import type { Steps } from '../common/guard';
import { effectiveSumsInSteps } from '../noise/effectiveSums';
import { isFew } from '../noise/fewSamples';
import { type NodeCosts, nodeKeys } from './nodeCosts';
import type { ReportTable } from './reportTable';

/** The number of samples behind each node's flat and cum; undefined if it is not known: see effectiveSumsInSteps. */
export function nodeSamplesInSteps({ profile, sampleType, frames }: ReportTable): Steps<NodeCosts | undefined> {
  return effectiveSumsInSteps(profile, sampleType, nodeKeys(frames));
}

/** Which figures of these nodes rest on few samples. */
export function fewSamples({ flat, cum }: NodeCosts, nodes: Uint32Array): FewSamples {
  const flags = (samples: Float64Array): Uint8Array =>
    Uint8Array.from(nodes, (node) => (samples[node] > 0 && isFew(samples[node]) ? 1 : 0));
  return { flat: flags(flat), cum: flags(cum) };
}
