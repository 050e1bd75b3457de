const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that ends its processes and removes its files when it is aborted. On Ctrl+C, SIGTERM and SIGHUP, aborts it,
 * waits until it has ended, and then ends this process by the same signal, as a shell expects. A second one ends this
 * process at once; what it leaves is removed by the handlers of its exit.
 */
export async function interrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received !== undefined) process.exit(1);
    received = signal;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    if (received !== undefined) process.kill(process.pid, received);
  }
}
