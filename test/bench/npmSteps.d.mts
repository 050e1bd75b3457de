export function packageExtension(): Promise<void>;
export function buildExtension(): Promise<string>;
export function installInto(folder: string, from: string): Promise<void>;
