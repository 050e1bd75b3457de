import type { Overseer } from '../../src/profile/work/guard';
import { MemoryError } from '../../src/profile/errors';

/** An overseer that grants up to `maxBytes` per claim, and records claims. */
export function roomFor(maxBytes: number, claimed: number[] = []): Overseer {
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
