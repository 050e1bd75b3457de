import type { Overseer } from '../../src/profile/work/guard';
import { MemoryError } from '../../src/profile/errors';

/** Grants what is asked for at once up to so many bytes, and writes down what is claimed. */
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
