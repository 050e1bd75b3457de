/** Messages as pages send them. */

/** @param version that of the state that the page shows */
export function asked(question: string, params: unknown, version: number | undefined, request = 1): object {
  return { kind: 'ask', question, params, version, request };
}

export function ordered(order: string, params?: unknown, version?: number): object {
  return { kind: 'order', order, params, version };
}
