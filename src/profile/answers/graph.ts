/** A node of pprof's call graph with its figures, in the sample type's unit. */
export interface GraphNode {
  /** As pprof prints it: address, function, position. */
  readonly name: string;
  /** The function's name alone; empty if unknown, or if the granularity has no functions. */
  readonly function: string;
  readonly file: string;
  /** 1-based; 0 if the granularity has no lines. */
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  /** Set if a figure rests on so few samples that it is mostly chance, and says which. */
  readonly few?: { readonly flat: boolean; readonly cum: boolean };
  /** The judgements on the changes of the figures, in a comparison per operation. */
  readonly remarks?: { readonly flat: ChangeRemark; readonly cum: ChangeRemark };
}

/** The judgement on a change. */
export interface ChangeRemark {
  /** `~` for noise, `↔` if it moved; empty for a firm change. */
  readonly sign: string;
  /** The judgement in words; empty if the change is 0, or its samples show that it is firm. */
  readonly text: string;
}

/** A call between two nodes. */
export interface GraphCall {
  /** Indexes of nodes. */
  readonly caller: number;
  readonly callee: number;
  readonly weight: number;
  /** Whether the call goes through hidden functions, in at least one sample. */
  readonly residual: boolean;
  readonly inlined: boolean;
}

/** The nodes and calls of pprof's call graph. */
export interface GraphReport {
  /** The 100 % of percentages. */
  readonly total: number;
  readonly unit: string;
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
  /** In pprof's order `entropy`: the most interesting nodes first. */
  readonly nodes: readonly GraphNode[];
  /** Heaviest first. */
  readonly calls: readonly GraphCall[];
  /** The number of nodes before the limit on their number was applied. */
  readonly nodeCount: number;
  /** The number of nodes left out because their cum is too small. */
  readonly droppedNodes: number;
  /** The cum, in `unit`, that pprof prints as the limit for nodes that were left out. */
  readonly leastCum: number;
}

/** A stroke of the drawing. Lengths are in points (1/72 inch). */
export interface GraphStroke {
  readonly kind: 'polygon' | 'line' | 'curve';
  /**
   * x, y, x, y …; x grows to the right, y downwards. A curve has a start point, then two control points and an end
   * point for each cubic Bézier piece.
   */
  readonly points: readonly number[];
  /** `#rrggbb`, pprof's color for a light background. */
  readonly pen: string;
  /** `#rrggbb`; empty: not filled. */
  readonly fill: string;
  /** In points. */
  readonly width: number;
  readonly dotted: boolean;
}

/** A line of text; (x, y) is on its baseline. */
export interface GraphText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Font size, in points. */
  readonly size: number;
  /** Which part of the text is at x. */
  readonly anchor: 'start' | 'middle' | 'end';
  /** The width that the layout assumes, in points. */
  readonly width: number;
}

interface Shape {
  readonly strokes: readonly GraphStroke[];
  readonly texts: readonly GraphText[];
  readonly tooltip: string;
}

/** The box of a function, of one of its labels (a "tag" in pprof), or of the legend. */
export interface GraphBox extends Shape {
  readonly kind: 'function' | 'label' | 'legend';
  /** For a function: the index of its node. */
  readonly node?: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An arrow from one box to another. */
export interface GraphArrow extends Shape {
  /** Indexes of boxes. */
  readonly from: number;
  readonly to: number;
}

/** A call graph with its layout. */
export interface GraphPicture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly GraphBox[];
  readonly arrows: readonly GraphArrow[];
}

/** Everything that the page needs to draw a call graph. */
export interface DrawnGraph {
  readonly report: GraphReport;
  readonly picture: GraphPicture;
}
