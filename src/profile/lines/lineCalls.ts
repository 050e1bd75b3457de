import { framesOf } from './frames';
import { includedFiles } from './chargedLines';
import { WideNumbers } from '../common/idTable';
import { CHECK_MASK, checkpoint } from '../common/guard';
import type { LineCall } from '../answers/lines';
import type { Profile } from '../model';

/** The calls in stacks from lines of these files, each once: a line with a function that it calls. */
export function lineCalls(profile: Profile, files: readonly string[]): LineCall[] {
  const { functions, offsets, function: functionOf, line } = framesOf(profile);
  const isIncluded = includedFiles(profile, files);
  const isCaller = functionOf.map((id, frame) => (isIncluded[functions.file[id]] && line[frame] > 0 ? 1 : 0));
  const calls: LineCall[] = [];
  const nameOf = (frame: number) => functions.names[functionOf[frame]];
  const pairs = new WideNumbers();
  const callers = new WideNumbers();
  const add = (caller: number, callee: number) => {
    if (isCaller[caller] === 0) return;
    const site = callers.intern(functionOf[caller], line[caller]);
    if (pairs.intern(site, functionOf[callee]) < calls.length) return;
    calls.push({ line: line[caller], function: nameOf(caller), callee: nameOf(callee) });
  };
  for (let location = 0; location + 1 < offsets.length; location++) {
    for (let frame = offsets[location] + 1; frame < offsets[location + 1]; frame++) add(frame, frame - 1);
  }
  const { stacks: { offsets: samples, locations }, sampleCount } = profile;
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    for (let at = samples[sample] + 1; at < samples[sample + 1]; at++) {
      add(offsets[locations[at]], offsets[locations[at - 1] + 1] - 1);
    }
  }
  return calls;
}
