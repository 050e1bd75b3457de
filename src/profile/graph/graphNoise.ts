import { CHECK_MASK, checkpoint, finish, STACK_CHECK_MASK } from '../common/guard';
import { NONE, type Profile } from '../model';
import { type SampledSum, samplesBehind, varianceOf } from '../noise/effectiveSums';
import { type Sampling, samplingOf } from '../noise/sampling';
import { isFew } from '../noise/interval';
import type { SelectionInStacks } from './stackNodes';
import type { ChangeRemark } from '../answers/graph';
import { judgementSign, judgementText } from '../text/judgementWords';
import type { Changes } from '../changes/changes';
import { ChangeRows, type NodeChanges, nodeChangesInSteps } from '../changes/nodeChanges';
import { changeSums } from '../changes/changeSums';
import { NodeSamples } from '../changes/sampleNodes';
import type { NodeIndex, SampleIndex } from '../indexes';

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
  const sumOf = (sample: SampleIndex): SampledSum => {
    const value = values[sample];
    return { value, variance: varianceOf(value, sampling, sample), count: sampling.count(sample) };
  };
  const [flat, cum] = [new Figures(count, sampling), new Figures(count, sampling)];
  for (let sample = 0; sample < values.length; sample++) {
    if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
    if (values[sample] === 0) continue;
    const sum = sumOf(sample);
    nodes.forEach(sample, (node) => cum.add(node, sum));
    const leaf = nodes.leaf(sample);
    if (leaf !== NONE) flat.add(leaf, sum);
  }
  return { flat: flat.areFew(), cum: cum.areFew() };
}

/** A figure of each node, with what it rests on. */
class Figures {
  private readonly values: Float64Array;
  private readonly variances: Float64Array;
  private readonly counts: Float64Array;

  constructor(
    count: number,
    private readonly sampling: Sampling,
  ) {
    [this.values, this.variances, this.counts] = [0, 1, 2].map(() => new Float64Array(count));
  }

  add(node: NodeIndex, { value, variance, count }: SampledSum): void {
    this.values[node] += value;
    this.variances[node] += variance;
    this.counts[node] += count;
  }

  areFew(): boolean[] {
    return Array.from(this.values, (value, node) => {
      const sum = { value, variance: this.variances[node], count: this.counts[node] };
      return value !== 0 && isFew(samplesBehind(this.sampling, sum));
    });
  }
}

/** The judgements on the figures of the nodes of a call graph, in a difference of costs per operation. */
export function graphRemarks(
  profile: Profile,
  changes: Changes,
  nodes: SelectionInStacks,
  count: number,
): { readonly flat: ChangeRemark; readonly cum: ChangeRemark }[] {
  const samples = new NodeSamples();
  const all = Array.from({ length: count }, (_, node) => samples.numberOf(node));
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    nodes.forEach(sample, (node) => samples.add(node, sample));
    const leaf = nodes.leaf(sample);
    if (leaf !== NONE) samples.addFlat(leaf, sample);
  }
  const { now, before } = changes.columns;
  const sums = changeSums(samples.sums(now), samples.sums(before));
  const { flat, cum } = finish(nodeChangesInSteps(profile, changes, { sums, nodes: samples }));
  const remarksOf = (columns: NodeChanges): ChangeRemark[] => {
    const rows = new ChangeRows();
    const judgements = rows.judgements(all.map((node) => [columns, node] as const));
    return all.map((node) => {
      const change = columns.changeOf(node);
      const text = judgementText({ ...judgements, moves: rows.moves }, node, change.now.value - change.before.value);
      return { sign: text === '' ? '' : judgementSign(judgements, node), text };
    });
  };
  const [ofFlat, ofCum] = [remarksOf(flat), remarksOf(cum)];
  return all.map((node) => ({ flat: ofFlat[node], cum: ofCum[node] }));
}
