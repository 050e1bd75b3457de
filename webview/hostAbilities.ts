/** What a page can ask of its host: the editor, or the page itself if it was exported as a file. */
export interface HostAbilities {
  /** How the page names the action that opens a function's source, or copies its file and line. */
  readonly source: SourceWords;
  /** Whether the host lays out call graphs. Without them, there is no Graph tab. */
  readonly hasCallGraphs: boolean;
  /** Whether the host stores refinements under names. */
  readonly hasStorage: boolean;
}

export interface SourceWords {
  /** On buttons and in menus. */
  readonly label: string;
  /** In help and tooltips, also followed by `of …`. */
  readonly meaning: string;
}

export const EDITOR: HostAbilities = {
  source: { label: 'Open source', meaning: 'Open the source' },
  hasCallGraphs: true,
  hasStorage: true,
};

/** A page that was exported as a file: it has no sources, and stores nothing. */
export const EXPORTED_PAGE: HostAbilities = {
  source: { label: 'Copy file:line', meaning: 'Copy the file and line' },
  hasCallGraphs: false,
  hasStorage: false,
};
