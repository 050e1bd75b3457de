import type { GraphReport } from '../../src/profile/answers/graph';
import type { DetailText } from '../controls/detailFooter';
import { plural } from '../../src/profile/text/counts';
import { FEW_SAMPLES_TEXT, panelText } from '../text/figureTexts';
import { shareText } from '../../src/profile/text/screen/share';

/** The details of one node: name, callers and callees, figures. @param areChanges whether the figures are changes */
export function nodeDetails({ nodes, calls, ...scale }: GraphReport, node: number, areChanges: boolean): DetailText {
  const { name, function: functionName, file, flat, cum, few, remarks } = nodes[node];
  const isSigned = areChanges || nodes.some((each) => each.flat < 0 || each.cum < 0);
  const callers = calls.filter(({ callee, caller }) => callee === node && caller !== node).length;
  const callees = calls.filter(({ callee, caller }) => caller === node && callee !== node).length;
  const figures = ([['flat', flat], ['cum', cum]] as const).flatMap(([column, value]) => {
    const { sign = '', text = '' } = remarks?.[column] ?? {};
    const mark = sign === '' ? '' : `${sign} `;
    const plus = isSigned && value > 0 ? '+' : '';
    const why = text || (few?.[column] ? FEW_SAMPLES_TEXT : '');
    const about = { why, isUnsure: sign !== '' || (text === '' && why !== '') };
    return [
      { name: column, value: `${mark}${plus}${panelText(value, scale)}`, ...about },
      { name: `${column} %`, value: `${mark}${shareText(value, scale.total, isSigned, scale.weight)}`, ...about },
    ];
  });
  return {
    name,
    source: `${countOf(callers, 'caller')}, ${countOf(callees, 'callee')} in the graph`,
    figures,
    canShowCalls: functionName !== '',
    hasSource: functionName !== '' || file !== '',
  };
}

/** The details of a selected function that has no node. */
export function missingNodeDetails(name: string): DetailText {
  const source = 'Not among the functions that the graph shows.';
  const figures = ['flat', 'flat %', 'cum', 'cum %'].map((figure) => ({ name: figure, value: '' }));
  return { name, source, figures, canShowCalls: true, hasSource: false };
}

function countOf(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${plural(noun, count)}`;
}
