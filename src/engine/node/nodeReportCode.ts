/** The reports in Node, which the worker loads later. */
export * from '../reportCode';
export { exportToFile, mergedBytes, mergeFiles } from './exportToFile';
export { sumOfParts } from './sumOfParts';
export { newSums } from './runningSums';
export { readMoment } from './readMoment';
