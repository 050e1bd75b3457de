import type { LineFrame, SourceLine } from '../../src/profile/answers/flame';
import type { FlameRequest } from '../../src/pages/protocol/profilePage';
import { LatestOnly, unlessCancelled } from '../hostLink';
import type { PageAccess } from '../tab';
import type { FlameActions } from './flameActions';
import { withoutUndefined } from './flamePlaces';

/** What a search needs of the graph. `view` has the stacks that it shows; undefined without a profile. */
interface Shown {
  readonly page: Pick<PageAccess, 'ask' | 'order' | 'select' | 'showFailure'>;
  readonly view: Pick<FlameRequest, 'from' | 'callers' | 'collapseRecursion' | 'hideTestingFrames'> | undefined;
}

/** Goes from a line to the frame that has most of its cost. */
export class LineSearch {
  private readonly requests = new LatestOnly();

  constructor(
    private readonly graph: Pick<FlameActions, 'leaveSandwich' | 'zoomToFrame'>,
    private readonly shown: () => Shown,
  ) {}

  /** Zooms to the frame and selects its function, or lets the host say that the graph does not have it. */
  show(line: SourceLine): void {
    this.graph.leaveSandwich();
    const { page, view: { from, collapseRecursion, hideTestingFrames } = {} } = this.shown();
    const sought = { ...line, ...withoutUndefined({ from, collapseRecursion, hideTestingFrames }) };
    page.ask('lineFrame', sought, this.requests).then((found) => {
      // Meanwhile, the graph may have moved to whole stacks.
      if (this.shown().view?.from !== from) this.show(line);
      else if (found) this.goTo(found);
      else page.order('sayHidden', sought);
    }, unlessCancelled(({ message }) => page.showFailure(message, () => this.show(line))));
  }

  private goTo({ frame, function: name }: LineFrame): void {
    this.shown().page.select(name);
    this.graph.zoomToFrame(frame);
  }
}
