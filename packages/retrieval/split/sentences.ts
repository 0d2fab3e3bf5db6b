import { isSpace, type Span, trimSpan } from './chunk.ts';

/** End a sentence whatever follows. */
const FULL_STOPS = new Set('。！？｡।॥۔؟');
/** End a sentence only before white space or the end. */
const LATIN_STOPS = new Set('.!?…．');
const CLOSERS = new Set('」』）】〕〉》”’"\')]｣＂＇');
/** After a closing quote these go on with the same sentence: 「…？」と聞いた. */
const QUOTE_PARTICLES = new Set('とっのをはがにもでやへ、，');

/** Written with a full stop and followed by a capital or a number within one sentence. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st sr jr vs etc eg ie e.g i.e no nos fig figs eq vol pp p ch sec art cf approx inc ltd co corp dept est ' +
    'u.s u.k gen col sgt capt rev hon ave blvd rd jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'tp ths ts pgs gs bs cn kts ks ncs q p tx tt h x đ sđt stt nxb tr ông bà v.d vd'
  ).split(' '),
);

function wordBefore(text: string, start: number, stop: number): string {
  let from = stop;
  while (from > start && stop - from < 12 && !isSpace(text.charCodeAt(from - 1))) from--;
  return text.slice(from, stop).replace(/^[("'“‘[「（]+/, '');
}

/** Whether the "." at `stop` belongs to a word and not to the end of a sentence. */
function isInsideWord(text: string, start: number, stop: number, next: number): boolean {
  const following = text[next] ?? '';
  if (/\p{Ll}/u.test(following)) return true;
  const word = wordBefore(text, start, stop);
  if (/^\p{Lu}$/u.test(word) || /^\d{1,3}$/.test(word)) return /[\p{Lu}\d]/u.test(following);
  return ABBREVIATIONS.has(word.toLowerCase().normalize('NFC'));
}

function skip(text: string, from: number, end: number, accept: (character: string) => boolean): number {
  let index = from;
  while (index < end && accept(text.charAt(index))) index++;
  return index;
}

/** End of the sentence whose stop is at `stop`, or -1 when the sentence goes on. */
function sentenceEnd(text: string, start: number, stop: number, end: number): number {
  const afterStops = skip(text, stop, end, (c) => FULL_STOPS.has(c) || LATIN_STOPS.has(c));
  const after = skip(text, afterStops, end, (c) => CLOSERS.has(c));
  if (after >= end) return end;
  const last = text.charAt(afterStops - 1);
  if (FULL_STOPS.has(last)) {
    return after > afterStops && QUOTE_PARTICLES.has(text.charAt(after)) ? -1 : after;
  }
  if (!isSpace(text.charCodeAt(after))) return -1;
  const next = skip(text, after, end, (c) => isSpace(c.charCodeAt(0)));
  if (last === '.' && next < end && isInsideWord(text, start, stop, next)) return -1;
  return after;
}

/**
 * Sentences of `text.slice(start, end)` in order, as trimmed spans that together hold every character
 * that is not white space. Japanese, Vietnamese and English rules; linear time.
 */
export function splitSentences(text: string, start: number, end: number): Span[] {
  const spans: Span[] = [];
  let from = start;
  let index = start;
  const push = (to: number) => {
    const span = trimSpan(text, from, to);
    if (span) spans.push(span);
    from = to;
  };
  while (index < end) {
    const character = text.charAt(index);
    if (!FULL_STOPS.has(character) && !LATIN_STOPS.has(character)) {
      index++;
      continue;
    }
    const stop = sentenceEnd(text, from, index, end);
    if (stop > 0) push(stop);
    index = stop > 0 ? stop : skip(text, index, end, (c) => FULL_STOPS.has(c) || LATIN_STOPS.has(c));
  }
  push(end);
  return spans;
}
