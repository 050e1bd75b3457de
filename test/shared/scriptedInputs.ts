import type * as vscode from 'vscode';

interface Row {
  readonly label: string;
  readonly description?: string;
}

/**
 * Input boxes and lists of VS Code that a test answers: `answers` has the text for each input, and the label of the row
 * for each list, in order. undefined accepts what is proposed, null cancels, and so does the end of the answers.
 */
export class ScriptedInputs {
  answers: (string | undefined | null)[] = [];
  /** `prompt [proposed]` of each input. */
  readonly prompts: string[] = [];
  /** The rows of each list, as `label: description`. */
  readonly lists: string[][] = [];
  /** The problems that inputs named. */
  readonly problems: string[] = [];
  /** The path that each file dialog answers, in order. */
  files: string[] = [];

  /** The parts of `vscode.window` to replace. */
  readonly window = {
    showInputBox: async ({ prompt, value = '', validateInput }: vscode.InputBoxOptions) => {
      this.prompts.push(`${prompt} [${value}]`);
      for (;;) {
        const answer = this.answers.length === 0 ? null : this.answers.shift();
        if (answer === null) return undefined;
        const problem = validateInput?.(answer ?? value);
        if (!problem) return answer ?? value;
        this.problems.push(String(problem));
      }
    },
    createQuickPick: () => {
      let items: readonly Row[] = [];
      let [accept, hide] = [() => undefined as void, () => undefined as void];
      const pick = {
        selectedItems: [] as Row[],
        set items(rows: readonly Row[]) {
          items = rows;
        },
        onDidAccept: (listener: () => void) => void (accept = listener),
        onDidHide: (listener: () => void) => void (hide = listener),
        show: () => {
          this.lists.push(items.map(({ label, description }) => `${label}: ${description ?? ''}`));
          const answer = this.answers.length === 0 ? null : this.answers.shift();
          const chosen = items.find(({ label }) => label.replace(/^\$\([\w-]+\) /, '') === answer);
          if (answer && !chosen) throw new Error(`no row ${answer} in ${items.map(({ label }) => label).join(', ')}`);
          if (chosen) [pick.selectedItems] = [[chosen]];
          (chosen ? accept : hide)();
        },
        hide: () => hide(),
        dispose: () => undefined,
      };
      return pick;
    },
    showOpenDialog: async () => {
      const file = this.files.shift();
      return file === undefined ? undefined : [{ fsPath: file }];
    },
  };
}
