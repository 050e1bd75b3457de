export function countingReporter(
  events: AsyncIterable<{ type: string; data: object }>,
): AsyncGenerator<string, void, undefined>;
