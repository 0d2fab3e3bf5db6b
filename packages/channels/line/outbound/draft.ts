import { isDeepStrictEqual } from 'node:util';
import { encodeLink } from '@hanasu/contract/typed-words';
import { z } from 'zod';
import type { OutgoingPart } from '../../spec/outgoing.ts';
import type { VendorMessage } from '../../spec/sending.ts';
import { LINE_LIMITS } from '../limits.ts';

const { textLength, messagesPerSend, actionUri } = LINE_LIMITS;

/** A message on its way; `text` is the same in words, null when there are none for it. */
export interface Draft {
  readonly message: VendorMessage;
  readonly text: string | null;
}

export const textDraft = (text: string): Draft => ({ message: { type: 'text', text }, text });

/** A person's own words as text messages, unchanged; what is longer than one send ends in `…`. */
export function plainDrafts(text: string): Draft[] {
  const words = text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();
  return words === '' ? [] : capped(splitText(words, textLength), messagesPerSend).map(textDraft);
}

export function capped(pieces: readonly string[], most: number): string[] {
  if (pieces.length <= most) return [...pieces];
  const kept = pieces.slice(0, most);
  return [...kept.slice(0, -1), shortened(kept.at(-1) ?? '', textLength)];
}

/** `text` with `…` behind it, within `limit`. */
export function shortened(text: string, limit: number): string {
  return `${splitText(text, limit - 1)[0] ?? ''}…`;
}

/**
 * What one send can hold: texts side by side become one, then what only looked better becomes text, then media become
 * links; what still doesn't fit is cut.
 */
export function packed(drafts: readonly Draft[]): Draft[] {
  const ways: ((draft: Draft) => Draft)[] = [
    (draft) => draft,
    (draft) => (draft.message.type === 'flex' ? inWords(draft) : draft),
    inWords,
  ];
  let best: Draft[] = [...drafts];
  for (const way of ways) {
    if (best.length <= messagesPerSend) return best;
    best = joined(drafts.map(way));
  }
  if (best.length <= messagesPerSend) return best;
  const kept = best.slice(0, messagesPerSend);
  const last = kept.at(-1);
  if (last?.message.type !== 'text' || last.text === null) return kept;
  return [...kept.slice(0, -1), textDraft(shortened(last.text, textLength))];
}

function inWords(draft: Draft): Draft {
  const fits = draft.text !== null && draft.text !== '' && draft.text.length <= textLength;
  return fits && draft.text !== null ? textDraft(draft.text) : draft;
}

function joined(drafts: readonly Draft[]): Draft[] {
  const result: Draft[] = [];
  for (const draft of drafts) {
    const before = result.at(-1);
    const both = `${before?.text}\n\n${draft.text}`;
    const areTexts = before?.message.type === 'text' && draft.message.type === 'text';
    if (areTexts && both.length <= textLength) result.splice(-1, 1, textDraft(both));
    else result.push(draft);
  }
  return result;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** UTF-16 units; longer than any sequence people write as one character. */
const LOOK_AHEAD = 200;

// From the best place to cut to the least: paragraph, line, sentence, word.
const BREAKS = [/\n\n+/g, /\n/g, /[。．！？]+[」』）】]*|[.!?]+["')\]]*\s+/g, /\s+/g] as const;

/**
 * Text in pieces of at most `limit` UTF-16 units, cut at the best boundary of the second half of each piece, and
 * never inside a grapheme unless one alone is longer than `limit`.
 */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const end = cutPoint(rest, limit);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest].map(trimBlankLines).filter((piece) => piece.trim() !== '');
}

function cutPoint(text: string, limit: number): number {
  // More than fits: a window ending inside an emoji would make its halves look like two graphemes.
  const window = graphemes.segment(text.slice(0, limit + LOOK_AHEAD));
  for (const pattern of BREAKS) {
    const end = lastBreak(text.slice(0, limit), pattern);
    if (end > limit / 2 && window.containing(end)?.index === end) return end;
  }
  const last = window.containing(limit);
  if (last && last.index > 0) return last.index;
  return isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
}

function lastBreak(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}

/**
 * At most `most` UTF-16 units, ending in `…` where something was cut, never inside a grapheme. The vendor counts some
 * fields in graphemes, of which there are never more than units.
 */
export function cutText(text: string, most: number): string {
  const words = text.toWellFormed().trim();
  if (words.length <= most) return words;
  let kept = '';
  for (const { segment } of graphemes.segment(words.slice(0, most + 1))) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The same counted in graphemes, as the vendor counts what stands on buttons and what they say. */
export function cutGraphemes(text: string, most: number): string {
  const words = text.toWellFormed().trim();
  const shown = [...graphemes.segment(words)].map(({ segment }) => segment);
  return shown.length <= most
    ? words
    : `${shown
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').trim();
}

/** The address percent-encoded, or null when the vendor would refuse it: not https, or longer than `most`. */
export function secureUrl(url: string, most: number): string | null {
  const spelled = url.toWellFormed().trim();
  if (!URL.canParse(spelled)) return null;
  const encoded = encodeLink(spelled);
  if (!encoded.startsWith('https://')) return null;
  return encoded.length <= most && /^[\x21-\x7e]+$/.test(encoded) ? encoded : null;
}

/** Unlike files, links may lead to pages without encryption. */
export function linkUri(url: string): string | null {
  const href = URL.canParse(url) && /^http:/i.test(url) ? url.replace(/^http:/i, 'https:') : url;
  const encoded = secureUrl(href, actionUri);
  return encoded !== null && href !== url ? encoded.replace(/^https:/, 'http:') : encoded;
}

export type Location = Pick<
  OutgoingPart & { kind: 'location' },
  'title' | 'address' | 'latitude' | 'longitude'
>;

export const locationWords = ({ title, address, latitude, longitude }: Location): string =>
  [...new Set([title, address, mapUrl(latitude, longitude)])].join('\n');

const mapUrl = (latitude: number, longitude: number): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`;

const Parts = z.array(z.record(z.string(), z.unknown()));
const Part = z.record(z.string(), z.unknown());
const Words = z.string();

/** The words of messages as text messages without sender, quotation and quick replies; null when they are that already. */
export function toPlain(messages: readonly VendorMessage[]): VendorMessage[] | null {
  const words = messages.map(wordsOf).filter((text) => text !== '');
  const plain = packed(words.flatMap(plainDrafts)).map(({ message }) => message);
  return plain.length === 0 || isDeepStrictEqual(plain, messages) ? null : plain;
}

function wordsOf(message: VendorMessage): string {
  const { type, text, altText, contents, originalContentUrl } = message;
  switch (type) {
    case 'text':
      return textOf(text);
    case 'flex':
      return flexWords(contents) || textOf(altText);
    case 'imagemap':
      return [textOf(altText), ...(Parts.safeParse(message.actions).data ?? []).flatMap(mapLines)].join('\n');
    case 'location': {
      const location = SentLocation.safeParse(message).data;
      return location ? locationWords(location) : '';
    }
    default:
      return textOf(originalContentUrl);
  }
}

function mapLines({ label, linkUri, text, clipboardText }: Record<string, unknown>): string[] {
  const words = [linkUri, text, clipboardText].map(textOf).find((found) => found !== '');
  return words === undefined ? [] : [[textOf(label), words].filter((part) => part !== '').join(': ')];
}

const SentLocation = z.object({
  title: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

const textOf = (value: unknown): string => Words.safeParse(value).data ?? '';

/** The words of a bubble or carousel, and where its buttons lead. */
export const flexWords = (contents: unknown): string => withoutRepeats(linesOf(contents)).join('\n');

/** What a bubble or carousel shows, from top to bottom: its texts, and where its buttons lead. */
function linesOf(component: unknown): string[] {
  const part = Part.safeParse(component).data;
  if (!part) return [];
  const own = part.type === 'text' ? [textOf(part.text)] : [];
  const inside = ['header', 'hero', 'body', 'footer'].flatMap((name) => linesOf(part[name]));
  const contents = (Parts.safeParse(part.contents).data ?? []).map(linesOf);
  const row = part.layout === 'horizontal' || part.layout === 'baseline';
  const listed = row ? [contents.flat().join(' ').trim()] : contents.flat();
  return [...own, ...inside, ...listed, ...addressOf(part)].filter((line) => line !== '' && line !== '–');
}

/** Where it leads, or what it says for the person. */
function addressOf({ type, action }: Record<string, unknown>): string[] {
  const { label, uri, text } = Part.safeParse(action).data ?? {};
  const shown = typeof label === 'string' ? label : '';
  if (typeof text === 'string') return [shown === '' || shown === text ? `・${text}` : `・${shown}: ${text}`];
  if (typeof uri !== 'string') return [];
  return [type === 'button' && shown !== '' ? `${shown}: ${uri}` : uri];
}

/** An address that a picture opens is mostly that of a button too. */
const withoutRepeats = (lines: readonly string[]): string[] =>
  [...new Set(lines)].filter((line, _index, all) => !all.some((other) => other.endsWith(`: ${line}`)));
