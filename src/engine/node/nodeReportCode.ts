/** The reports in Node, which the worker loads later. */
export * from '../reportCode';
export { exportToFile } from './exportToFile';
export { mergeFiles } from './mergeFiles';
