export class HostError extends Error {}
export function findOnPath(...names: string[]): string | undefined;
export function pathFolders(env: NodeJS.ProcessEnv): string[];
export function findInFolders(folders: string[], ...names: string[]): string | undefined;
export function isExecutable(file: string): boolean;
export function run(
  command: string,
  args: string[],
  options?: { cwd?: string; env?: NodeJS.ProcessEnv; quiet?: boolean },
): Promise<string>;
