export { aggregate } from './aggregate';
export type { AggregateOptions } from './aggregate';
export { subtractBase } from './subtractBase';
export type { BaseOptions, SubtractOptions } from './subtractBase';
export { checkCommonGround, withCommonTypeNames } from './comparable';
export { withMapping } from './fakeMapping';
export { mergeProfiles } from './merge';
export { refine, refineAndReport } from './applyRefinement';
export type { RefineResult } from './applyRefinement';
