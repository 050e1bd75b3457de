import { selection } from 'd3-selection';

/**
 * Makes the d3 selections of d3-flame-graph skip work without a visible effect, which takes most of the time to draw a
 * window. Values that are already set are not written again; frames get no listeners, because FlamePane listens on
 * their parent; frames get no labels, because FlameGraph adds labels to the frames that are wide enough.
 */

type Value = string | number | ((this: Element, datum: unknown) => string | number);

interface Selection {
  each(f: (this: SVGElement, datum: unknown) => void): this;
  filter(keep: () => boolean): Selection;
}

const { prototype } = selection;
const append = prototype.append as (this: Selection, name: string) => Selection;

function textOf(value: Value, target: Element, datum: unknown): string {
  return String(typeof value === 'function' ? value.call(target, datum) : value);
}

prototype.attr = function attr(this: Selection, name: string, value: Value): Selection {
  const isSize = name === 'width' || name === 'height';
  return this.each(function each(datum) {
    // A group has the size of its content.
    if (isSize && this.localName === 'g') return;
    const text = textOf(value, this, datum);
    if (this.getAttribute(name) !== text) this.setAttribute(name, text);
  });
};

prototype.style = function style(this: Selection, name: string, value: Value): Selection {
  return this.each(function each(datum) {
    const text = textOf(value, this, datum);
    if (this.style.getPropertyValue(name) !== text) this.style.setProperty(name, text);
  });
};

prototype.text = function text(this: Selection, value: Value): Selection {
  return this.each(function each(datum) {
    const newText = textOf(value, this, datum);
    if (this.textContent !== newText) this.textContent = newText;
  });
};

prototype.on = function on(this: Selection): Selection {
  return this;
};

prototype.append = function appendUnlabeled(this: Selection, name: string): Selection {
  return name === 'foreignObject' ? this.filter(() => false) : append.call(this, name);
};
