import type { Heading, RootContent } from 'mdast';
import { LINE_LIMITS } from '../limits.ts';
import type { Draft } from './draft.ts';
import { type FoundTargets, findTargets } from './find-links.ts';
import { box, button, type Component, carouselDraft, flexText, GRAY } from './flex.ts';
import { renderBlocks } from './markdown-to-text.ts';
import { type InlineContext, renderInline } from './render-inline.ts';

const { actionUri, fileUrl, bubblesPerCarousel } = LINE_LIMITS;
const FEWEST = 2;
const MOST_TITLE = 100;
const MOST_TEXT = 400;
const MOST_BUTTONS = 3;
const PARTS = new Set<RootContent['type']>(['paragraph', 'list', 'thematicBreak']);

interface Card {
  readonly bubble: Component;
  /** Blocks it stands for. */
  readonly length: number;
}

/** Sections of one depth, one after the other, each with a picture or a link: cards to leaf through. */
export function readCards(
  blocks: readonly RootContent[],
  start: number,
  context: InlineContext,
): { readonly draft: Draft; readonly length: number } | null {
  const first = blocks[start];
  if (first?.type !== 'heading') return null;
  const cards: Card[] = [];
  let length = 0;
  while (cards.length < bubblesPerCarousel) {
    const heading = blocks[start + length];
    if (heading?.type !== 'heading' || heading.depth !== first.depth) break;
    const card = readCard(heading, bodyAfter(blocks, start + length + 1), context);
    if (card === null) break;
    cards.push(card);
    length += card.length;
  }
  if (cards.length < FEWEST) return null;
  const words = renderBlocks(blocks.slice(start, start + length), context).trim();
  const draft = carouselDraft(
    cards.map(({ bubble }) => bubble),
    words,
  );
  return draft && { draft, length };
}

/** What stands below a heading, up to the next one; at the end of the answer also without its closing words. */
function bodyAfter(blocks: readonly RootContent[], from: number): RootContent[] {
  let end = from;
  while (end < blocks.length && blocks[end]?.type !== 'heading') end += 1;
  const body = blocks.slice(from, end);
  return end < blocks.length ? body : body.slice(0, body.findLastIndex(hasTarget) + 1);
}

const TARGETS = new Set(['link', 'linkReference', 'image', 'imageReference']);

function hasTarget(node: RootContent): boolean {
  return TARGETS.has(node.type) || ('children' in node && node.children.some(hasTarget));
}

/** Null: neither picture nor link, too much to read, or something only text can show. */
function readCard(heading: Heading, body: readonly RootContent[], context: InlineContext): Card | null {
  if (body.some(({ type }) => !PARTS.has(type))) return null;
  const quiet = { ...context, withoutAddresses: true };
  const targets = findTargets([heading, ...body], context, { link: actionUri, image: fileUrl });
  if (targets === null || targets.images.length > 1 || targets.links.length > MOST_BUTTONS) return null;
  if (targets.images.length + targets.links.length === 0) return null;
  const title = renderInline(heading.children, quiet);
  const text = renderBlocks(
    body.filter((block) => block.type !== 'thematicBreak' && !isOnlyLinks(block)),
    quiet,
  ).trim();
  if (title === '' || title.length > MOST_TITLE || text.length > MOST_TEXT) return null;
  return { bubble: bubbleOf(title, text, targets), length: body.length + 1 };
}

/** Its words are on the buttons already. */
function isOnlyLinks(block: RootContent): boolean {
  if (block.type !== 'paragraph') return false;
  return block.children.every(
    (node) => TARGETS.has(node.type) || (node.type === 'text' && /^[\s|・/,]*$/.test(node.value)),
  );
}

function bubbleOf(title: string, text: string, { images, links }: FoundTargets): Component {
  const [image] = images;
  const look = { type: 'image', size: 'full', aspectRatio: '20:13', aspectMode: 'cover' };
  const hero = image === undefined ? {} : { hero: { ...look, url: image } };
  const lines = text === '' ? [] : [flexText(text, { size: 'sm', color: GRAY })];
  const body = box('vertical', [flexText(title, { weight: 'bold' }), ...lines], { spacing: 'sm' });
  const buttons = links.map(({ label, url }) => button(label, url));
  const footer = buttons.length === 0 ? {} : { footer: box('vertical', buttons) };
  return { type: 'bubble', size: 'kilo', ...hero, body, ...footer };
}
