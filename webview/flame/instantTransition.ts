import { selection } from 'd3-selection';

/**
 * Replaces d3-transition in the bundle with a `selection.transition()` that applies at once. d3-flame-graph 5 imports
 * d3-transition only for that method, and animates for 250 ms even with a duration of 0.
 */

interface Selection {
  attr(name: string, value: unknown): Selection;
  style(name: string, value: unknown): Selection;
  text(value: unknown): Selection;
}

/** The part of a transition that d3-flame-graph uses. */
class InstantTransition {
  constructor(private readonly target: Selection) {}

  duration(): this {
    return this;
  }

  delay(): this {
    return this;
  }

  ease(): this {
    return this;
  }

  attr(name: string, value: unknown): this {
    this.target.attr(name, value);
    return this;
  }

  style(name: string, value: unknown): this {
    this.target.style(name, value);
    return this;
  }

  text(value: unknown): this {
    this.target.text(value);
    return this;
  }
}

selection.prototype.transition = function transition(this: Selection): InstantTransition {
  return new InstantTransition(this);
};
