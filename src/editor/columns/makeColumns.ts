import type { QueryEngine } from '../../engine/client';
import type { Deriver, Session } from '../../captures/session';
import type { ColumnStyles } from '../../captures/loaded/columnStyles';
import { Annotator } from './annotator';
import type { FindProfileFiles } from './costQuestions';
import { LinesWhileEditing } from './linesWhileEditing';

export interface ColumnsParts {
  readonly session: Session;
  readonly engine: QueryEngine & Deriver;
  readonly styles: ColumnStyles;
  readonly findFiles: FindProfileFiles;
  /** Shows the user why there are no costs, or why they may be on wrong lines. */
  readonly say: (message: string) => void;
}

/** What draws the costs, and the map from captured lines to today's that it draws them by. */
export interface Columns {
  readonly annotator: Annotator;
  readonly lines: LinesWhileEditing;
}

export function makeColumns({ session, engine, styles, findFiles, say }: ColumnsParts): Columns {
  const lines = new LinesWhileEditing(session);
  return { lines, annotator: new Annotator(session, engine, lines, findFiles, styles, say) };
}
