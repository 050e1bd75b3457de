/** Why a name has no source file. */
export interface NoFile {
  readonly reason: string;
}

export const GENERATED: NoFile = { reason: 'Go generated this code: it has no source file.' };
export const UNNAMED: NoFile = { reason: 'The profile has no file name for this code.' };
export const INVALID: NoFile = { reason: 'The name in the profile cannot be a file name.' };

/**
 * The reason if the go command generated the file; undefined otherwise. No file of a package begins with `_`:
 * https://pkg.go.dev/cmd/go#hdr-Package_lists_and_patterns
 */
export function generatedByGoCommand({ elements }: { readonly elements: readonly string[] }): NoFile | undefined {
  return /^_(testmain\.go|cgo_\w+\.(go|c|h)|cover_\.go)$/.test(elements.at(-1) ?? '') ? GENERATED : undefined;
}
