import { FIRM_IN_TURNS, type FunctionChange } from '../answers/changes';
import { CHECK_MASK, checkpoint, finish } from '../common/guard';
import { framesOf } from '../lines/frames';
import { NONE, type Profile } from '../model';
import { functionNamed, packageOf } from '../text/functionNames';
import type { Changes } from './changes';
import { changeSums } from './changeSums';
import { nodeChangesInSteps } from './nodeChanges';
import { keyNodes, NodeSamples } from './sampleNodes';
import type { BlockCost } from '../answers/lines';
import { type BlockQuestion, eachSampleInBlocks } from '../lines/blockCosts';
import type { NodeIndex, SampleIndex } from '../indexes';

/** A question about the functions that a file declares. */
export interface FunctionsQuestion {
  readonly sampleType: number;
  /** The names that the file has in the profile. */
  readonly files: readonly string[];
  /** The functions, without their package: `Parse`, `(*Reader).Read`. */
  readonly names: readonly string[];
}

/**
 * What each function cost as a whole in the two profiles of a difference, in the order of the question: the samples
 * with a frame of the function or of a function literal in it, each counted once. Found by the function's name, so that
 * it does not matter which lines are compared. Undefined if the difference does not keep the samples of both.
 * @param changes undefined if there are no judgements
 */
export function functionChanges(
  profile: Profile,
  { sampleType, files, names }: FunctionsQuestion,
  changes: Changes | undefined,
): FunctionChange[] | undefined {
  if (!profile.isNowAndBefore) return undefined;
  const { offsets, functions, function: functionOf } = framesOf(profile);
  const asked = askedFunctions(functions, files, names);
  const keys = functionOf.map((id) => asked[id] ?? NONE);
  const nodes = keyNodes(profile, { offsets, keys, count: names.length });
  const eachFunction: EachWhole = (sample, visit) => nodes.forEach(sample, visit);
  return wholeChanges(profile, { sampleType, count: names.length }, eachFunction, changes);
}

/** Visits the wholes that a sample is part of, each once. */
type EachWhole = (sample: SampleIndex, visit: (whole: NodeIndex) => void) => void;

/** What wholes, such as functions, cost in the two profiles of a difference, which keeps the samples of both. */
export function wholeChanges(
  profile: Profile,
  { sampleType, count }: { readonly sampleType: number; readonly count: number },
  eachWhole: EachWhole,
  changes: Changes | undefined,
): FunctionChange[] {
  const [now, before] = [new Float64Array(count), new Float64Array(count)];
  const samples = new NodeSamples();
  for (let whole = 0; whole < count; whole++) samples.numberOf(whole);
  const column = profile.values[sampleType];
  for (let sample = 0; sample < column.length; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const value = column[sample];
    if (value === 0) continue;
    eachWhole(sample, (whole) => {
      if (value > 0) now[whole] += value;
      else before[whole] -= value;
      if (changes) samples.add(whole, sample);
    });
  }
  const judged = changes && judgedCum(profile, changes, samples);
  return Array.from(now, (_, whole): FunctionChange => {
    return { now: now[whole], before: before[whole], ...(judged && { judged: judged(whole) }) };
  });
}

/** For each function of the profile: the index of the asked function that it is, or is a literal of. */
function askedFunctions(
  { names: symbols, file, files }: ReturnType<typeof framesOf>['functions'],
  asked: readonly string[],
  names: readonly string[],
): (number | undefined)[] {
  const packages = new Set(symbols.filter((_, id) => asked.includes(files[file[id]])).map(packageOf));
  // A literal of the method (*T).Set could also be one of a function Set that was inlined.
  const longestFirst = [...names.keys()].sort((a, b) => names[b].length - names[a].length);
  return symbols.map((symbol) => {
    return packages.has(packageOf(symbol)) ? longestFirst.find((i) => functionNamed(symbol, names[i])) : undefined;
  });
}

function judgedCum(
  profile: Profile,
  changes: Changes,
  nodes: NodeSamples,
): (node: NodeIndex) => Required<FunctionChange>['judged'] {
  const { now, before } = changes.columns;
  const sums = changeSums(nodes.sums(now), nodes.sums(before));
  const { cum } = finish(nodeChangesInSteps(profile, changes, { sums, nodes }));
  return (node) => {
    const move = cum.moveOf(node);
    const evidence = cum.judgement[node] === FIRM_IN_TURNS ? cum.evidence : undefined;
    return {
      judgement: cum.judgement[node],
      ...cum.samplesOf(node),
      ...(move && { move }),
      ...(evidence !== undefined && { evidence }),
    };
  };
}

/** The only node in the samples of a block. */
const BLOCK = 0;

/** The judgements on each block of lines, in a difference of costs per operation. */
export function blockJudgements(
  profile: Profile,
  question: BlockQuestion,
  changes: Changes,
): Required<BlockCost>['judgement'][] {
  const { now, before } = changes.columns;
  // Blocks may overlap, and a sample is in the flat of one node only.
  const all = question.blocks.map(() => new NodeSamples());
  for (const samples of all) samples.numberOf(BLOCK);
  eachSampleInBlocks(profile, question, (sample, block, isLeaf) => {
    all[block].add(BLOCK, sample);
    if (isLeaf) all[block].addFlat(BLOCK, sample);
  });
  return all.map((samples) => {
    const sums = changeSums(samples.sums(now), samples.sums(before));
    const { flat, cum } = finish(nodeChangesInSteps(profile, changes, { sums, nodes: samples }));
    return { flat: flat.judgement[BLOCK], cum: cum.judgement[BLOCK] };
  });
}
