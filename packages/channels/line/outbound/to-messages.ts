import type { RootContent } from 'mdast';
import {
  type MessageOptions,
  type OutgoingFile,
  type OutgoingPart,
  type QuickReply,
  RICH_MESSAGE_SIDE,
  type RichMessage,
  richMessageWords,
} from '../../spec/outgoing.ts';
import type { VendorMessage } from '../../spec/sending.ts';
import { LINE_LIMITS } from '../limits.ts';
import { fileCard, linkCard, listDraft, readCards, tableDraft } from './bubbles.ts';
import { cardsDrafts } from './cards.ts';
import {
  capped,
  cutText,
  type Draft,
  type Location,
  linkUri,
  locationWords,
  oneLine,
  packed,
  plainDrafts,
  secureUrl,
  shortened,
  splitText,
  textDraft,
} from './draft.ts';
import { type ReadMarkdown, readMarkdown, renderBlocks } from './markdown-to-text.ts';
import { nativeDrafts } from './native.ts';

const {
  quickReplies,
  quickReplyLabel,
  actionText,
  actionData,
  fileUrl,
  senderName,
  textLength,
  messagesPerSend,
  imageBytes,
  videoBytes,
  audioBytes,
  placeText,
  altText: altTextLength,
  mapLabel,
  mapText,
  mapCopied,
  mapActions,
  videoLabel,
} = LINE_LIMITS;

/** At most 5 messages for one send. */
export function toMessages(parts: readonly OutgoingPart[], options: MessageOptions): VendorMessage[] {
  const drafts = packed(parts.flatMap(draftsOf));
  return withOptions(
    drafts.map(({ message }) => message),
    options,
  );
}

function draftsOf(part: OutgoingPart): Draft[] {
  switch (part.kind) {
    case 'answer':
      return answerDrafts(part);
    case 'text':
      return plainDrafts(part.text);
    case 'ask-details':
      // The vendor has no form to ask with.
      return plainDrafts(part.text.trim() || part.title);
    case 'link':
      return [linkCard(part) ?? textDraft(shortened(`${part.text.trim()}\n${part.url}`, textLength))];
    case 'location':
      return locationDrafts(part);
    case 'sticker':
      return stickerDrafts(part);
    case 'rich-message':
      return richMessageDrafts(part);
    case 'cards':
      return cardsDrafts(part);
    case 'native':
      return nativeDrafts(part);
    default:
      return mediaDrafts(part);
  }
}

const QUOTE_TOKEN = /^[!-~]{1,300}$/;

/** Adds who says it, what is quoted, and the quick replies: these under the last message, the only place they show. */
function withOptions(messages: readonly VendorMessage[], options: MessageOptions): VendorMessage[] {
  const sender = senderOf(options.sender);
  const items = options.quickReplies.flatMap(quickReplyItem).slice(0, quickReplies);
  const isQuoted = options.quote !== null && QUOTE_TOKEN.test(options.quote);
  // Only these two can quote, and one of them is enough.
  const quoting = isQuoted ? messages.findIndex(({ type }) => type === 'text' || type === 'sticker') : -1;
  return messages.map((message, index) => ({
    ...message,
    ...(index === quoting ? { quoteToken: options.quote } : {}),
    ...(sender === null ? {} : { sender }),
    ...(index === messages.length - 1 && items.length > 0 ? { quickReply: { items } } : {}),
  }));
}

function quickReplyItem({ label, text, data, tapData, picker }: QuickReply): VendorMessage[] {
  const words = cutText(text, actionText);
  const shown = cutText(oneLine(label) || oneLine(text), quickReplyLabel);
  if (shown === '') return [];
  const payload = (data ?? tapData)?.toWellFormed() ?? '';
  if (picker) {
    if (payload === '' || payload.length > actionData) return [];
    return [{ type: 'action', action: { type: 'datetimepicker', label: shown, data: payload, ...picker } }];
  }
  if (payload !== '' && payload.length <= actionData) {
    const display = words === '' ? {} : { displayText: words };
    return [{ type: 'action', action: { type: 'postback', label: shown, data: payload, ...display } }];
  }
  return [{ type: 'action', action: { type: 'message', label: shown, text: words || shown } }];
}

/** A name the vendor keeps for itself would have the whole message refused, so it is left out. */
const isReserved = (name: string): boolean => {
  const plain = name.normalize('NFKC');
  return /LINE/.test(plain) || /\bline\b/i.test(plain);
};

function senderOf(sender: MessageOptions['sender']): VendorMessage | null {
  if (sender === null) return null;
  const given = cutText(oneLine(sender.name), senderName);
  const name = given === '' || isReserved(given) ? {} : { name: given };
  const url = sender.iconUrl === null ? null : secureUrl(sender.iconUrl, fileUrl);
  const icon = url === null ? {} : { iconUrl: url };
  const shown = { ...name, ...icon };
  return Object.keys(shown).length === 0 ? null : shown;
}

/** Twice what one send can hold; marks take the rest. */
const MOST_READ = 2 * textLength * messagesPerSend;

type Answer = OutgoingPart & { readonly kind: 'answer' };

/**
 * An answer for one send: text, with tables, cards and long lists in a form of their own, the last text ending in the
 * sources. What takes more than 5 messages that way is text only, and ends in `…` where even that is too long. Empty
 * only for blank markdown.
 */
function answerDrafts(answer: Answer): Draft[] {
  const markdown = answer.markdown.trim().slice(0, MOST_READ).toWellFormed().replaceAll(/\r\n?/g, '\n');
  if (markdown === '') return [];
  const sources = sourcesBlock(answer);
  const read = readOrNothing(markdown, new Set(answer.hiddenMarks));
  const inForm = formedDrafts(read.forms, sources);
  if (inForm !== null) return inForm;
  // What is nothing but marks (`***`, `<br>`) goes out as it is rather than not at all.
  return withSources(splitText(read.text || markdown, textLength), sources).map(textDraft);
}

/** A model caught in a loop can nest deeper than a parser can follow; its words are then sent as they are. */
function readOrNothing(markdown: string, hidden: ReadonlySet<number>): { text: string; forms: Form[] } {
  try {
    const read: ReadMarkdown = readMarkdown(markdown, hidden);
    return { text: renderBlocks(read.blocks, read.context).trim(), forms: blocksInForm(read) };
  } catch (error) {
    if (error instanceof RangeError) return { text: '', forms: [] };
    throw error;
  }
}

/** Null when nothing has a form of its own, or not all of it fits. */
function formedDrafts(forms: readonly Form[], sources: string): Draft[] | null {
  if (!forms.some((form) => form.kind === 'draft')) return null;
  const drafts = forms.flatMap((form): Draft[] =>
    form.kind === 'draft' ? [form.draft] : splitText(form.text, textLength).map(textDraft),
  );
  const all = sources === '' ? drafts : addSources(drafts, sources);
  return all.length <= messagesPerSend ? all : null;
}

function addSources(drafts: readonly Draft[], sources: string): Draft[] {
  const last = drafts.at(-1);
  const joined = `${last?.text}\n\n${sources}`;
  return last?.message.type === 'text' && joined.length <= textLength
    ? [...drafts.slice(0, -1), textDraft(joined)]
    : [...drafts, textDraft(sources)];
}

function withSources(pieces: readonly string[], sources: string): string[] {
  if (sources === '') return capped(pieces, messagesPerSend);
  const last = pieces.at(-1) ?? '';
  const joined = `${last}\n\n${sources}`;
  if (pieces.length <= messagesPerSend && joined.length <= textLength)
    return [...pieces.slice(0, -1), joined];
  return [...capped(pieces, messagesPerSend - 1), sources];
}

/** Sources are numbered by what `[1]` in the text points to. */
function sourcesBlock(answer: Answer): string {
  const line = oneLine(answer.sources);
  return line.length <= textLength ? line : shortened(line, textLength);
}

type Form =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'draft'; readonly draft: Draft };

/** An answer in pieces: what reads well as text, and what a form of its own shows better. */
function blocksInForm({ blocks, context }: ReadMarkdown): Form[] {
  const forms: Form[] = [];
  let waiting: RootContent[] = [];
  const flush = (): void => {
    const text = renderBlocks(waiting, context).trim();
    if (text !== '') forms.push({ kind: 'text', text });
    waiting = [];
  };
  for (let index = 0; index < blocks.length; ) {
    const found = formAt(blocks, index, { before: waiting.at(-1), context });
    if (found === null) {
      const block = blocks[index];
      if (block) waiting.push(block);
      index += 1;
      continue;
    }
    if (found.takesHeading) waiting.pop();
    flush();
    forms.push({ kind: 'draft', draft: found.draft });
    index += found.length;
  }
  flush();
  return forms;
}

interface Found {
  readonly draft: Draft;
  /** Blocks it stands for. */
  readonly length: number;
  /** The heading before it became its title. */
  readonly takesHeading: boolean;
}

function formAt(
  blocks: readonly RootContent[],
  index: number,
  {
    before,
    context,
  }: { readonly before: RootContent | undefined; readonly context: ReadMarkdown['context'] },
): Found | null {
  const block = blocks[index];
  if (block?.type === 'heading') {
    const cards = readCards(blocks, index, context);
    return cards && { ...cards, takesHeading: false };
  }
  const heading = before?.type === 'heading' ? before : null;
  const make = block?.type === 'table' ? tableDraft : block?.type === 'list' ? listDraft : null;
  const draft = make && block ? make(block, heading, context) : null;
  return draft && { draft, length: 1, takesHeading: heading !== null };
}

const PICTURES = ['image/jpeg', 'image/png'];
const RECORDINGS = ['audio/mpeg', 'audio/mp3', 'audio/mp4', 'audio/m4a', 'audio/x-m4a'];

type MediaPart = Extract<OutgoingPart, { kind: 'image' | 'video' | 'audio' | 'file' }>;

/** A file in the vendor's form where it takes it (https, its kinds, its sizes), otherwise its name and address. */
function mediaDrafts(part: MediaPart): Draft[] {
  const words = linkWords(part);
  const url = secureUrl(part.url, fileUrl);
  const message = url === null ? null : mediaMessage(part, url);
  if (message !== null) return [{ message, text: words }];
  const card = part.kind === 'file' ? fileCard(part, words) : null;
  return card === null ? plainDrafts(words) : [card];
}

const linkWords = ({ name, url }: OutgoingFile): string =>
  [oneLine(name), url.toWellFormed().trim()].filter(Boolean).join('\n');

function mediaMessage(part: MediaPart, originalContentUrl: string): Record<string, unknown> | null {
  const { kind, contentType, bytes } = part;
  switch (kind) {
    case 'image':
    case 'video': {
      const previewImageUrl = secureUrl(part.previewUrl, fileUrl);
      const isTaken =
        kind === 'image'
          ? PICTURES.includes(contentType) && bytes <= imageBytes
          : contentType === 'video/mp4' && bytes <= videoBytes;
      return isTaken && previewImageUrl !== null ? { type: kind, originalContentUrl, previewImageUrl } : null;
    }
    case 'audio': {
      const duration = Math.max(1, Math.round(part.durationMs));
      const isTaken = RECORDINGS.includes(contentType) && bytes <= audioBytes && Number.isFinite(duration);
      return isTaken ? { type: 'audio', originalContentUrl, duration } : null;
    }
    case 'file':
      return null;
    default:
      return part satisfies never;
  }
}

function locationDrafts(part: Location): Draft[] {
  const { latitude, longitude } = part;
  const point = `${latitude}, ${longitude}`;
  const title = cutText(oneLine(part.title) || oneLine(part.address) || point, placeText);
  const address = cutText(oneLine(part.address) || point, placeText);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const words = locationWords({ title, address, latitude, longitude });
  if (!isOnEarth) return plainDrafts(words);
  return [{ message: { type: 'location', title, address, latitude, longitude }, text: words }];
}

const NUMBER = /^\d{1,20}$/;

/** Anything but the vendor's numbers would have the whole send refused. */
function stickerDrafts({ packageId, stickerId }: OutgoingPart & { kind: 'sticker' }): Draft[] {
  if (!NUMBER.test(packageId) || !NUMBER.test(stickerId)) {
    return plainDrafts(`[sticker ${oneLine(`${packageId} ${stickerId}`)}]`);
  }
  return [{ message: { type: 'sticker', packageId, stickerId }, text: null }];
}

/** In words where the picture could not be fetched, because its address is not public. */
function richMessageDrafts(part: RichMessage): Draft[] {
  const words = richMessageWords(part);
  const baseUrl = secureUrl(part.baseUrl, fileUrl);
  const altText = cutText(oneLine(part.altText), altTextLength);
  if (baseUrl === null || altText === '') return plainDrafts(words);
  const baseSize = { width: RICH_MESSAGE_SIDE, height: part.height };
  const actions = part.areas.flatMap(mapAction).slice(0, mapActions);
  const message = { type: 'imagemap', baseUrl, altText, baseSize, actions, ...mapVideo(part.video) };
  return [{ message, text: words }];
}

/** None for what the vendor would refuse: the others are tapped as ever. */
function mapAction({ area, label, action }: RichMessage['areas'][number]): VendorMessage[] {
  const shown = cutText(oneLine(label), mapLabel);
  const placed = { ...(shown === '' ? {} : { label: shown }), area };
  if (action.kind === 'link') {
    const uri = linkUri(action.url);
    return uri === null ? [] : [{ type: 'uri', linkUri: uri, ...placed }];
  }
  const text = cutText(action.text, action.kind === 'message' ? mapText : mapCopied);
  if (text === '') return [];
  return [
    action.kind === 'message'
      ? { type: 'message', text, ...placed }
      : { type: 'clipboard', clipboardText: text, ...placed },
  ];
}

function mapVideo(video: RichMessage['video']): VendorMessage {
  const originalContentUrl = video && secureUrl(video.url, fileUrl);
  const previewImageUrl = video && secureUrl(video.previewUrl, fileUrl);
  if (!originalContentUrl || !previewImageUrl) return {};
  const uri = video.link && linkUri(video.link.url);
  const label = cutText(oneLine(video.link?.label ?? ''), videoLabel);
  const end = uri && label !== '' ? { externalLink: { linkUri: uri, label } } : {};
  return { video: { originalContentUrl, previewImageUrl, area: video.area, ...end } };
}
