import { type Guard, MemoryError } from '../../src/profile/common/guard';

/** A guard that grants claims of up to `maxBytes` each and appends the granted claims, in bytes, to `claimed`. */
export function roomFor(maxBytes: number, claimed: number[] = []): Guard {
  const hasRoom = (bytes: number) => bytes <= maxBytes;
  return {
    maxBytes,
    hasRoom,
    checkpoint: () => undefined,
    claim: (bytes) => {
      if (!hasRoom(bytes)) throw new MemoryError(maxBytes);
      claimed.push(bytes);
    },
  };
}
