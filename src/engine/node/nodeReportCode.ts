/** The reports in Node; the worker loads this file from a bundle of its own. */
export * from '../reportCode';
export { exportToFile } from './exportToFile';
export { mergeFiles } from './mergeFiles';
