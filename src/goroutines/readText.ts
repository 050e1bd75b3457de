import type { Steps } from '../profile/common/guard';
import type { Dumps } from './dump';
import { eachLineOf } from './lines';
import { DumpReader } from './readDumps';

/** Reads the goroutines in a text in UTF-8 or UTF-16. */
export function* readDumps(bytes: Uint8Array): Steps<Dumps> {
  const reader = new DumpReader();
  yield* eachLineOf(bytes, (line, isPlain) => reader.push(line, isPlain));
  return reader.finish();
}
