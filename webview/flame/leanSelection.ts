import { selection } from 'd3-selection';

/**
 * Spares the selections that d3-flame-graph draws with what costs most of a window's drawing and nobody sees:
 * what stands there already is not written again; frames get no listeners, since clicks and moves of the pointer are
 * heard further up; and none gets a label, which flameGraph.ts adds to the few that are wide enough for one.
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
    // A group is as large as what is in it.
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
    const wanted = textOf(value, this, datum);
    if (this.textContent !== wanted) this.textContent = wanted;
  });
};

prototype.on = function on(this: Selection): Selection {
  return this;
};

prototype.append = function appendUnlabelled(this: Selection, name: string): Selection {
  return name === 'foreignObject' ? this.filter(() => false) : append.call(this, name);
};
