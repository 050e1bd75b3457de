import { utf8Bytes } from '../profile/common/utf8';

/** The text, or its bytes if they are not valid UTF-8: names are printed byte for byte as in the file. */
export function asWritten(text: string): string | Uint8Array {
  return text.isWellFormed() ? text : utf8Bytes(text);
}
