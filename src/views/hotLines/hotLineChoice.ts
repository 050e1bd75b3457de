import type { HotLineOrder } from '../../profile/answers/lines';

export type HotLineScope = 'workspace' | 'everywhere';

/** Which lines are listed, and in which order. */
export interface HotLineChoice {
  readonly order: HotLineOrder;
  readonly scope: HotLineScope;
}

export const SCOPES: Readonly<Record<HotLineScope, { readonly label: string; readonly detail: string }>> = {
  workspace: { label: 'In this workspace', detail: 'Lines of your own code.' },
  everywhere: { label: 'In all files', detail: 'Also lines of the standard library and of other modules.' },
};

/** The names of the orders: `label` in a sentence, `short` after a figure. */
export const ORDERS: Readonly<Record<HotLineOrder, { readonly label: string; readonly short: string }>> = {
  charged: { label: 'cost caused here', short: 'caused here' },
  flat: { label: 'flat', short: 'flat' },
  cum: { label: 'cum', short: 'cum' },
};

/** The meaning of an order's figure. */
export function meaningOf({ order, scope }: HotLineChoice): string {
  if (order === 'flat') return 'The line itself, without what it calls.';
  if (order === 'cum') return 'The line with everything that it calls.';
  const outside = scope === 'workspace' ? 'outside this workspace' : 'in files that cannot be opened';
  return `The line itself, and what it calls ${outside}.`;
}

/** The meaning of the three figures of a line, in one sentence. */
export function figuresMeaning({ scope }: Pick<HotLineChoice, 'scope'>): string {
  const caused = uncapitalized(meaningOf({ order: 'charged', scope }).slice(0, -1));
  return `Flat is the line itself, cum with everything that it calls, caused here ${caused}.`;
}

function uncapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
