import type { FlameStart, PROFILE_PAGE, TabId } from '../src/pages/protocol/profilePage';
import type { Refinement } from '../src/pages/protocol/refineState';
import type { HostAbilities } from './hostAbilities';
import type { HostLink } from './hostLink';
import type { MenuItem, Popup } from './controls/popup';
import type { QuickField } from './refine/refineByFunction';
import type { ViewState } from './viewState';
import type { ProfileState } from './profileState';

export type ProfileHost = HostLink<typeof PROFILE_PAGE>;

/** A tab of the page. It gets changes only while it is visible. */
export interface Tab {
  readonly id: TabId;
  readonly name: string;
  readonly element: HTMLElement;
  /** The search, which is an icon until it is opened. */
  readonly searchBox: HTMLElement;
  /** Other controls; a narrow page has a menu instead, see `toolItems`. */
  readonly tools?: HTMLElement;
  /** What the tab shows of the profile: it stands after the total. */
  readonly note?: HTMLElement;
  /** The actions of the tools, as a menu. */
  toolItems(): readonly MenuItem[];
  /** Called when the state changes, and each time the tab becomes visible. */
  show(profile: ProfileState | undefined): void;
  /** Highlights the selected function; `''` if no function is selected. */
  select(name: string): void;
  /** Focuses the content, now or when the tab is next drawn. */
  focusContent(): void;
  focusSearch(): void;
  /** The help on the tab's keys and colors. */
  help(): HTMLElement;
}

/** What stands above the tools of the tabs: see strip/runtimeStrip.ts. */
export interface Strip {
  readonly element: HTMLElement;
  show(profile: ProfileState | undefined): void;
}

export type MakeStrip = (page: PageAccess) => Strip;

/** The part of the page that tabs use. */
export interface PageAccess {
  readonly popup: Popup;
  readonly abilities: HostAbilities;
  /** The view state, which survives hiding the page and reloading the window. */
  readonly viewState: ViewState;
  /** The refinement of the shown profile. */
  readonly refinement: Refinement;
  /** Where flame graphs start, by kind of profile. */
  readonly flameStarts: Readonly<Record<string, FlameStart>>;
  updateViewState(changes: Partial<ViewState>): void;
  setFlameStart(kind: string, start: FlameStart): void;
  /** Gives the host an order. */
  readonly order: ProfileHost['order'];
  /** Asks the host about the visible profile; see hostLink.ts. */
  readonly ask: ProfileHost['ask'];
  /** Refines the profile by a function. */
  refineBy(field: QuickField, functionName: string): void;
  /** Selects a function in all tabs. */
  select(name: string): void;
  openTab(tab: TabId): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Shows a failure until `clearFailure`. */
  showFailure(message: string, retry: () => void): void;
  clearFailure(): void;
}
