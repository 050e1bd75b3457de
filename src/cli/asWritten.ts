import { shownText, utf8Bytes } from '../profile/work/utf8';

/** The text, or its bytes if some of them are not UTF-8: names in a file are printed byte for byte. */
export function asWritten(text: string): string | Uint8Array {
  return shownText(text) === text ? text : utf8Bytes(text);
}
