import type { TabId } from '../protocol/messages';
import type { Capture } from '../loadedCapture';

/** An editor of a profile file. */
export interface FileEditor {
  readonly isVisible: boolean;
  /** undefined until it is loaded. */
  readonly capture: Capture | undefined;
  /**
   * @param tab the tab to show; unset: the last one
   * @param focus whether it takes the keyboard focus
   */
  show(tab: TabId | undefined, focus: boolean): void;
  exportSvg(): void;
  /** Opens code in front of the editor. Resolves to false if none can be found. */
  giveWay(): Promise<boolean>;
}

/** The open editors of profile files. While one is visible, the panel does not show the same profile. */
export class FileEditors {
  private readonly editors = new Set<FileEditor>();
  /** Editors whose profile the panel shows instead. */
  private readonly givingWay = new Set<FileEditor>();
  private readonly listeners = new Set<() => void>();

  /** Adds an editor. Call the returned function when it is closed. */
  add(editor: FileEditor): () => void {
    this.editors.add(editor);
    return () => {
      this.editors.delete(editor);
      this.givingWay.delete(editor);
      this.changed();
    };
  }

  /** The visible editor that shows a capture. */
  showing(capture: Capture | undefined): FileEditor | undefined {
    return capture && [...this.editors].find((editor) => {
      return editor.isVisible && editor.capture === capture && !this.givingWay.has(editor);
    });
  }

  /**
   * Leaves the profile to the panel and opens its code in front of the editor. Resolves to false if there is no code.
   * @param ready resolves when the code may be opened
   */
  async giveWay(editor: FileEditor, ready?: PromiseLike<unknown>): Promise<boolean> {
    this.givingWay.add(editor);
    this.changed();
    await ready;
    const isCodeShown = await editor.giveWay().catch(() => false);
    if (isCodeShown && !editor.isVisible) this.givingWay.delete(editor);
    return isCodeShown;
  }

  /** The editor shows its profile itself again. */
  comeBack(editor: FileEditor): void {
    if (this.givingWay.delete(editor)) this.changed();
  }

  /** Call when an editor's visibility has changed. */
  changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }
}
