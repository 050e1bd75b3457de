import type { BuildOptions } from 'esbuild';

type Options = BuildOptions & { readonly minify: boolean; readonly target: string };

export function inChunks(options: Options & { readonly loadsInTurns?: boolean }): Options & { write: false };
