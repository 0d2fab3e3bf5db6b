import type { Image, Link, PhrasingContent, RootContent } from 'mdast';
import { ZALO_LIMITS } from '../limits.ts';
import { blocksToText, inlineToText, type Markdown, openableUrl, readMarkdown } from './markdown-to-text.ts';
import type { Button } from './messages.ts';
import { lengthOf, shortened } from './split-text.ts';

const { cards: MOST_CARDS, buttons: MOST_BUTTONS, buttonTitle, cardTitle, cardSubtitle } = ZALO_LIMITS;

export interface Card {
  readonly title: string;
  readonly subtitle: string;
  readonly image_url: string;
  readonly default_action?: { readonly type: 'oa.open.url'; readonly url: string };
}

export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `text` says the same without pictures. */
  | { readonly kind: 'cards'; readonly cards: readonly Card[]; readonly text: string };

export interface Answer {
  readonly pieces: readonly AnswerPiece[];
  /** Links that stood alone in a paragraph. */
  readonly buttons: readonly Button[];
}

/** A model's markdown in the forms that the vendor has; throws a RangeError for what nests too deep. */
export function readAnswer(source: string, hidden: ReadonlySet<number>): Answer {
  const markdown = readMarkdown(source, hidden);
  const { buttons, rest } = takeLinks(markdown);
  const pieces: AnswerPiece[] = [];
  let blocks: RootContent[] = [];
  const flush = (): void => {
    const text = blocksToText(blocks, markdown);
    if (text !== '') pieces.push({ kind: 'text', text });
    blocks = [];
  };
  for (const block of rest) {
    const cards = readCards(block, markdown);
    if (cards === null) {
      blocks.push(block);
      continue;
    }
    flush();
    pieces.push({ kind: 'cards', cards, text: blocksToText([block], markdown) });
  }
  flush();
  return { pieces, buttons };
}

/** Takes the links that can be buttons out of the text, when something is left that they stand under. */
function takeLinks(markdown: Markdown): { buttons: Button[]; rest: readonly RootContent[] } {
  const found = markdown.blocks.map((block) => ({ block, button: readLinkButton(block, markdown) }));
  const buttons = found.flatMap(({ button }) => (button === null ? [] : [button]));
  const rest = found.filter(({ button }) => button === null).map(({ block }) => block);
  const makesSense =
    buttons.length > 0 && buttons.length <= MOST_BUTTONS && blocksToText(rest, markdown) !== '';
  return makesSense ? { buttons, rest } : { buttons: [], rest: markdown.blocks };
}

function readLinkButton(block: RootContent, markdown: Markdown): Button | null {
  if (block.type !== 'paragraph') return null;
  const [link, ...others] = block.children.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  if (link?.type !== 'link' || others.length > 0) return null;
  const url = openableUrl(link.url);
  const title = inlineToText(link.children, markdown);
  const isNamed = title !== '' && !title.includes('://') && !/^\d+$/.test(title);
  if (url === null || !isNamed || lengthOf(title) > buttonTitle) return null;
  return { title, type: 'oa.open.url', payload: { url } };
}

/** A list of two to five items that each have a picture and a name. */
function readCards(block: RootContent, markdown: Markdown): Card[] | null {
  if (block.type !== 'list' || block.children.length < 2 || block.children.length > MOST_CARDS) return null;
  const cards = block.children.map((item) => readCard(item.children, markdown));
  return cards.some((card) => card === null) ? null : cards.filter((card) => card !== null);
}

function readCard(blocks: readonly RootContent[], markdown: Markdown): Card | null {
  const inline = blocks.flatMap((block): readonly PhrasingContent[] =>
    block.type === 'paragraph' || block.type === 'heading'
      ? [...block.children, { type: 'text', value: '\n' }]
      : [],
  );
  if (blocks.some((block) => block.type !== 'paragraph' && block.type !== 'heading')) return null;
  const flat = inline.flatMap((node) => (node.type === 'link' ? [node, ...node.children] : [node]));
  const image = flat.find((node): node is Image => node.type === 'image');
  const link = flat.find((node): node is Link => node.type === 'link');
  const picture = image && openableUrl(image.url);
  if (!picture?.startsWith('https:')) return null;
  const words = inline
    .filter((node) => node !== image)
    .map((node) => (node.type === 'link' ? { ...node, url: '' } : node));
  const [name = '', ...about] = inlineToText(words, markdown).split(/\n+|\s[–—]\s|:\s/);
  const url = link ? openableUrl(link.url) : null;
  if (name.trim() === '') return null;
  return {
    title: shortened(name.trim(), cardTitle),
    subtitle: shortened(about.join(' ').trim() || name.trim(), cardSubtitle),
    image_url: picture,
    ...(url === null ? {} : { default_action: { type: 'oa.open.url', url } }),
  };
}
