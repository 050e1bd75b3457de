/** Colors for the canvas, which does not know CSS variables. */
export interface ChartColors {
  readonly text: string;
  readonly grid: string;
  readonly ground: string;
  readonly font: string;
  readonly series: readonly string[];
}

/** The number of colors in charts.css. */
const COLORS = 8;

/** The class of an element in the color of the series with this index. */
export function seriesClass(index: number): string {
  return `series-${(index % COLORS) + 1}`;
}

/** The colors that a part of the page has under the theme now. */
export function colorsOf(part: HTMLElement): ChartColors {
  const probe = document.createElement('span');
  part.append(probe);
  const style = getComputedStyle(probe);
  const colorOf = (name: string) => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
  const colors = {
    text: colorOf('--chart-text'),
    grid: colorOf('--chart-grid'),
    ground: colorOf('--vscode-editor-background'),
    font: `${style.fontSize} ${style.fontFamily}`,
    series: Array.from({ length: COLORS }, (_, i) => colorOf(`--chart-${i + 1}`)),
  };
  probe.remove();
  return colors;
}

/**
 * Calls back when VS Code has changed the theme: it replaces the classes and variables of the page.
 * @returns ends this
 */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}
