import type { BuildOptions } from 'esbuild';

type Bundle = BuildOptions & { readonly write: false; readonly metafile: true };

export function bundlesOf(root: string, isDev?: boolean): Readonly<Record<'shipped' | 'report', Readonly<Record<string, Bundle>>>>;
