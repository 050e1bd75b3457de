/** A small pseudo-random generator (xorshift32), so that a failure can be repeated from its seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Damages the bytes in one to three places: flips bits, makes varints huge, and cuts, doubles or clears ranges. */
export function damaged(bytes: Uint8Array, seed: number): Uint8Array {
  const random = randomFrom(Math.imul(seed + 1, 0x9e3779b1));
  let now = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0; times--) {
    const at = random(now.length);
    const length = 1 + random(40);
    switch (random(6)) {
      case 0:
        now[at]! ^= 1 << random(8);
        break;
      case 1:
        now.fill(0xff, at, Math.min(now.length, at + 1 + random(9)));
        break;
      case 2:
        now = Buffer.concat([now.subarray(0, at), now.subarray(at + length)]);
        break;
      case 3:
        now = Buffer.concat([now.subarray(0, at + length), now.subarray(at)]);
        break;
      case 4:
        now.fill(0, at, Math.min(now.length, at + length));
        break;
      default:
        now[at] = random(256);
    }
    if (now.length === 0) return now;
  }
  return now;
}
