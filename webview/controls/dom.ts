/** Small helpers that build elements. Text reaches the page as text nodes and attributes only, never as HTML. */

export type Child = Node | string;

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with its attributes (`true` sets an empty one; `false` and undefined set none) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** An SVG element; see `element`. */
export function svgElement<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Sets, or takes away, each of the attributes. */
export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Shows text, touching the page only when it differs. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** What has the keys; null while another part of the editor has them, from which nothing here may take them. */
export function focusedElement(): Element | null {
  return document.hasFocus() ? document.activeElement : null;
}

/** Takes a key or a click for ourselves: neither the page nor the editor around it acts on it. */
export function claim(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
