import type { Plugin } from 'esbuild';

export const oneVscode: Plugin;
