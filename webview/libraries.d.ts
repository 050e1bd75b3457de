/** Types for the parts of untyped libraries that the page uses, and for style sheets, which esbuild bundles. */

declare module '*.css';

declare module 'd3-selection' {
  export interface Selected {
    call(f: (selection: Selected) => unknown): Selected;
    datum(value: unknown): Selected;
    selectAll<E extends Element, D>(selector: string): SelectedAll<E, D>;
  }
  export interface SelectedAll<E extends Element, D> {
    each(f: (datum: D, i: number, elements: readonly E[]) => void): SelectedAll<E, D>;
  }
  export const selection: { prototype: Record<string, unknown> };
  export function select(element: Element): Selected;
}

declare module 'd3-flame-graph' {
  import type { Selected } from 'd3-selection';

  /** A node of the laid-out tree: x in fractions of the chart's width. */
  export interface LaidOut<Data> {
    readonly data: Data;
    readonly x0: number;
    readonly x1: number;
    readonly depth: number;
  }

  export interface Tooltip {
    (selection: Selected): void;
    show(): void;
    hide(): void;
  }

  export interface Chart<Data> {
    (selection: Selected): Chart<Data>;
    update(data: Data): Chart<Data>;
    width(pixels: number): Chart<Data>;
    cellHeight(pixels: number): Chart<Data>;
    inverted(rootOnTop: boolean): Chart<Data>;
    resetHeightOnZoom(reset: boolean): Chart<Data>;
    tooltip(tooltip: Tooltip): Chart<Data>;
    getName(name: (node: LaidOut<Data>) => string): Chart<Data>;
    setColorMapper(color: (node: LaidOut<Data>) => string): Chart<Data>;
  }

  export default function flamegraph<Data>(): Chart<Data>;
}
