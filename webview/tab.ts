import type { TabId, FlameStart, PageMessage } from '../src/protocol/messages';
import type { Refinement } from '../src/protocol/refineState';
import type { AskHost } from './ask';
import type { Popup } from './controls/popup';
import type { QuickField } from './refine/refineBar';
import type { ProfileState, ViewState } from './viewState';

/** One way to look at the profile: what a tab shows. Told of what changes only while it is shown. */
export interface Tab {
  readonly id: TabId;
  /** On its tab. */
  readonly name: string;
  readonly element: HTMLElement;
  /** Stands beside the tabs while the tab is shown. */
  readonly tools?: HTMLElement;
  /** Called when the state has changed, and each time the tab comes into view. */
  show(profile: ProfileState | undefined): void;
  /** Lights what is selected: a function's name; empty: nothing. */
  select(name: string): void;
  /** Puts the cursor where one searches. */
  focusSearch(): void;
  /** What the help says of the tab's keys and colours. */
  help(): HTMLElement;
}

/** What a tab may do to the page around it. */
export interface Around {
  readonly popup: Popup;
  /** What is kept over being hidden and over a reload of the window. */
  readonly kept: ViewState;
  /** What all that is shown is refined by. */
  readonly refinement: Refinement;
  /** Where the user lets flame graphs start, by kind of profile. */
  readonly starts: Readonly<Record<string, FlameStart>>;
  keep(changes: Partial<ViewState>): void;
  keepStart(kind: string, start: FlameStart): void;
  send(message: PageMessage): void;
  /** Asks the host about the profile that is shown; see ask.ts. */
  readonly ask: AskHost;
  /** Refines all that is shown by a function. */
  refineBy(field: QuickField, functionName: string): void;
  /** Selects a function in all tabs. */
  select(name: string): void;
  /** Shows another tab. */
  open(tab: TabId): void;
  /** Says something to those who listen instead of look. */
  say(text: string): void;
  /** Says what went wrong until something goes right again. */
  showFailure(message: string, retry: () => void): void;
  clearFailure(): void;
}
