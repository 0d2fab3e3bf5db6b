import type { Nodes } from 'mdast';
import type { VendorMessage } from '../../spec/sending.ts';
import { LINE_LIMITS } from '../limits.ts';
import { cutText, type Draft, secureUrl } from './draft.ts';
import { type InlineContext, readableUrl, renderInline } from './markdown-to-text.ts';

const { altText: mostAltText, bubbleBytes, carouselBytes, bubblesPerCarousel, buttonLabel } = LINE_LIMITS;
/** A single text of a bubble; longer ones are sent as text. */
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

export const box = (
  layout: 'vertical' | 'horizontal' | 'baseline',
  contents: Component[],
  more: Component = {},
) => ({
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

/** One bubble as a message; null when it is too large and has to be sent as text. `words` is all of it. */
export const bubbleDraft = (bubble: Component, words: string): Draft | null => flexDraft(bubble, { words });

/** Bubbles side by side; null when there are too many or too heavy ones. */
export const carouselDraft = (bubbles: readonly Component[], words: string): Draft | null =>
  flexDraft({ type: 'carousel', contents: bubbles }, { words });

/** Null when it is too heavy, or has too many bubbles. `altText`: what is read in notifications, unless all of it. */
export function flexDraft(
  contents: Component,
  { words, altText = words }: { readonly words: string; readonly altText?: string },
): Draft | null {
  const bubbles: readonly unknown[] = Array.isArray(contents.contents) ? contents.contents : [contents];
  const fits =
    bubbles.length <= bubblesPerCarousel &&
    bubbles.every((each) => sizeOf(each) <= bubbleBytes) &&
    sizeOf(contents) <= carouselBytes;
  const shown = cutText(altText, mostAltText);
  if (!fits || shown === '') return null;
  const message: VendorMessage = { type: 'flex', altText: shown, contents };
  return { message, text: words };
}

interface FoundLink {
  readonly label: string;
  readonly url: string;
}
export interface FoundTargets {
  readonly links: readonly FoundLink[];
  /** Addresses of pictures. */
  readonly images: readonly string[];
}

/**
 * Links and pictures somewhere inside of a node, with addresses the vendor takes. Null when there is one it doesn't
 * take (http, mailto, too long): then only text keeps it.
 */
export function findTargets(
  nodes: readonly Nodes[],
  context: InlineContext,
  mostUrl: { readonly link: number; readonly image: number },
): FoundTargets | null {
  const links: FoundLink[] = [];
  const images: string[] = [];
  let isLost = false;
  const visit = (node: Nodes): void => {
    const target = targetOf(node, context);
    const shown = target === null ? null : readableUrl(target);
    if (target !== null && shown !== null) {
      const isImage = node.type === 'image' || node.type === 'imageReference';
      const url = secureUrl(target, isImage ? mostUrl.image : mostUrl.link);
      if (url === null) isLost = true;
      else if (isImage) images.push(url);
      else links.push({ label: labelOf(node, context) || hostOf(url), url });
    }
    if ('children' in node) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return isLost ? null : { links, images };
}

function targetOf(node: Nodes, { definitions }: InlineContext): string | null {
  switch (node.type) {
    case 'link':
    case 'image':
      return node.url;
    case 'linkReference':
      // `[1]` with a definition is a citation, not a place to go to.
      if (/^\d+$/.test(node.identifier)) return null;
      return definitions.get(node.identifier)?.url ?? null;
    case 'imageReference':
      return definitions.get(node.identifier)?.url ?? null;
    default:
      return null;
  }
}

function labelOf(node: Nodes, context: InlineContext): string {
  if (node.type !== 'link' && node.type !== 'linkReference') return '';
  return renderInline(node.children, { ...context, withoutAddresses: true }).replaceAll(/\s+/g, ' ');
}

const hostOf = (url: string): string => new URL(url).hostname;
