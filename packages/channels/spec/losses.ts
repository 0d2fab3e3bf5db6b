import type { ContentLoss } from '@hanasu/contract/message-content';
import type { ChannelManifest } from './manifest.ts';
import {
  cardsWords,
  type MessageOptions,
  type OutgoingCard,
  type OutgoingCards,
  type OutgoingPart,
} from './outgoing.ts';
import { fieldsOf } from './shown-payload.ts';

interface Composed {
  readonly manifest: ChannelManifest;
  readonly parts: readonly { readonly bubbleId: string; readonly part: OutgoingPart }[];
  readonly options: MessageOptions;
  /** What the channel's adapter made of the parts and options. */
  readonly messages: readonly unknown[];
}
type Reason = ContentLoss['reason'];

/** What a channel loses of a message, read off the very messages that it would send; safe for the browser. */
export function lossesOf({ manifest, parts, options, messages }: Composed): ContentLoss[] {
  const sent = readSent(messages);
  const ofParts = parts.flatMap(({ bubbleId, part }) =>
    [...new Set(reasonsOf(part, manifest, sent))].map((reason) => ({ reason, bubbleId })),
  );
  const all = (reason: Reason, isLost: boolean) => (isLost ? [{ reason, bubbleId: null }] : []);
  return [
    ...ofParts,
    ...all('no_quick_replies', !manifest.drawsBubbles && lacksReplies(options, sent)),
    ...all('no_sender', !manifest.drawsBubbles && lacksSender(options, sent)),
    // Where calls aren't counted, their number does not matter.
    ...all(
      'in_several_calls',
      manifest.capabilities.quota && messages.length > manifest.limits.messagesPerSend,
    ),
  ];
}

interface Sent {
  /** Words alone, and words below pictures. */
  readonly texts: readonly string[];
  readonly captions: readonly string[];
  /** Everything as JSON. */
  readonly json: string;
}

function readSent(messages: readonly unknown[]): Sent {
  const all = messages.map(fieldsOf).map((message) => ({ ...message, ...fieldsOf(message.params) }));
  const isText = (value: unknown): value is string => typeof value === 'string';
  return {
    texts: all
      .map((message) => fieldsOf(message).text)
      .filter(isText)
      .map(plain),
    captions: all
      .map((message) => fieldsOf(message).caption)
      .filter(isText)
      .map(plain),
    // Words that stand in only where the vendor refuses the rest.
    json: JSON.stringify(all.map((message) => ({ ...message, otherwise: undefined }))),
  };
}

const plain = (text: string): string =>
  text.toWellFormed().normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();

function reasonsOf(part: OutgoingPart, manifest: ChannelManifest, sent: Sent): Reason[] {
  if (manifest.drawsBubbles) return part.kind === 'native' ? ['as_alt_text'] : [];
  switch (part.kind) {
    case 'text':
      return isSaid(part.text, sent) ? [] : ['in_pieces'];
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
    case 'link':
      return sent.texts.some((text) => text.includes(part.url)) ? ['as_link', ...unreachable(part.url)] : [];
    case 'rich-message':
      if (!sent.json.includes(part.baseUrl)) return ['as_words', ...unreachable(part.baseUrl)];
      return manifest.capabilities.sends.includes('rich-message') ? [] : ['as_picture_and_words'];
    case 'cards':
      return cardReasons(part, sent);
    case 'native':
      return sent.json.includes(JSON.stringify(part.contents)) ? [] : ['as_alt_text'];
    default:
      return [];
  }
}

const unreachable = (url: string): Reason[] => (/^https:/i.test(url) ? [] : ['no_public_url']);

const isSaid = (words: string, { texts }: Sent): boolean => texts.some((text) => text.includes(plain(words)));

function cardReasons({ cards }: OutgoingCards, sent: Sent): Reason[] {
  const inWords = cards.filter((card) => !isShown(card.imageUrl, sent) && isCardSaid(card, sent));
  const pictures = cards.flatMap(({ imageUrl }) => (imageUrl === null ? [] : unreachable(imageUrl)));
  if (inWords.length === cards.length) return ['as_words', ...pictures];
  const said = cards.flatMap(({ buttons }) => buttons.map(wordsOfButton));
  return [
    ...(inWords.length > 0 ? (['as_picture_and_words'] as const) : []),
    ...pictures,
    ...(said.some((words) => words !== '' && areLines(words, sent)) ? (['buttons_as_words'] as const) : []),
  ];
}

/** Addresses may have been spelled out. */
const isShown = (url: string | null, { json }: Sent): boolean =>
  url !== null && (json.includes(url) || (URL.canParse(url) && json.includes(new URL(url).href)));

const isCardSaid = (card: OutgoingCard, sent: Sent): boolean =>
  isSaid(cardsWords({ cards: [{ ...card, buttons: [] }], more: null }), sent);

const wordsOfButton = (button: OutgoingCard['buttons'][number]): string =>
  plain(cardsWords({ cards: [{ ...BLANK, buttons: [button] }], more: null }));
const BLANK: OutgoingCard = {
  layout: 'text',
  imageUrl: null,
  title: '',
  lead: '',
  text: '',
  details: [],
  buttons: [],
};

const areLines = (words: string, { texts, captions }: Sent): boolean =>
  [...texts, ...captions].some((text) => text.includes(words));

function lacksReplies({ quickReplies }: MessageOptions, { json }: Sent): boolean {
  const said = quickReplies.flatMap(({ label, text, data }) => [label, text, data ?? '']);
  const known = said
    .map((words) => JSON.stringify(words.trim()).slice(1, -1))
    .filter((words) => words !== '');
  return known.length > 0 && !known.some((words) => json.includes(words));
}

function lacksSender({ sender }: MessageOptions, { json }: Sent): boolean {
  if (sender === null || sender.name.trim() === '') return false;
  return !json.includes(JSON.stringify(sender.name.trim()));
}
