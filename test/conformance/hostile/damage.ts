/** A pseudo-random generator (xorshift32). The same seed gives the same numbers, so that a failure can be repeated. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/**
 * Damages a copy of the bytes in one to three places: flips bits, replaces bytes, makes varints huge, and cuts, doubles
 * or clears ranges.
 */
export function damage(bytes: Uint8Array, seed: number): Uint8Array {
  const random = randomFrom(Math.imul(seed + 1, 0x9e3779b1));
  let result = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0; times--) {
    const at = random(result.length);
    const length = 1 + random(40);
    switch (random(6)) {
      case 0:
        result[at]! ^= 1 << random(8);
        break;
      case 1:
        result.fill(0xff, at, Math.min(result.length, at + 1 + random(9)));
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)]);
        break;
      case 4:
        result.fill(0, at, Math.min(result.length, at + length));
        break;
      default:
        result[at] = random(256);
    }
    if (result.length === 0) return result;
  }
  return result;
}
