import assert from 'node:assert/strict';
import { graphReport } from '../../../src/engine/graphReport';
import { layOutDot } from '../../../src/engine/graphPicture';
import type { DrawnGraph } from '../../../src/profile/answers/graph';
import { profileOf } from '../../shared/profileFromText';

/**
 * Returns the call graph of stacks (see TextProfile.stacks) with the layout that the engine computes.
 * @param types the sample types; the last one is shown
 */
export async function drawnGraph(stacks: string, trim = true, types = 'cpu/nanoseconds'): Promise<DrawnGraph> {
  const options = { refinement: {}, nodeCount: 80, callTree: false, trim };
  const profile = profileOf(stacks, { types });
  const { report, dot } = graphReport(profile, profile.sampleTypes.length - 1, options, true);
  const reply = await layOutDot(dot);
  assert.ok('picture' in reply);
  return { report, picture: reply.picture };
}
