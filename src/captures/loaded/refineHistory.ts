import type * as vscode from 'vscode';
import { isObject, isText, listOf } from '../../profile/common/shapes';
import type { RefineHistory, Refinement } from '../../pages/protocol/refineState';
import { inBackground } from '../../ui/inBackground';
import { FIELD_ORDER } from '../../profile/text/chipText';

const HISTORY = 'linecost.refinementHistory';
const MAX_PER_FIELD = 15;

/** The earlier values of each option, newest first. Stored values of another shape are left out. */
export function refineHistory(memento: vscode.Memento): RefineHistory {
  const stored = memento.get<unknown>(HISTORY);
  if (!isObject(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, texts]) => listOf(isText)(texts)));
}

/** Adds the values of `refinement` that differ from `current`. Returns whether there are any. */
export function rememberInputs(memento: vscode.Memento, refinement: Refinement, current: Refinement): boolean {
  const added = FIELD_ORDER.filter((field) => {
    const value = refinement[field];
    return field !== 'granularity' && value && value !== true && value !== current[field];
  });
  if (added.length === 0) return false;
  const history = refineHistory(memento);
  const entries = added.map((field) => {
    const value = String(refinement[field]);
    const others = (history[field] ?? []).filter((each) => each !== value);
    return [field, [value, ...others].slice(0, MAX_PER_FIELD)];
  });
  inBackground(memento.update(HISTORY, { ...history, ...Object.fromEntries(entries) }));
  return true;
}
