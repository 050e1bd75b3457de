export const repoRoot: string;
export const vsixPath: string;
export function cacheRoot(env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform): string;
