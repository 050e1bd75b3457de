import type { Steps } from '../profile/common/guard';
import type { Dumps, TextFacts } from './dump';
import { eachLineOf } from './lines';
import { DumpReader } from './readDumps';

/** A text in UTF-8 or UTF-16. */
export interface DumpText extends TextFacts {
  readonly bytes: SharedArrayBuffer | ArrayBuffer | Uint8Array;
}

/** Reads the goroutines in a text in UTF-8 or UTF-16. */
export function readDumps(bytes: Uint8Array): Steps<Dumps> {
  return readTexts([{ bytes }]);
}

/** Reads the goroutines in several texts, so that equal stacks of them are one. */
export function* readTexts(texts: readonly DumpText[]): Steps<Dumps> {
  const reader = new DumpReader();
  for (const { bytes, ...facts } of texts) {
    reader.beginText(facts);
    const whole = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
    yield* eachLineOf(whole, (line, isPlain) => reader.push(line, isPlain));
  }
  return reader.finish();
}
