/** Moves colors away from gray, so that positive and negative values are easier to distinguish. */
const SHIFT = 0.7;
/** Colors of shares below this fade to gray. */
const FADING = 0.2;

/**
 * A color for a share of the total from -1 (green) over 0 (gray) to 1 (red), `#rrggbb`.
 * @param shade `border`: strong; `fill`: pale
 */
export function shareColor(share: number, shade: 'border' | 'fill'): string {
  const score = Math.max(-1, Math.min(1, share));
  const value = shade === 'fill' ? 0.93 : 0.7;
  const full = shade === 'fill' ? 0.1 : 1;
  const saturation = Math.abs(score) < FADING ? full * (Math.abs(score) / FADING) : full;
  const shifted = Math.sign(score) * Math.pow(Math.abs(score), 1 - SHIFT);
  const red = shifted < 0 ? value * (1 + saturation * shifted) : value;
  const green = shifted < 0 ? value : value * (1 - saturation * shifted);
  const blue = value * (1 - saturation);
  return `#${[red, green, blue].map(hexByte).join('')}`;
}

/** Truncated, not rounded; NaN (a share of a total of 0) becomes 0. */
function hexByte(part: number): string {
  return ((part * 255) & 0xff).toString(16).padStart(2, '0');
}
