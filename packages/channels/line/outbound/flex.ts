import type { VendorMessage } from '../../spec/channel.ts';
import { LINE_LIMITS } from '../limits.ts';
import { cutText } from './cut-text.ts';
import type { Draft } from './draft.ts';

const { altText, bubbleBytes, carouselBytes, bubblesPerCarousel, buttonLabel } = LINE_LIMITS;
/** A single text of a bubble; longer ones are told as text. */
const MOST_TEXT = 2_000;

export type Component = Readonly<Record<string, unknown>>;

export const GRAY = '#6B7280';
export const LINK = '#2563EB';

/** An empty text is refused by the vendor. */
export const flexText = (text: string, more: Component = {}): Component => ({
  type: 'text',
  text: cutText(text, MOST_TEXT) || '–',
  wrap: true,
  ...more,
});

export const box = (layout: 'vertical' | 'horizontal', contents: Component[], more: Component = {}) => ({
  type: 'box',
  layout,
  contents,
  ...more,
});

export const SEPARATOR: Component = { type: 'separator' };

export const uriAction = (uri: string, label?: string): Component => ({
  type: 'uri',
  ...(label === undefined ? {} : { label: cutText(label, buttonLabel) }),
  uri,
});

export const button = (label: string, uri: string, more: Component = {}): Component => ({
  type: 'button',
  style: 'link',
  height: 'sm',
  action: uriAction(uri, label),
  ...more,
});

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** One bubble as a message; null when it is too heavy, and has to be told in words. `words` is all of it. */
export function bubbleDraft(bubble: Component, words: string): Draft | null {
  return sizeOf(bubble) <= bubbleBytes ? flexDraft(bubble, words) : null;
}

/** Bubbles side by side; null when there are too many or too heavy ones. */
export function carouselDraft(bubbles: readonly Component[], words: string): Draft | null {
  const contents = { type: 'carousel', contents: bubbles };
  const fits =
    bubbles.length <= bubblesPerCarousel &&
    bubbles.every((each) => sizeOf(each) <= bubbleBytes) &&
    sizeOf(contents) <= carouselBytes;
  return fits ? flexDraft(contents, words) : null;
}

function flexDraft(contents: Component, words: string): Draft | null {
  const shown = cutText(words, altText);
  if (shown === '') return null;
  const message: VendorMessage = { type: 'flex', altText: shown, contents };
  return { message, text: words };
}
