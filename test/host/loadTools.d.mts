export function ensureLoadTools(): Promise<string[]>;
