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

const GRAY = { border: [178, 178, 178], fill: [237, 237, 237] } as const;
/** The hues of Top and the flame graph. */
const GROWN = { border: [190, 110, 0], fill: [250, 222, 190] } as const;
const SHRUNK = { border: [30, 105, 180], fill: [198, 222, 250] } as const;

/** A color for a change, as a share of the total: orange for growth, blue for a decrease, gray for 0. */
export function changeColor(share: number, shade: 'border' | 'fill'): string {
  const full = (share > 0 ? GROWN : SHRUNK)[shade];
  const saturation = share === 0 ? 0 : Math.max(0.3, Math.min(1, Math.abs(share) / FADING));
  const parts = full.map((part, i) => Math.round(GRAY[shade][i] + (part - GRAY[shade][i]) * saturation));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Truncated, not rounded; NaN (a share of a total of 0) becomes 0. */
function hexByte(part: number): string {
  return ((part * 255) & 0xff).toString(16).padStart(2, '0');
}
