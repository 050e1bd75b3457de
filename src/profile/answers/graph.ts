/** A node of pprof's call graph with its figures, in the sample type's unit. */
export interface GraphNode {
  /** As pprof prints it: address, function, place. */
  readonly name: string;
  /** The function's name alone; empty where frames are not told apart by functions, or have none. */
  readonly function: string;
  readonly file: string;
  /** 1-based; 0 where frames are not told apart by lines. */
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
}

/** A call between two nodes, given by their places among the nodes. */
export interface GraphCall {
  readonly caller: number;
  readonly callee: number;
  readonly weight: number;
  /** Goes, in a sample at least, through functions that are not shown. */
  readonly residual: boolean;
  readonly inlined: boolean;
}

/** What pprof's call graph shows of a profile. */
export interface GraphReport {
  /** What percentages relate to. */
  readonly total: number;
  readonly unit: string;
  /** What is most worth seeing first. */
  readonly nodes: readonly GraphNode[];
  /** The heaviest first. */
  readonly calls: readonly GraphCall[];
  /** How many nodes there would be if the heaviest alone were not taken. */
  readonly nodeCount: number;
  /** How many more were left out for their cum, which is `leastCum` or less, in the unit. */
  readonly droppedNodes: number;
  readonly leastCum: number;
}

/** A stroke. Points are x, y, x, y …, in points of 1/72 inch, x to the right and y downwards. */
export interface GraphStroke {
  /** A curve's points are a start, then two controls and an end for each cubic Bézier piece. */
  readonly kind: 'polygon' | 'line' | 'curve';
  readonly points: readonly number[];
  /** `#rrggbb`, as pprof chose it for a light ground. */
  readonly pen: string;
  /** As `pen`; empty: not filled. */
  readonly fill: string;
  /** In points. */
  readonly width: number;
  readonly dotted: boolean;
}

/** A line of text on its base line. */
export interface GraphText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Font size, in points. */
  readonly size: number;
  /** Which part of the text stands at x. */
  readonly anchor: 'start' | 'middle' | 'end';
  /** How wide the layout takes it to be, in points. */
  readonly width: number;
}

interface Drawn {
  readonly strokes: readonly GraphStroke[];
  readonly texts: readonly GraphText[];
  readonly tooltip: string;
}

/** A box: of a function, of a label (a "tag") at a function, or the legend. */
export interface GraphBox extends Drawn {
  readonly kind: 'function' | 'label' | 'legend';
  /** Of a function: its place among the nodes. */
  readonly node?: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An arrow from box to box. */
export interface GraphArrow extends Drawn {
  /** Their places among the boxes. */
  readonly from: number;
  readonly to: number;
}

/** A call graph laid out, as plain data. */
export interface GraphPicture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly GraphBox[];
  readonly arrows: readonly GraphArrow[];
}

/** All that a page needs to draw a call graph. */
export interface DrawnGraph {
  readonly report: GraphReport;
  readonly picture: GraphPicture;
}
