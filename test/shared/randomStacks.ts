import fc from 'fast-check';
import type { PictureFrame, PictureStack } from './stacks';

/** Few names, files and lines, so that stacks often have recursion, shared lines and common callers. */
const frame: fc.Arbitrary<PictureFrame> = fc
  .record({
    name: fc.constantFrom('main', 'f', 'g', 'h'),
    file: fc.constantFrom('a.go', 'b.go', ''),
    line: fc.integer({ min: 0, max: 3 }),
    inlined: fc.boolean(),
  });

/** Stacks with two values each: the first is from -3 to 5, the second is 1. */
export const randomStacks: fc.Arbitrary<PictureStack[]> = fc.array(
  fc.record({
    frames: fc.array(frame, { maxLength: 6 }),
    values: fc.tuple(fc.integer({ min: -3, max: 5 }), fc.constant(1)).map((pair) => [...pair]),
  }),
  { maxLength: 12 },
);
