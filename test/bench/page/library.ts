import flamegraph from 'd3-flame-graph';
import { select } from 'd3-selection';
import type { FlameWindow } from '../../../src/profile/answers/flame';
import { untilSettled } from './settled';

interface Node {
  readonly name: string;
  readonly value: number;
  readonly children: Node[];
}

/** Methods of the chart that the extension's page does not use. */
interface Chart {
  width(pixels: number): this;
  cellHeight(pixels: number): this;
  inverted(rootOnTop: boolean): this;
}

/** Draws the frames of a window with d3-flame-graph alone, in an empty page: the least time that drawing can take. */
class Library {
  private readonly element = document.createElement('div');

  constructor() {
    document.body.append(this.element);
  }

  /** Milliseconds from the call to the settled frame. */
  draw(window: FlameWindow, width: number): Promise<number> {
    this.element.replaceChildren();
    const start = performance.now();
    const chart = (flamegraph() as unknown as Chart).width(width).cellHeight(18).inverted(true);
    select(this.element).datum(callTree(window)).call(chart as never);
    return untilSettled(start);
  }

  /** Milliseconds until the settled frame after a copy of the drawing, made before, replaces it. Then puts it back. */
  async replace(): Promise<number> {
    const drawing = this.element.firstElementChild as Element;
    const copy = drawing.cloneNode(true) as Element;
    const start = performance.now();
    drawing.replaceWith(copy);
    const milliseconds = await untilSettled(start);
    copy.replaceWith(drawing);
    await untilSettled(start);
    return milliseconds;
  }

  /** Clicks the widest frame that is narrower than 70 % of the graph. Returns milliseconds to the settled frame. */
  zoom(): Promise<number> {
    const frames = [...this.element.querySelectorAll('g.frame')];
    const widths = frames.map((frame) => ({ frame, width: frame.getBoundingClientRect().width }));
    const maxWidth = Math.max(...widths.map(({ width }) => width)) * 0.7;
    const { frame } = widths.filter(({ width }) => width < maxWidth).sort((a, b) => b.width - a.width)[0]!;
    const start = performance.now();
    frame.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return untilSettled(start);
  }
}

function callTree({ parent, cum, size, name, names }: FlameWindow): Node {
  const nodes = Array.from(cum, (_, row): Node => ({ name: names[name[row]!]!, value: size[row]!, children: [] }));
  for (let row = 1; row < nodes.length; row++) nodes[parent[row]!]!.children.push(nodes[row]!);
  return nodes[0]!;
}

Object.assign(globalThis, { library: new Library() });
export type { Library };
