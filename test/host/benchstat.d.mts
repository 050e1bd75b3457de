export const BENCHSTAT_VERSION: string;
export function ensureBenchstat(): Promise<string>;
