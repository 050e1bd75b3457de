import { shownText, utf8Bytes } from '../profile/work/utf8';

/** Names in a file need not be UTF-8; they are printed byte for byte. */
export function asWritten(text: string): string | Uint8Array {
  return shownText(text) === text ? text : utf8Bytes(text);
}
