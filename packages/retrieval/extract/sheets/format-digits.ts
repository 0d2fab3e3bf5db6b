import type { Section } from './format-section.ts';
import { writeDigits } from './japanese-numerals.ts';

/** What a format shows from left to right. A named digit is one of the denominator of `# ?/16`. */
type Element =
  | { readonly kind: 'literal' | 'named'; readonly text: string }
  | { readonly kind: 'digit'; readonly text: '0' | '#' | '?' }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'slash' | 'plus' | 'minus'; readonly text: string };

const LARGEST = 1e21;

/** Writes a number without its sign as a section shows it; null when it is too large for places of digits. */
export function formatDigits(section: Section, value: number): string | null {
  const elements = readElements(section);
  const slash = elements.findIndex(({ kind }) => kind === 'slash');
  if (slash !== -1) return writeFraction(elements, slash, value);
  const percents = elements.filter(({ kind }) => kind === 'percent').length;
  const scaled = Number((value * 100 ** percents).toPrecision(15));
  const exponent = elements.findIndex(({ kind }) => kind === 'plus' || kind === 'minus');
  if (exponent === -1) return scaled < LARGEST ? writePlaces(elements, scaled, section) : null;
  return writeScientific(elements, exponent, scaled);
}

function readElements({ pieces }: Section): Element[] {
  const elements: Element[] = [];
  for (const { text, isLiteral } of pieces) {
    if (isLiteral) elements.push({ kind: 'literal', text });
    else
      for (const [code] of text.matchAll(/E[+-]|[\s\S]/giu)) elements.push(readElement(code, elements, text));
  }
  return elements;
}

function readElement(code: string, before: readonly Element[], source: string): Element {
  const has = (kind: Element['kind']) => before.some((element) => element.kind === kind);
  if (code === '0' || code === '#' || code === '?') return { kind: 'digit', text: code };
  if (/^E[+-]$/i.test(code) && has('digit')) return { kind: code.endsWith('+') ? 'plus' : 'minus', text: '' };
  if (code === '.' && !has('point')) return { kind: 'point', text: '.' };
  if (code === ',' && has('digit')) return { kind: 'comma', text: '' };
  if (code === '%') return { kind: 'percent', text: '%' };
  if (code === '/' && has('digit') && !has('slash') && /[0#?]\s*\/\s*[0-9#?]/.test(source))
    return { kind: 'slash', text: '/' };
  if (/^[1-9]$/.test(code) && has('slash')) return { kind: 'named', text: code };
  return { kind: 'literal', text: code };
}

interface Layout {
  /** Where the places of the whole number and of its fraction stand. */
  readonly whole: readonly number[];
  readonly fraction: readonly number[];
  readonly isGrouped: boolean;
  /** Each comma after the last place divides by a thousand. */
  readonly divisor: number;
}

function layOut(elements: readonly Element[]): Layout {
  const point = elements.findIndex(({ kind }) => kind === 'point');
  const places = elements.flatMap(({ kind }, index) => (kind === 'digit' ? [index] : []));
  const whole = places.filter((index) => point === -1 || index < point);
  const fraction = places.filter((index) => point !== -1 && index > point);
  const commas = elements.flatMap(({ kind }, index) => (kind === 'comma' ? [index] : []));
  const last = whole.at(-1) ?? -1;
  const scaling = commas.filter((index) => index > last).length;
  return { whole, fraction, isGrouped: commas.some((index) => index < last), divisor: 1000 ** scaling };
}

/** Digits go into their places from the right; the first place takes those that are left over. */
function writePlaces(elements: readonly Element[], value: number, { numerals }: Pick<Section, 'numerals'>) {
  const { whole, fraction, isGrouped, divisor } = layOut(elements);
  const [digits = '', decimals = ''] = roundHalfUp(value / divisor, Math.min(fraction.length, 15)).split('.');
  const firstZero = whole.findIndex((index) => elements[index]?.text === '0');
  const least = firstZero === -1 ? 0 : whole.length - firstZero;
  const padded = (digits === '0' ? '' : digits).padStart(least, '0');
  const texts = elements.map(({ kind, text }) => (kind === 'digit' ? '' : text));
  for (const [at, index] of whole.entries()) {
    const start = at === 0 ? 0 : Math.max(padded.length - whole.length + at, 0);
    const end = Math.max(padded.length - whole.length + at + 1, 0);
    texts[index] = writeDigits(grouped(padded, { start, end, isGrouped }), numerals);
  }
  const kept = keptDecimals(elements, fraction, decimals);
  for (const [at, index] of fraction.entries())
    texts[index] = writeDigits(at < kept ? (decimals[at] ?? '0') : '', numerals);
  const point = elements.findIndex(({ kind }) => kind === 'point');
  // A point that nothing follows would read as the end of a sentence.
  if (point !== -1) texts[point] = `${whole.length === 0 ? padded : ''}${kept > 0 ? '.' : ''}`;
  return texts.join('');
}

function grouped(
  digits: string,
  { start, end, isGrouped }: { readonly start: number; readonly end: number; readonly isGrouped: boolean },
): string {
  if (!isGrouped) return digits.slice(start, end);
  let text = '';
  for (let at = start; at < end; at++) {
    const left = digits.length - at;
    text += at > 0 && left % 3 === 0 ? `,${digits[at]}` : digits[at];
  }
  return text;
}

/** Zeros at the end stand only in places that are written 0. */
function keptDecimals(elements: readonly Element[], places: readonly number[], decimals: string): number {
  let kept = places.length;
  while (kept > 0 && elements[places[kept - 1] ?? 0]?.text !== '0' && (decimals[kept - 1] ?? '0') === '0')
    kept--;
  return kept;
}

/** `##0.0E+0` has exponents that are multiples of three: as many as there are places before the point. */
function writeScientific(elements: readonly Element[], exponentAt: number, value: number): string | null {
  const mantissa = elements.slice(0, exponentAt);
  const { whole, fraction } = layOut(mantissa);
  const step = Math.max(whole.length, 1);
  const decimals = Math.min(fraction.length, 15);
  let exponent = value === 0 ? 0 : Math.floor(Number(value.toExponential().split('e')[1]) / step) * step;
  if (Number(roundHalfUp(shifted(value, -exponent), decimals)) >= 10 ** step) exponent += step;
  const rest = elements.slice(exponentAt + 1);
  const sign = exponent < 0 ? '-' : elements[exponentAt]?.kind === 'plus' ? '+' : '';
  const power = writePlaces(rest, Math.abs(exponent), { numerals: 0 });
  return `${writePlaces(mantissa, shifted(value, -exponent), { numerals: 0 })}E${sign}${power}`;
}

/** The number with its point moved, without the noise of a multiplication. */
const shifted = (value: number, by: number): number => {
  const [digits = '', power = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(power) + by}`);
};

/** As people round: 1.005 is 1.01, though the double next to it lies below. */
function roundHalfUp(value: number, decimals: number): string {
  const moved = shifted(Number(value.toPrecision(15)), decimals);
  if (!Number.isFinite(moved) || moved > Number.MAX_SAFE_INTEGER) return value.toFixed(decimals);
  return shifted(Math.round(moved), -decimals).toFixed(decimals);
}

const LARGEST_DENOMINATOR = 9999;

function writeFraction(elements: readonly Element[], slash: number, value: number): string {
  const isPlace = (at: number) => elements[at]?.kind === 'digit';
  let first = slash;
  while (isPlace(first - 1) || (isBlank(elements[first - 1]) && first === slash)) first--;
  let end = slash + 1;
  while (isPlace(end) || elements[end]?.kind === 'named' || (isBlank(elements[end]) && end === slash + 1))
    end++;
  const before = elements.slice(0, first);
  const hasWhole = before.some(({ kind }) => kind === 'digit');
  const below = elements
    .slice(slash + 1, end)
    .map(({ text }) => text)
    .join('')
    .trim();
  const part = hasWhole ? value - Math.floor(value) : value;
  const [above, denominator] = fractionOf(part, below);
  const isFull = hasWhole && above === denominator;
  const whole = hasWhole ? Math.floor(value) + (isFull ? 1 : 0) : 0;
  const start = hasWhole ? writePlaces(before, whole, { numerals: 0 }) : textOf(before);
  const fraction = hasWhole && (above === 0 || isFull) ? '' : `${above}/${denominator}`;
  const shown = start.trim() === '' && fraction === '' ? '0' : `${start}${fraction}`;
  return `${shown}${textOf(elements.slice(end))}`;
}

const isBlank = (element: Element | undefined): boolean =>
  element?.kind === 'literal' && element.text.trim() === '';
const textOf = (elements: readonly Element[]): string =>
  elements.map(({ kind, text }) => (kind === 'digit' ? '' : text)).join('');

/** `below`: the denominator itself, or as many places as it may have. */
function fractionOf(value: number, below: string): readonly [above: number, below: number] {
  const named = /^\d+$/.test(below) ? Number(below) : 0;
  if (named > 0) return [Math.round(value * named), named];
  const most = Math.min(10 ** Math.max(below.length, 1) - 1, LARGEST_DENOMINATOR);
  let best: readonly [number, number] = [Math.round(value), 1];
  for (let denominator = 2; denominator <= most; denominator++) {
    const above = Math.round(value * denominator);
    const isCloser =
      Math.abs(value - above / denominator) < Math.abs(value - best[0] / best[1]) - Number.EPSILON;
    if (isCloser) best = [above, denominator];
  }
  return best;
}
