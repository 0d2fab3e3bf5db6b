const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** A length of time in at most two units, short: `45 sec`, `3 min`, `2 hr 5 min`. */
export function durationWords(seconds: number, tag: string): string {
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'short' })
      .format(value)
      // Browsers write “4 秒”; nobody in Japan does.
      .replace(/ (?=\p{Script=Han})/u, '');
  if (seconds < MINUTE) return unit(Math.max(0, Math.round(seconds)), 'second');
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  const [name, size] = UNITS[at] ?? UNITS[2];
  const big = Math.floor(seconds / size);
  const next = UNITS[at + 1];
  const small = next ? Math.floor((seconds - big * size) / next[1]) : 0;
  return next && small > 0 ? `${unit(big, name)} ${unit(small, next[0])}` : unit(big, name);
}
