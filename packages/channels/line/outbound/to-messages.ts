import type { VendorMessage } from '../../spec/channel.ts';
import type { OutgoingLook, OutgoingPart, QuickReply } from '../../spec/outgoing.ts';
import { LINE_LIMITS } from '../limits.ts';
import { answerDrafts } from './answer-drafts.ts';
import { cutText, oneLine } from './cut-text.ts';
import { type Draft, packed, plainDrafts } from './draft.ts';
import { locationDrafts, mediaDrafts, stickerDrafts } from './part-drafts.ts';
import { secureUrl } from './secure-url.ts';

const { quickReplies, quickReplyLabel, actionText, actionData, fileUrl, senderName } = LINE_LIMITS;
const QUOTE_TOKEN = /^[!-~]{1,300}$/;

/** Adds who says it, what is quoted, and the quick replies: these under the last message, the only place they show. */
function dress(messages: readonly VendorMessage[], look: OutgoingLook): VendorMessage[] {
  const sender = senderOf(look.sender);
  const items = look.quickReplies.flatMap(quickReplyItem).slice(0, quickReplies);
  const isQuoted = look.quote !== null && QUOTE_TOKEN.test(look.quote);
  // Only these two can quote, and one of them is enough.
  const quoting = isQuoted ? messages.findIndex(({ type }) => type === 'text' || type === 'sticker') : -1;
  return messages.map((message, index) => ({
    ...message,
    ...(index === quoting ? { quoteToken: look.quote } : {}),
    ...(sender === null ? {} : { sender }),
    ...(index === messages.length - 1 && items.length > 0 ? { quickReply: { items } } : {}),
  }));
}

function quickReplyItem({ label, text, data }: QuickReply): VendorMessage[] {
  const words = cutText(text, actionText);
  const shown = cutText(oneLine(label) || oneLine(text), quickReplyLabel);
  if (shown === '') return [];
  const payload = data?.toWellFormed() ?? '';
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

function senderOf(sender: OutgoingLook['sender']): VendorMessage | null {
  if (sender === null) return null;
  const given = cutText(oneLine(sender.name), senderName);
  const name = given === '' || isReserved(given) ? {} : { name: given };
  const url = sender.iconUrl === null ? null : secureUrl(sender.iconUrl, fileUrl);
  const icon = url === null ? {} : { iconUrl: url };
  const dressed = { ...name, ...icon };
  return Object.keys(dressed).length === 0 ? null : dressed;
}

/** At most 5 messages for one send. */
export function toMessages(parts: readonly OutgoingPart[], look: OutgoingLook): VendorMessage[] {
  const drafts = packed(parts.flatMap(draftsOf));
  return dress(
    drafts.map(({ message }) => message),
    look,
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
    case 'location':
      return locationDrafts(part);
    case 'sticker':
      return stickerDrafts(part);
    default:
      return mediaDrafts(part);
  }
}
