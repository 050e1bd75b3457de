import type { TabId, ToSelect } from '../protocol/profilePage';
import type { Capture } from '../../captures/loadedCapture';
import { ignored } from '../../profile/common/ignored';
import { Listeners } from '../../profile/common/listeners';

/** An editor of a profile file. */
export interface FileEditor {
  readonly isVisible: boolean;
  /** undefined until the file is loaded. */
  readonly capture: Capture | undefined;
  /**
   * @param tab the tab to show; if unset, the last one
   * @param focus whether it takes the keyboard focus
   * @param select what to select in the tab
   */
  show(tab: TabId | undefined, focus: boolean, select?: ToSelect): void;
  exportSvg(): void;
  /** Opens the profile's code in front of the editor. Resolves to false if the profile has no code. */
  yieldToPanel(): Promise<boolean>;
}

/** The open editors of profile files. While one is visible, the panel does not show the same profile. */
export class FileEditors {
  private readonly editors = new Set<FileEditor>();
  /** Editors whose profile the panel shows instead. */
  private readonly yielded = new Set<FileEditor>();
  private readonly listeners = new Listeners();

  /** Adds an editor. Call the returned function when it is closed. */
  add(editor: FileEditor): () => void {
    this.editors.add(editor);
    return () => {
      this.editors.delete(editor);
      this.yielded.delete(editor);
      this.changed();
    };
  }

  /** The visible editor that shows a capture. */
  showing(capture: Capture | undefined): FileEditor | undefined {
    return capture && [...this.editors].find((editor) => {
      return editor.isVisible && editor.capture === capture && !this.yielded.has(editor);
    });
  }

  /**
   * Lets the panel show the profile, and opens its code in front of the editor. Resolves to false if the editor stays
   * visible: the profile has no code, or the user chose no file for it.
   * @param ready resolves when the code may be opened
   */
  async yieldToPanel(editor: FileEditor, ready?: PromiseLike<unknown>): Promise<boolean> {
    this.yielded.add(editor);
    this.changed();
    await ready;
    const isCovered = (await editor.yieldToPanel().catch(ignored("a profile's tab stays in front", false))) && !editor.isVisible;
    if (isCovered) this.yielded.delete(editor);
    return isCovered;
  }

  /** Lets the editor show its profile again, instead of the panel. */
  reclaim(editor: FileEditor): void {
    if (this.yielded.delete(editor)) this.changed();
  }

  /** Call when an editor's visibility has changed. */
  changed(): void {
    this.listeners.call();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    return this.listeners.add(listener);
  }
}
