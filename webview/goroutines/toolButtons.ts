import type { DumpFilter } from '../../src/goroutines/answers';
import type { GoroutinesState } from '../../src/pages/protocol/goroutinesPage';
import { element } from '../controls/dom';
import type { GoroutinesHost } from './goroutinesHost';

/** The actions on what is shown. @param filter what is shown when one is clicked */
export function toolButtons(
  { canShowOnLines, isLive, summary: { all } }: GoroutinesState,
  host: Pick<GoroutinesHost, 'order'>,
  filter: () => DumpFilter,
): HTMLElement[] {
  const button = (text: string, hint: string, onClick: () => void) => {
    const created = element('button', { class: 'link', title: hint }, text);
    created.addEventListener('click', onClick);
    return created;
  };
  const dump = () => {
    const chosen = filter().dump;
    return chosen === undefined ? {} : { dump: chosen };
  };
  const isComparison = all.comparison !== undefined;
  const again = isComparison ? 'Fetch again, and compare with the same earlier dump' : 'Fetch the goroutines again';
  return [
    ...(isLive
      ? [
          button('Refresh', again, () => host.order('refresh', { compares: false })),
          button('Refresh and Compare', 'Fetch again, and compare with the dump that is shown', () =>
            host.order('refresh', { compares: true })),
        ]
      : []),
    button('Compare with…', 'Compare with an earlier dump', () => host.order('compareWith', dump())),
    ...(isComparison ? [button('End Comparison', 'Show the later dump alone', () => host.order('endComparison', {}))] : []),
    ...(canShowOnLines
      ? [button('Show on Lines', 'Count the goroutines on the lines of the code, as a goroutine profile does', () =>
          host.order('showOnLines', dump()))]
      : []),
    button('Copy as Text', 'Copy the groups in view', () => host.order('copy', filter())),
    button('Open Other…', 'Open another text', () => host.order('openOther', {})),
  ];
}
