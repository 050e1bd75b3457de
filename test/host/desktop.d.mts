export function findDesktopCode(env?: NodeJS.ProcessEnv): string | undefined;
export function openInDesktop(options: { code: string; home: string; folder: string; file: string }): Promise<void>;
