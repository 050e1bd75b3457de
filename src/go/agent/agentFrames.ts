/** RE2 patterns of the names of functions that are not the program's. The prefix is `main.linecost1a2b3c4d`. */

/** The functions of the agent, and those that write its CPU profile and watch signals for it. */
export function agentFrames(prefix: string): string {
  const [name, own] = partsOf(prefix);
  return `^(?:${name}\\.(?:\\(\\*)?${own}|runtime/pprof\\.(?:profileWriter$|(?:\\(\\*)?linecost)|runtime\\.ensureSigM\\.)`;
}

interface AgentUse {
  /** Whether the program handles signals itself, and so has the goroutine that passes them on. */
  readonly usesSignals: boolean;
  /** Whether an execution trace is taken. */
  readonly isTraced: boolean;
}

/** The goroutines that the agent has started, but not one that ends the program, which calls the agent. */
export function agentGoroutines(prefix: string, { usesSignals, isTraced }: AgentUse): string {
  const [name, own] = partsOf(prefix);
  const patterns = [
    `${name}\\.\\(\\*${own}(?:Agent|Wall)\\)\\.(?:follow|signals)$`,
    'runtime/pprof\\.profileWriter$',
    ...(usesSignals ? [] : ['os/signal\\.loop$']),
    ...(isTraced ? ['runtime/trace\\.(?:Start|\\(\\*traceMultiplexer\\)\\.startLocked)\\.func\\d+$'] : []),
  ];
  return `^(?:${patterns.join('|')})`;
}

function partsOf(prefix: string): readonly [name: string, own: string] {
  return prefix.split('.') as [string, string];
}
