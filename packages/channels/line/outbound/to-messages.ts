import type { VendorMessage } from '../../spec/channel.ts';
import type { OutgoingLook, OutgoingPart } from '../../spec/outgoing.ts';
import { answerDrafts } from './answer-drafts.ts';
import { type Draft, packed, plainDrafts } from './draft.ts';
import { dress } from './dress.ts';
import { locationDrafts, mediaDrafts, stickerDrafts } from './part-drafts.ts';

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
