import type { TabId, FlameStart, PageMessage } from '../src/protocol/messages';
import type { Refinement } from '../src/protocol/refineState';
import type { AskHost } from './ask';
import type { Popup } from './controls/popup';
import type { QuickField } from './refine/refineBar';
import type { ProfileState, ViewState } from './viewState';

/** A tab of the page. The page calls its methods only while it is visible. */
export interface Tab {
  readonly id: TabId;
  /** The text of the tab. */
  readonly name: string;
  readonly element: HTMLElement;
  /** Shown beside the tabs while the tab is visible. */
  readonly tools?: HTMLElement;
  /** Called when the state changes, and each time the tab becomes visible. */
  show(profile: ProfileState | undefined): void;
  /** Shows the selection: the name of a function; empty: none. */
  select(name: string): void;
  /** Focuses the search field. */
  focusSearch(): void;
  /** The help for the tab's keys and colours. */
  help(): HTMLElement;
}

/** The part of the page that tabs use. */
export interface Around {
  readonly popup: Popup;
  /** The saved view state. */
  readonly kept: ViewState;
  /** The refinement of the profile. */
  readonly refinement: Refinement;
  /** The user's choice of where flame graphs start, by kind of profile. */
  readonly starts: Readonly<Record<string, FlameStart>>;
  keep(changes: Partial<ViewState>): void;
  keepStart(kind: string, start: FlameStart): void;
  send(message: PageMessage): void;
  /** Asks the host about the visible profile; see ask.ts. */
  readonly ask: AskHost;
  /** Refines the profile by a function. */
  refineBy(field: QuickField, functionName: string): void;
  /** Selects a function in all tabs. */
  select(name: string): void;
  /** Shows another tab. */
  open(tab: TabId): void;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Shows a failure until `clearFailure`, with a button that retries. */
  showFailure(message: string, retry: () => void): void;
  clearFailure(): void;
}
