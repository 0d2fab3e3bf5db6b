import type { InboundContent, InboundEvent } from '@hanasu/channels/spec/channel';

/** What one stored event becomes in the thread. */
export interface ThreadEntry {
  readonly sender: 'customer' | 'system';
  readonly content: InboundContent;
  readonly vendorMessageId: string | null;
  /** The bot owes an answer to it. */
  readonly wantsAnswer: boolean;
}

/** The line or bubble an event shows; null when it shows none (an unsend changes another). */
export function threadEntry(event: InboundEvent): ThreadEntry | null {
  const { what } = event;
  switch (what.kind) {
    case 'message':
      return {
        sender: 'customer',
        content: what.content,
        vendorMessageId: what.vendorMessageId,
        wantsAnswer: event.mayAnswer && what.content.kind === 'text' && what.content.text.trim() !== '',
      };
    case 'follow':
      return happening({ event: 'follow', returning: what.returning });
    case 'unfollow':
      return happening({ event: 'unfollow' });
    case 'unsend':
      return null;
    case 'happening':
      return happening({ ...what.data, event: what.event });
    case 'edited':
    case 'echo':
    case 'receipt':
    case 'reaction':
    case 'details':
    case 'erase':
      return null;
    case 'other':
      return happening({ event: 'other', vendorType: what.vendorType });
    default:
      return what satisfies never;
  }
}

const happening = (data: Record<string, unknown>): ThreadEntry => ({
  sender: 'system',
  content: { kind: 'event', text: '', data },
  vendorMessageId: null,
  wantsAnswer: false,
});
