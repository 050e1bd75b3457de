/** RE2 patterns of the names of functions that are not the program's. The prefix is `main.linecost1a2b3c4d`. */

/**
 * The functions of the agent, and those that write its CPU profile and watch signals for it.
 * @param isTraced whether an execution trace is taken, for which the runtime has goroutines that wait all the time
 */
export function agentFrames(prefix: string, isTraced = false): string {
  const [name, own] = partsOf(prefix);
  const tracing = isTraced ? '|runtime\\.(?:\\(\\*traceAdvancerState\\)\\.start|traceStartReadCPU)\\.func' : '';
  return `^(?:${name}\\.(?:\\(\\*)?${own}|runtime/pprof\\.(?:profileWriter$|(?:\\(\\*)?linecost)|runtime\\.ensureSigM\\.${tracing})`;
}

interface AgentUse {
  /** Whether the program handles signals itself, and so has the goroutine that passes them on. */
  readonly usesSignals: boolean;
  /** Whether an execution trace is taken. */
  readonly isTraced: boolean;
}

/**
 * The goroutines that the agent has started, but not one that ends the program, which calls the agent. One that is just
 * ending, such as the writer of a piece of the CPU profile, has no frame that says whose it was.
 */
export function agentGoroutines(prefix: string, { usesSignals, isTraced }: AgentUse): string {
  const [name, own] = partsOf(prefix);
  const patterns = [
    `${name}\\.\\(\\*${own}(?:Agent|Wall)\\)\\.(?:follow|signals)$`,
    'runtime/pprof\\.profileWriter$',
    'runtime\\.goexit1$',
    ...(usesSignals ? [] : ['os/signal\\.loop$']),
    ...(isTraced ? ['runtime/trace\\.(?:Start|\\(\\*traceMultiplexer\\)\\.startLocked)\\.func\\d+$'] : []),
  ];
  return `^(?:${patterns.join('|')})`;
}

function partsOf(prefix: string): readonly [name: string, own: string] {
  return prefix.split('.') as [string, string];
}
