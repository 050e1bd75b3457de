/** Figures as load tools print them. */

const PREFIXES: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const NUMBER = /^([-+]?\d[\d,'_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)([kKMGT])?$/;

/** A number: `1234.5`, `1,234.5`, `1234,5`, `1.2e+06`, `27.46k`; undefined for other texts, such as `NaN`. */
export function numberIn(text = ''): number | undefined {
  const [, digits, prefix] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const isDecimalComma = /^[-+]?\d+,\d+$/.test(digits) && !/^[-+]?\d{1,3},\d{3}$/.test(digits);
  const value = Number(isDecimalComma ? digits.replace(',', '.') : digits.replace(/[,'_]/g, ''));
  return Number.isFinite(value) ? value * (prefix === undefined ? 1 : PREFIXES[prefix]) : undefined;
}

const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, sec: 1e9, secs: 1e9, m: 60e9, min: 60e9, h: 3600e9, hr: 3600e9,
};
const PART = /([\d.,]+(?:[eE][-+]?\d+)?)\s*(ns|us|µs|μs|ms|secs?|s|min|m|hr?)\s*/gy;

/** A time in nanoseconds: `623.59us`, `0.0012 secs`, `1m2.5s`; undefined for other texts. */
export function nanosecondsIn(text = ''): number | undefined {
  const trimmed = text.trim();
  let [sum, end] = [0, 0];
  for (const [part, digits, unit] of trimmed.matchAll(PART)) {
    const value = numberIn(digits);
    if (value === undefined) return undefined;
    sum += value * NANOSECONDS[unit];
    end += part.length;
  }
  // Factors of a decimal number leave fractions such as 623590.0000000001.
  return end > 0 && end === trimmed.length ? Math.round(sum) : undefined;
}

export function secondsIn(text: string | undefined): number | undefined {
  const nanoseconds = nanosecondsIn(text);
  return nanoseconds === undefined ? undefined : nanoseconds / 1e9;
}

const BYTES = /^([\d.,]+)\s*([kKMGTP]?)(i?)(?:B|bytes)$/;

/** A size in bytes: `16.16MB`, `1.2 MiB`, `34 bytes`. @param base the factor of `k` without an `i` */
export function bytesIn(text = '', base = 1024): number | undefined {
  const [, digits, prefix = '', binary] = BYTES.exec(text.trim()) ?? [];
  const value = numberIn(digits);
  const power = ['', 'K', 'M', 'G', 'T', 'P'].indexOf(prefix.toUpperCase());
  return value === undefined ? undefined : Math.round(value * (binary ? 1024 : base) ** power);
}
