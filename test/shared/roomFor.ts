import type { Overseer } from '../../src/profile/work/guard';
import { MemoryError } from '../../src/profile/errors';

/** An overseer that grants up to `mostBytes` per claim, and records claims. */
export function roomFor(mostBytes: number, claimed: number[] = []): Overseer {
  const hasRoom = (bytes: number) => bytes <= mostBytes;
  return {
    mostBytes,
    hasRoom,
    checkpoint: () => undefined,
    claim: (bytes) => {
      if (!hasRoom(bytes)) throw new MemoryError(mostBytes);
      claimed.push(bytes);
    },
  };
}
