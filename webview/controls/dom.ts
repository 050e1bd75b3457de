/** Helpers that build elements. Text reaches the page as text nodes and attributes only, never as HTML. */

export type Child = Node | string;

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element with attributes and children. `true` sets an empty attribute; `false` and undefined set none. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  setAttributes(created, attributes);
  created.append(...children);
  return created;
}

/** Makes an SVG element; see `element`. */
export function svgElement<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const created = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(created, attributes);
  created.append(...children);
  return created;
}

/** Sets attributes; `false` and undefined remove them. */
export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Sets the text of an element, unless it has that text already. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** The element with the keyboard focus; null while another part of the editor has the focus and must keep it. */
export function focusedElement(): Element | null {
  return document.hasFocus() ? document.activeElement : null;
}

/** Stops an event that is handled, so that neither the browser nor the editor acts on it. */
export function stopEvent(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
