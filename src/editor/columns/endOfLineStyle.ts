import type * as vscode from 'vscode';
import { type CostPicture, forEachLine } from './costPicture';
import type { CapturedCost } from './costsByLine';
import { background, COST_COLOR, FADED_COLOR, FADED_LINE, filled, LINE_END_MARGIN, lineEnd, type Marks, NBSP } from './decorationParts';
import type { LineSpan } from './drawnBlocks';
import { fadedIn, type Figures, fontStyle, MOVED_MARK, movedIn } from './figureLook';
import { figure } from './figureText';
import { larger } from './heat';
import { notes } from './lineNotes';

export function lineEnds(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
  const ends: vscode.DecorationOptions[] = [];
  forEachLine(picture, lines, (line, cost, changed) => {
    if (!cost || (cost.flat === 0 && cost.cum === 0)) return;
    const [faded, moved] = [withoutZeros(fadedIn(picture, cost), cost), movedIn(picture, cost)];
    const sure = (column: 'flat' | 'cum') => (faded[column] || moved[column] ? 0 : cost[column]);
    const [flatHeat, cumHeat] = [sure('flat'), sure('cum')];
    const part = (text: string, heat: number, isFaded: boolean) => ({
      contentText: text.replace(/ /g, NBSP),
      backgroundColor: background(heat, picture),
      fontStyle: fontStyle(changed),
      ...(isFaded && { color: FADED_COLOR, textDecoration: FADED_LINE }),
    });
    const mark = (isMoved: boolean) => (isMoved ? MOVED_MARK : '');
    const flat = cost.flat === 0 ? '' : ` flat ${figure(cost.flat, picture)}${mark(moved.flat)} `;
    const cum = cost.cum === 0 ? '' : ` cum ${figure(cost.cum, picture)}${mark(moved.cum)} `;
    if (faded.flat === faded.cum) {
      const heat = larger({ flat: flatHeat, cum: cumHeat });
      ends.push({ range: lineEnd(line), renderOptions: { after: part(`${flat}${cum}`, heat, faded.cum) } });
      return;
    }
    const before = { ...part(flat, flatHeat, faded.flat), margin: LINE_END_MARGIN };
    ends.push({ range: lineEnd(line), renderOptions: { before, after: { ...part(cum, cumHeat, faded.cum), margin: '0' } } });
  });
  ends.push(...notes(picture, lines));
  return filled({ ends: { options: { after: { margin: LINE_END_MARGIN, color: COST_COLOR } }, at: ends } });
}

/** A zero, which is not shown, has the look of the other figure. */
function withoutZeros(faded: Figures, { flat, cum }: CapturedCost): Figures {
  return { flat: flat === 0 ? faded.cum : faded.flat, cum: cum === 0 ? faded.flat : faded.cum };
}
