import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { VendorMessage } from '../../spec/channel.ts';
import { packed, plainDrafts } from './draft.ts';
import { locationWords } from './part-drafts.ts';

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
      return linesOf(contents).join('\n') || textOf(altText);
    case 'location': {
      const place = Place.safeParse(message).data;
      return place ? locationWords(place) : '';
    }
    default:
      return textOf(originalContentUrl);
  }
}

const Place = z.object({
  title: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

const textOf = (value: unknown): string => Words.safeParse(value).data ?? '';

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

function addressOf({ type, action }: Record<string, unknown>): string[] {
  const { label, uri } = Part.safeParse(action).data ?? {};
  if (typeof uri !== 'string') return [];
  return [type === 'button' && typeof label === 'string' ? `${label}: ${uri}` : uri];
}
