import type { Image, Link, PhrasingContent, RootContent } from 'mdast';
import {
  type MessageOptions,
  type OutgoingPart,
  type QuickReply,
  RICH_MESSAGE_SIDE,
  type RichMessage,
  richMessageWords,
} from '../../spec/outgoing.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { POSTBACK } from '../postback.ts';
import { cardsDrafts } from './cards.ts';
import {
  blocksToText,
  inlineToText,
  lengthOf,
  type Markdown,
  openableUrl,
  readMarkdown,
  shortened,
  splitText,
} from './markdown-to-text.ts';
import type { Button, ZaloMessage } from './messages.ts';

const { textLength, buttonTitle, buttonPayload, cardTitle, cardSubtitle } = ZALO_LIMITS;
const MOST_BUTTONS = ZALO_LIMITS.buttons;
/** Messages of one part; each is a call of its own. */
const MOST_MESSAGES = 6;
const MOST_READ = 2 * textLength * MOST_MESSAGES;

type Part<Kind extends OutgoingPart['kind']> = OutgoingPart & { readonly kind: Kind };
interface Drafts {
  readonly messages: readonly ZaloMessage[];
  readonly buttons: readonly Button[];
}

/** Messages of one call each, in order; a part's buttons under its own last text, the quotation on the first. */
export function toMessages(
  parts: readonly OutgoingPart[],
  options: MessageOptions,
): Record<string, unknown>[] {
  const replies = options.quickReplies
    .filter(({ picker }) => !picker)
    .map(toButton)
    .slice(0, MOST_BUTTONS);
  const drafts = parts.map((part) => draft(part, MOST_BUTTONS - replies.length));
  const placed = drafts.flatMap(({ messages, buttons }) => {
    const under = messages.findLastIndex(isText);
    return messages.map((message, index) => ({ message, buttons: index === under ? buttons : [] }));
  });
  // Buttons of parts without words.
  const loose = drafts.flatMap(({ messages, buttons }) => (messages.some(isText) ? [] : buttons));
  const first = placed.findIndex(({ message }) => isText(message));
  const last = placed.findLastIndex(({ message }) => isText(message));
  return placed.map(({ message, buttons }, index) => {
    const all = (index === last ? [...replies, ...buttons, ...loose] : buttons).slice(0, MOST_BUTTONS);
    return {
      ...message,
      ...(index === first && options.quote !== null ? { quote_message_id: options.quote } : {}),
      ...(all.length > 0 ? withButtons(all) : {}),
    };
  });
}

const isText = ({ text, attachment }: ZaloMessage): boolean => text !== undefined && attachment === undefined;
const withButtons = (buttons: readonly Button[]): ZaloMessage => ({
  attachment: { type: 'template', payload: { buttons } },
});

/** What is meant for us is not shown when tapped; words are, like words. */
function toButton({ label, text, data }: QuickReply): Button {
  const title = shortened(label.normalize('NFC'), buttonTitle);
  return data === undefined
    ? { title, type: 'oa.query.show', payload: cut(text.normalize('NFC')) }
    : { title, type: 'oa.query.hide', payload: cut(`${POSTBACK}${data}`) };
}

const cut = (payload: string): string => Array.from(payload).slice(0, buttonPayload).join('');

function draft(part: OutgoingPart, room: number): Drafts {
  switch (part.kind) {
    case 'answer':
      return draftAnswer(part);
    case 'text':
      return plain(part.text);
    case 'image':
      return { messages: [imageMessage(part)], buttons: [] };
    case 'file':
      return { messages: [fileMessage(part)], buttons: [] };
    case 'video':
    case 'audio':
      return plain(linkOf(part));
    case 'sticker':
      // Another vendor's sticker: there is nothing to show of it but that it was friendly.
      return plain('🙂');
    case 'location':
      return plain(placeOf(part));
    case 'link':
      return linkDrafts(part);
    case 'rich-message':
      return richMessageDrafts(part);
    case 'cards':
      return cardsDrafts(part, { room, write: (text) => plain(text).messages });
    case 'native':
      return plain(part.altText);
    case 'ask-details':
      return { messages: [detailsMessage(part)], buttons: [] };
    default:
      return part satisfies never;
  }
}

function plain(text: string): Drafts {
  const words = cleaned(text);
  return { messages: toTexts(words).map((piece) => ({ text: piece })), buttons: [] };
}

function draftAnswer(answer: Part<'answer'>): Drafts {
  const source = cleaned(answer.markdown.slice(0, MOST_READ));
  if (source === '') return { messages: [], buttons: [] };
  const { pieces, buttons } = read(source, new Set(answer.hiddenMarks));
  const messages = pieces.flatMap((piece): ZaloMessage[] =>
    piece.kind === 'text'
      ? toTexts(piece.text.normalize('NFC')).map((text) => ({ text }))
      : [
          {
            attachment: { type: 'template', payload: { template_type: 'list', elements: piece.cards } },
            otherwise: shortened(piece.text, textLength),
          },
        ],
  );
  return { messages: withSources(capped(messages), oneLine(answer.sources).normalize('NFC')), buttons };
}

/** What is nothing but marks goes out as it is, and so does what nests deeper than a parser can follow. */
function read(source: string, hidden: ReadonlySet<number>): Answer {
  const asItIs: Answer = { pieces: [{ kind: 'text', text: source }], buttons: [] };
  try {
    const answer = readAnswer(source, hidden);
    return answer.pieces.length === 0 ? asItIs : answer;
  } catch (error) {
    if (error instanceof RangeError) return asItIs;
    throw error;
  }
}

const cleaned = (text: string): string =>
  text.toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();

const toTexts = (text: string): string[] => {
  const pieces = splitText(text, textLength);
  if (pieces.length <= MOST_MESSAGES) return pieces;
  const last = pieces[MOST_MESSAGES - 1] ?? '';
  return [...pieces.slice(0, MOST_MESSAGES - 1), shortened(`${last}…`, textLength)];
};

const capped = (messages: readonly ZaloMessage[]): readonly ZaloMessage[] => messages.slice(0, MOST_MESSAGES);

/** The last text ends in the sources; they stand alone where they don't fit. */
function withSources(messages: readonly ZaloMessage[], sources: string): readonly ZaloMessage[] {
  if (sources === '') return messages;
  const last = messages.at(-1);
  const joined = `${last?.text}\n\n${sources}`;
  if (last && isText(last) && lengthOf(joined) <= textLength) {
    return [...messages.slice(0, -1), { ...last, text: joined }];
  }
  return [...messages, { text: shortened(sources, textLength) }];
}

const oneLine = (text: string): string => text.toWellFormed().replaceAll(/\s+/g, ' ').trim();

const linkOf = ({ name, url }: { readonly name: string; readonly url: string }): string => `${name}\n${url}`;

/** By its address. What the vendor would not take as it is goes as the small picture with a link to the large one. */
function imageMessage(image: Part<'image'>): ZaloMessage {
  const otherwise = linkOf(image);
  if (!image.url.startsWith('https:')) return { text: otherwise };
  if (image.contentType === 'image/gif' && image.bytes <= ZALO_LIMITS.gifBytes) {
    return { gif: { mediaId: image.mediaId, url: image.url }, otherwise };
  }
  const isTaken = /^image\/(?:jpeg|png)$/.test(image.contentType) && image.bytes <= ZALO_LIMITS.imageBytes;
  if (isTaken) return { attachment: media('image', image.url), otherwise };
  return image.previewUrl.startsWith('https:')
    ? { text: otherwise, attachment: media('image', image.previewUrl), otherwise }
    : { text: otherwise };
}

export const media = (type: 'image' | 'gif', url: string, size: object = {}) => ({
  type: 'template' as const,
  payload: { template_type: 'media', elements: [{ media_type: type, url, ...size }] },
});

const UPLOADED: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'text/csv': '.csv',
};

function fileMessage(file: Part<'file'>): ZaloMessage {
  const otherwise = linkOf(file);
  const ending = UPLOADED[file.contentType.split(';')[0]?.trim() ?? ''];
  if (ending === undefined || file.bytes > ZALO_LIMITS.uploadBytes) return { text: otherwise };
  const name = file.name.toLowerCase().endsWith(ending) ? file.name : `${file.name}${ending}`;
  return { upload: { mediaId: file.mediaId, name, contentType: file.contentType }, otherwise };
}

function placeOf({ title, address, latitude, longitude }: Part<'location'>): string {
  const map = `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
  return [title, address, map].filter(Boolean).join('\n');
}

function linkDrafts({ text, label, url }: Part<'link'>): Drafts {
  if (!url.startsWith('https:')) return plain(`${text}\n${url}`);
  const title = shortened(oneLine(label).normalize('NFC') || '→', buttonTitle);
  return { ...plain(text), buttons: [{ title, type: 'oa.open.url', payload: { url } }] };
}

/** The picture, then words with a button for each of the first places; the others stand in the words. */
function richMessageDrafts(part: RichMessage): Drafts {
  const url = `${part.baseUrl}/${RICH_MESSAGE_SIDE}`;
  const all = part.areas.map(placeButton);
  const taken = all.map((button, index) =>
    button && all.slice(0, index).filter(Boolean).length < MOST_BUTTONS ? button : null,
  );
  const { messages } = plain(richMessageWords(part, (_area, index) => taken[index] === null));
  const picture = url.startsWith('https:') ? [{ attachment: media('image', url), otherwise: url }] : [];
  return { messages: [...picture, ...messages], buttons: taken.filter((button) => button !== null) };
}

function placeButton({ label, action }: RichMessage['areas'][number]): Button | null {
  if (action.kind === 'copy') return null;
  if (action.kind === 'message') {
    const isWhole = Array.from(action.text.normalize('NFC')).length <= buttonPayload;
    return isWhole ? toButton({ label: oneLine(label) || oneLine(action.text), text: action.text }) : null;
  }
  const title = shortened(oneLine(label).normalize('NFC') || '→', buttonTitle);
  return action.url.startsWith('https:')
    ? { title, type: 'oa.open.url', payload: { url: action.url } }
    : null;
}

function detailsMessage({ title, text }: Part<'ask-details'>): ZaloMessage {
  const words = cleaned(text);
  return {
    askDetails: { title: shortened(cleaned(title), cardTitle), subtitle: shortened(words, cardSubtitle) },
    otherwise: shortened(words || cleaned(title), textLength),
  };
}

const MOST_CARDS = ZALO_LIMITS.cards;

interface Card {
  readonly title: string;
  readonly subtitle: string;
  readonly image_url: string;
  readonly default_action?: { readonly type: 'oa.open.url'; readonly url: string };
}

type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `text` says the same without pictures. */
  | { readonly kind: 'cards'; readonly cards: readonly Card[]; readonly text: string };

interface Answer {
  readonly pieces: readonly AnswerPiece[];
  /** Links that stood alone in a paragraph. */
  readonly buttons: readonly Button[];
}

/** A model's markdown in the forms that the vendor has; throws a RangeError for what nests too deep. */
function readAnswer(source: string, hidden: ReadonlySet<number>): Answer {
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
