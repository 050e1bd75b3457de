/** RE2 patterns of the names of functions that are not the program's. The prefix is `main.linecost1a2b3c4d`. */

/** The functions of the agent, and those that write its CPU profile and watch signals for it. */
export function agentFrames(prefix: string): string {
  const [name, own] = partsOf(prefix);
  return `^(?:${name}\\.(?:\\(\\*)?${own}|runtime/pprof\\.(?:profileWriter$|(?:\\(\\*)?linecost)|runtime\\.ensureSigM\\.)`;
}

/**
 * The goroutines that the agent has started, but not one that ends the program, which calls the agent.
 * @param usesSignals whether the program handles signals itself, and so has the goroutine that passes them on
 */
export function agentGoroutines(prefix: string, usesSignals: boolean): string {
  const [name, own] = partsOf(prefix);
  const agents = `${name}\\.\\(\\*${own}(?:Agent|Wall)\\)\\.(?:follow|signals)$|runtime/pprof\\.profileWriter$`;
  return `^(?:${agents}${usesSignals ? '' : '|os/signal\\.loop$'})`;
}

function partsOf(prefix: string): readonly [name: string, own: string] {
  return prefix.split('.') as [string, string];
}
