import type { Session } from '../../captures/session';
import type { PickItem } from '../../ui/window';
import type { Refining } from '../../captures/loaded/refining';

/** The parts of the extension that refining from the command palette uses. */
export interface RefineParts {
  readonly session: Session;
  readonly refining: Refining;
}

/** An item of a list, and what choosing it means. */
export interface Choice<T> extends PickItem {
  readonly value: T;
}
