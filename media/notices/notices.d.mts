import type { Metafile } from 'esbuild';

export function noticesOf(root: string, metafiles: readonly Pick<Metafile, 'outputs'>[]): Promise<string>;
