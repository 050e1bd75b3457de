import { checkpoint, STACK_CHECK_MASK } from '../common/guard';
import { NONE, type Profile } from '../model';
import { varianceOf } from '../noise/effectiveSums';
import { isFew } from '../noise/fewSamples';
import { effectiveSamples } from '../noise/interval';
import { samplingOf } from '../noise/sampling';
import type { SelectionInStacks } from './stackNodes';

/** For each node: whether its flat and its cum rest on so few samples that they are mostly chance. */
export interface FewGraphSamples {
  readonly flat: readonly boolean[];
  readonly cum: readonly boolean[];
}

/**
 * Which figures of the selected nodes rest on few samples.
 * @param count the number of selected nodes
 * @returns undefined if it is not known: see samplingOf
 */
export function fewGraphSamples(
  profile: Profile,
  sampleType: number,
  nodes: SelectionInStacks,
  count: number,
): FewGraphSamples | undefined {
  const sampling = samplingOf(profile, sampleType);
  if (sampling?.basis !== 'samples') return undefined;
  const values = profile.values[sampleType];
  const [flat, cum] = [new Figures(count), new Figures(count)];
  for (let sample = 0; sample < values.length; sample++) {
    if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
    if (values[sample] === 0) continue;
    const variance = varianceOf(values[sample], sampling, sample);
    nodes.forEach(sample, (node) => cum.add(node, values[sample], variance));
    const leaf = nodes.leaf(sample);
    if (leaf !== NONE) flat.add(leaf, values[sample], variance);
  }
  return { flat: flat.areFew(), cum: cum.areFew() };
}

/** A figure of each node, with its variance. */
class Figures {
  private readonly sums: Float64Array;
  private readonly variances: Float64Array;

  constructor(count: number) {
    this.sums = new Float64Array(count);
    this.variances = new Float64Array(count);
  }

  add(node: number, value: number, variance: number): void {
    this.sums[node] += value;
    this.variances[node] += variance;
  }

  areFew(): boolean[] {
    return Array.from(this.sums, (sum, node) => sum !== 0 && isFew(effectiveSamples(sum, this.variances[node])));
  }
}
