import {
  type MessageOptions,
  type OutgoingFile,
  type OutgoingPart,
  type QuickReply,
  RICH_MESSAGE_SIDE,
  type RichMessage,
  richMessageWords,
} from '../../spec/outgoing.ts';
import { fieldsOf } from '../../spec/shown-payload.ts';
import { writeCallback, writeSaid } from '../callback-payload.ts';
import { TELEGRAM_LIMITS } from '../limits.ts';
import { messageNumberOf } from '../message-id.ts';
import { cardMessages } from './cards.ts';
import { markdownToRichText } from './markdown-to-rich-text.ts';
import type { Prepared, PreparedFile } from './messages.ts';
import { join, type RichText, slice, trimmed } from './rich-text.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** UTF-16 units; longer than any sequence people write as one character. */
const LOOK_AHEAD = 200;

// From the best place to cut to the least: paragraph, line, sentence, word.
const BREAKS = [/\n\n+/g, /\n/g, /[。．！？]+[」』）】]*|[.!?]+["')\]]*\s+/g, /\s+/g] as const;

/**
 * Pieces of at most `limit` UTF-16 units and so many marks as the vendor shows, cut at the best boundary of the second
 * half, never inside a character.
 */
export function splitRichText(rich: RichText, limit: number): RichText[] {
  const pieces: RichText[] = [];
  let start = 0;
  for (;;) {
    const most = Math.min(limit, roomFor(rich, start));
    if (rich.text.length - start <= most) break;
    const end = start + cutPoint(rich.text.slice(start, start + most + LOOK_AHEAD), most);
    pieces.push(slice(rich, start, end));
    start = end;
  }
  pieces.push(slice(rich, start, rich.text.length));
  return pieces.map(trimmed).filter(({ text }) => text !== '');
}

/** Units from `start` until one mark too many begins. */
function roomFor({ entities }: RichText, start: number): number {
  const ahead = entities.filter(({ offset, length }) => offset + length > start);
  const tooMany = ahead.map(({ offset }) => Math.max(0, offset - start)).sort((one, other) => one - other)[
    TELEGRAM_LIMITS.entities
  ];
  // Marks that all begin in one place can't be told apart by cutting.
  return tooMany === undefined || tooMany === 0 ? Number.POSITIVE_INFINITY : tooMany;
}

function cutPoint(text: string, limit: number): number {
  const window = graphemes.segment(text);
  for (const pattern of BREAKS) {
    let end = 0;
    for (const match of text.slice(0, limit).matchAll(pattern)) end = match.index + match[0].length;
    if (end > limit / 2 && window.containing(end)?.index === end) return end;
  }
  const last = window.containing(limit);
  if (last && last.index > 0) return last.index;
  const unit = text.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit;
}

/** The vendor takes a hundred; nobody reads so many. */
const MOST_BUTTONS = 12;

/**
 * Buttons under a message. Where one has words too long for a button to carry, and none means anything else than its
 * words, a keyboard that types for the person; among others those too long are left out.
 */
function keyboardOf(replies: readonly QuickReply[]): Record<string, unknown> | null {
  const shown = replies.filter(({ picker }) => !picker).slice(0, MOST_BUTTONS);
  const buttons = shown.flatMap(({ label, text, data, tapData }) => {
    const callback =
      data === undefined ? writeSaid(text, tapData) : writeCallback({ kind: 'postback', value: data });
    const words = label.trim();
    return callback === null || words === '' ? [] : [{ text: words, callback_data: callback }];
  });
  const typed = shown.filter(({ data, text }) => data === undefined && text.trim() !== '');
  if (buttons.length < shown.length && typed.length === shown.length) {
    const keyboard = typed.map(({ text }) => [{ text: text.trim() }]);
    return { keyboard, one_time_keyboard: true, resize_keyboard: true };
  }
  return buttons.length === 0 ? null : { inline_keyboard: buttons.map((button) => [button]) };
}

/** Asks for the phone number with the vendor's own button; the name comes with it. */
const contactKeyboard = (title: string): Record<string, unknown> => ({
  keyboard: [[{ text: title, request_contact: true }]],
  one_time_keyboard: true,
  resize_keyboard: true,
});

const { textLength, photoByAddressBytes, fileByAddressBytes, photoBytes, fileBytes } = TELEGRAM_LIMITS;
/** Messages of one part; each is a call of its own. */
const MOST_MESSAGES = 6;
const MOST_READ = 2 * textLength * MOST_MESSAGES;

type Part<Kind extends OutgoingPart['kind']> = OutgoingPart & { readonly kind: Kind };

/** Messages of one call each, in order; the quotation on the first, buttons under the last. */
export function toMessages(
  parts: readonly OutgoingPart[],
  options: MessageOptions,
): Record<string, unknown>[] {
  const messages = parts.flatMap(draft);
  const quoted = options.quote === null ? null : messageNumberOf(options.quote);
  const keyboard = keyboardOf(options.quickReplies);
  return messages.map(({ params, ...message }, index) => ({
    ...message,
    params: {
      ...params,
      ...(index === 0 && quoted !== null
        ? { reply_parameters: { message_id: quoted, allow_sending_without_reply: true } }
        : {}),
      ...(index === messages.length - 1 && keyboard !== null
        ? withKeyboard(params.reply_markup, keyboard)
        : {}),
    },
  }));
}

/** Below the buttons of the message itself; a keyboard that types for the person stands alone. */
function withKeyboard(own: unknown, keyboard: Record<string, unknown>): Record<string, unknown> {
  if (own === undefined) return { reply_markup: keyboard };
  const rows = [own, keyboard].map((markup) => fieldsOf(markup).inline_keyboard);
  return rows.every(Array.isArray) ? { reply_markup: { inline_keyboard: rows.flat() } } : {};
}

function draft(part: OutgoingPart): readonly Prepared[] {
  switch (part.kind) {
    case 'answer':
      return draftAnswer(part);
    case 'text':
      return texts(plain(part.text));
    case 'image':
      return [imageMessage(part)];
    case 'video':
      return [fileMessage('sendVideo', { field: 'video', file: part, taken: /^video\/mp4\b/ })];
    case 'audio':
      return [
        fileMessage('sendAudio', {
          field: 'audio',
          file: part,
          taken: /^audio\/(?:mpeg|mp3|mp4|m4a|x-m4a)\b/,
        }),
      ];
    case 'file':
      return [documentMessage(part)];
    case 'sticker':
      // Another vendor's sticker: there is nothing to show of it but that it was friendly.
      return texts(plain('🙂'));
    case 'location':
      return [placeMessage(part)];
    case 'link':
      return linkMessages(part);
    case 'rich-message':
      return richMessages(part);
    case 'cards':
      return cardMessages(part, (rich) => texts(trimmed(rich)));
    case 'native':
      return texts(plain(part.altText));
    case 'ask-details':
      return detailsMessages(part);
    default:
      return part satisfies never;
  }
}

const cleaned = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();
const plain = (text: string): RichText => ({ text: cleaned(text), entities: [] });

function texts(rich: RichText): Prepared[] {
  const pieces = splitRichText(rich, textLength);
  return pieces.slice(0, MOST_MESSAGES).map((piece, index) => {
    const isCut = index === MOST_MESSAGES - 1 && pieces.length > MOST_MESSAGES;
    const { text, entities } = isCut ? shortened(piece) : piece;
    return { method: 'sendMessage', params: { text, ...(entities.length > 0 ? { entities } : {}) } };
  });
}

const DOTS: RichText = { text: '…', entities: [] };

function shortened(rich: RichText): RichText {
  const [first] = splitRichText(rich, textLength - DOTS.text.length);
  return first ? join(first, '', DOTS) : DOTS;
}

function draftAnswer(answer: Part<'answer'>): Prepared[] {
  const source = cleaned(answer.markdown.slice(0, MOST_READ));
  if (source === '') return [];
  const said = read(source, new Set(answer.hiddenMarks));
  const sources = oneLine(answer.sources);
  return texts(sources === '' ? said : join(said, '\n\n', { text: sources, entities: [] }));
}

/** What is nothing but marks goes out as it is, and so does what nests deeper than a parser can follow. */
function read(source: string, hidden: ReadonlySet<number>): RichText {
  const asItIs: RichText = { text: source, entities: [] };
  try {
    const rich = markdownToRichText(source, hidden);
    return /[\p{L}\p{N}\p{P}\p{S}]/u.test(rich.text.replaceAll('─', '')) ? rich : asItIs;
  } catch (error) {
    if (error instanceof RangeError) return asItIs;
    throw error;
  }
}

const oneLine = (text: string): string => text.toWellFormed().replaceAll(/\s+/g, ' ').trim();

const linkOf = ({ name, url }: OutgoingFile): string => [oneLine(name), url].filter(Boolean).join('\n');

const linkMessage = (file: OutgoingFile): Prepared => ({
  method: 'sendMessage',
  params: { text: linkOf(file) },
});

const isPublic = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

function withFile(
  method: Prepared['method'],
  {
    field,
    file: { mediaId, url, name, contentType, bytes },
    mostFetched,
  }: { readonly field: PreparedFile['field']; readonly file: OutgoingFile; readonly mostFetched: number },
): Prepared {
  const isFetched = isPublic(url) && bytes <= mostFetched;
  return {
    method,
    params: {},
    file: { field, mediaId, url, name: oneLine(name) || 'file', contentType, bytes, isFetched },
    otherwise: linkOf({ mediaId, url, name, contentType, bytes }),
  };
}

/** Pictures of other kinds, or too large to be shown as one, go as files. */
function imageMessage(image: Part<'image'>): Prepared {
  const isPicture = /^image\/(?:jpeg|png|webp)\b/.test(image.contentType) && image.bytes <= photoBytes;
  return isPicture
    ? withFile('sendPhoto', { field: 'photo', file: image, mostFetched: photoByAddressBytes })
    : documentMessage(image);
}

function fileMessage(
  method: 'sendVideo' | 'sendAudio',
  {
    field,
    file,
    taken,
  }: {
    readonly field: 'video' | 'audio';
    readonly file: Part<'video'> | Part<'audio'>;
    readonly taken: RegExp;
  },
): Prepared {
  if (!taken.test(file.contentType)) return documentMessage(file);
  return file.bytes > fileBytes
    ? linkMessage(file)
    : withFile(method, { field, file, mostFetched: fileByAddressBytes });
}

/** "Sending by URL will currently only work for GIF, PDF and ZIP files"; others are uploaded. */
function documentMessage(file: OutgoingFile): Prepared {
  if (file.bytes > fileBytes) return linkMessage(file);
  const isFetched = /^(?:image\/gif|application\/pdf|application\/zip)\b/.test(file.contentType);
  return withFile('sendDocument', {
    field: 'document',
    file,
    mostFetched: isFetched ? fileByAddressBytes : 0,
  });
}

function placeMessage({ title, address, latitude, longitude }: Part<'location'>): Prepared {
  const place = { latitude, longitude };
  const [name, where] = [oneLine(title), oneLine(address)];
  if (name === '' && where === '') return { method: 'sendLocation', params: place };
  return { method: 'sendVenue', params: { ...place, title: name || where, address: where || name } };
}

function linkMessages({ text, label, url }: Part<'link'>): Prepared[] {
  const messages = texts(plain(text));
  // A server at home has an address that the vendor's buttons do not open.
  if (messages.length === 0 || !url.startsWith('https:')) return texts(plain(`${text}\n${url}`));
  const keyboard = { inline_keyboard: [[{ text: label.trim() || '→', url }]] };
  return messages.map((message, index) =>
    index === messages.length - 1
      ? { ...message, params: { ...message.params, reply_markup: keyboard } }
      : message,
  );
}

function detailsMessages({ title, text }: Part<'ask-details'>): Prepared[] {
  const messages = texts(plain(cleaned(text) || title));
  return messages.map((message, index) =>
    index < messages.length - 1
      ? message
      : { ...message, params: { ...message.params, reply_markup: contactKeyboard(oneLine(title) || '📞') } },
  );
}

/** The picture with a button for each place; what no button can do follows in words. */
function richMessages(part: RichMessage): Prepared[] {
  const all = richMessageWords(part);
  const photo = `${part.baseUrl}/${RICH_MESSAGE_SIDE}`;
  if (!photo.startsWith('https:')) return texts(plain(all));
  const buttons = part.areas.map(mapButton);
  const words = cleaned(richMessageWords(part, (_area, index) => buttons[index] === null));
  const shown = buttons.filter((button) => button !== null);
  const markup = shown.length === 0 ? {} : { reply_markup: { inline_keyboard: shown.map((one) => [one]) } };
  const otherwise = cleaned(all).slice(0, textLength).toWellFormed() || photo;
  if (words.length <= TELEGRAM_LIMITS.captionLength)
    return [{ method: 'sendPhoto', params: { photo, caption: words, ...markup }, otherwise }];
  return [{ method: 'sendPhoto', params: { photo, ...markup }, otherwise: photo }, ...texts(plain(words))];
}

function mapButton({ label, action }: RichMessage['areas'][number]): Record<string, string> | null {
  if (action.kind === 'copy') return null;
  if (action.kind === 'link') {
    const text = oneLine(label) || oneLine(action.url);
    return action.url.startsWith('https:') ? { text, url: action.url } : null;
  }
  const callback = writeCallback({ kind: 'words', value: action.text });
  return callback === null ? null : { text: oneLine(label) || oneLine(action.text), callback_data: callback };
}
