export function findTestFiles(folders: string[], parts?: string[]): string[];
