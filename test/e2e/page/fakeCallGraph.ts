import assert from 'node:assert/strict';
import { graphReport } from '../../../src/engine/graphReport';
import { layOutDot } from '../../../src/engine/layOutDot';
import type { DrawnGraph } from '../../../src/profile/answers/graph';
import { profileOf } from '../../shared/profileFromText';

/** Returns the call graph of stacks (see TextProfile.stacks) with the layout that the engine computes. */
export async function drawnGraph(stacks: string, trim = true): Promise<DrawnGraph> {
  const options = { refinement: {}, nodeCount: 80, callTree: false, trim };
  const { report, dot } = graphReport(profileOf(stacks, { types: 'cpu/nanoseconds' }), 0, options);
  const reply = await layOutDot(dot);
  assert.ok('picture' in reply);
  return { report, picture: reply.picture };
}
