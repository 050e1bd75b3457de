/**
 * A reporter for node:test that prints the counts of each file at the end, as JSON:
 * `{"FILE":{"passed":N,"failed":N,"skipped":N}}`. It counts tests, not suites. A file that fails before its first test
 * counts as one failed test. A file without tests is not counted.
 * @param {AsyncIterable<{ type: string, data: any }>} events
 */
export async function* countingReporter(events) {
  const files = {};
  for await (const { type, data } of events) {
    const outcome = outcomeOf(type, data);
    if (outcome) {
      const file = data.file ?? '';
      files[file] ??= { passed: 0, failed: 0, skipped: 0 };
      files[file][outcome] += 1;
    }
  }
  yield JSON.stringify(files);
}

function outcomeOf(type, data) {
  const ended = type === 'test:pass' || type === 'test:fail';
  const isFileWithoutTests = type === 'test:pass' && /\.test\.[jt]s$/.test(data.name);
  if (!ended || isFileWithoutTests || data.details?.type === 'suite') {
    return undefined;
  }
  if (data.skip !== undefined || data.todo !== undefined) {
    return 'skipped';
  }
  return type === 'test:pass' ? 'passed' : 'failed';
}

export default countingReporter;
