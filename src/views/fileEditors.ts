import type { TabId } from '../protocol/messages';
import type { Run } from '../session';

/** An editor of a profile file. */
export interface FileEditor {
  readonly isVisible: boolean;
  /** undefined: not read yet. */
  readonly run: Run | undefined;
  /** @param tab the tab to show; unset: the one that was shown last */
  show(tab?: TabId): void;
  exportSvg(): void;
  /** Shows code in its place. False where none can be found. */
  giveWay(): Promise<boolean>;
}

/** Editors of profile files: while one is in sight, the panel does not show the same beside it. */
export class FileEditors {
  private readonly editors = new Set<FileEditor>();
  /** On their way behind code, or wanted in the panel though there is no code to show. */
  private readonly givingWay = new Set<FileEditor>();
  private readonly listeners = new Set<() => void>();

  /** What is returned is called when the editor is closed. */
  add(editor: FileEditor): () => void {
    this.editors.add(editor);
    return () => {
      this.editors.delete(editor);
      this.givingWay.delete(editor);
      this.changed();
    };
  }

  /** The editor in sight that shows a run. */
  showing(run: Run | undefined): FileEditor | undefined {
    return run && [...this.editors].find((editor) => {
      return editor.isVisible && editor.run === run && !this.givingWay.has(editor);
    });
  }

  /**
   * Leaves the profile to the panel, with its code in the editor's place. False where there is no code.
   * @param ready settled when the code may come
   */
  async giveWay(editor: FileEditor, ready?: PromiseLike<unknown>): Promise<boolean> {
    this.givingWay.add(editor);
    this.changed();
    await ready;
    const isCodeShown = await editor.giveWay().catch(() => false);
    if (isCodeShown && !editor.isVisible) this.givingWay.delete(editor);
    return isCodeShown;
  }

  /** The editor shows its profile by itself again. */
  comeBack(editor: FileEditor): void {
    if (this.givingWay.delete(editor)) this.changed();
  }

  /** An editor came into sight or went out of it. */
  changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }
}
