import type { InboundContent, InboundEvent } from '@hanasu/channels/spec/channel';
import { messages } from '../conversations/public.ts';

/** What one stored event becomes in the thread. */
export interface ThreadEntry {
  readonly sender: 'customer' | 'system';
  readonly content: InboundContent;
  /** What makes it come once: the vendor's id of the message, or for what merely happened that of the event. */
  readonly vendorMessageId: string;
}

/** The line or bubble an event shows; null when it shows none (it changes another, or needs a closer look). */
export function threadEntry(event: InboundEvent): ThreadEntry | null {
  const { what } = event;
  const happening = (data: Record<string, unknown>) => eventLine(event, data);
  switch (what.kind) {
    case 'message':
      return {
        sender: 'customer',
        content: what.content,
        vendorMessageId: what.vendorMessageId,
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

/** The ids under which what an event says would be stored already. */
export function idsOf(event: InboundEvent): string[] {
  const { what } = event;
  return [lineId(event), deadLetterId(event), ...('vendorMessageId' in what ? [what.vendorMessageId] : [])];
}

/** A line that says what happened. */
export const eventLine = (
  { vendorEventId }: Pick<InboundEvent, 'vendorEventId'>,
  data: Record<string, unknown>,
): ThreadEntry => ({
  sender: 'system',
  content: { kind: 'event', text: '', data },
  vendorMessageId: lineId({ vendorEventId }),
});

export const lineId = ({ vendorEventId }: Pick<InboundEvent, 'vendorEventId'>): string =>
  `${messages.EVENT_PREFIX}${vendorEventId}`;

/** Of what is shown in the place of an event that could not be applied. */
export const deadLetterId = ({ vendorEventId }: Pick<InboundEvent, 'vendorEventId'>): string =>
  `${messages.ASIDE_PREFIX}${vendorEventId}`;
