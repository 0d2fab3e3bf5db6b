import type { InboundContent, InboundEvent, InboundEventBody } from '@hanasu/channels/spec/channel';
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
  `${messages.ID_PREFIXES.event}${vendorEventId}`;

/** Of what is shown in the place of an event that could not be applied. */
export const deadLetterId = ({ vendorEventId }: Pick<InboundEvent, 'vendorEventId'>): string =>
  `${messages.ID_PREFIXES.aside}${vendorEventId}`;

/** Stands for what could not be applied; for a message that was taken back, so that its text never comes after it. */
export const placeholderOf = (event: InboundEvent) =>
  event.what?.kind === 'unsend'
    ? { vendorMessageId: event.what.vendorMessageId, kind: 'event' as const, data: { unsent: true } }
    : {
        vendorMessageId: deadLetterId(event),
        kind: 'unsupported' as const,
        data: { vendorType: event.what?.kind ?? 'unreadable' },
      };

/**
 * What customers do that is no message, and needs neither an answer nor a person. Anything a customer does that is not
 * named here, also of kinds that the product doesn't know yet, makes the conversation wait for a person.
 */
const NEEDS_NOTHING: Readonly<Record<string, string>> = {
  join: 'the group is greeted',
  leave: 'the account is no longer there',
  memberJoined: 'it is about the group, not said to the account',
  memberLeft: 'it is about the group, not said to the account',
  beacon: 'they passed by a transmitter',
  accountLink: 'the web site they linked has shown the result',
  membership: 'the vendor runs subscriptions and confirms them',
  videoPlayComplete: 'they watched a video to its end',
  module: 'between the account and the vendor',
  activated: 'between the account and the vendor',
  deactivated: 'between the account and the vendor',
  botSuspended: 'between the account and the vendor',
  botResumed: 'between the account and the vendor',
  delivery: 'a receipt',
  consentAsked: 'staff asked for it',
  chatOpened: 'their first message follows',
  menuTapped: 'the menu has done what its entry says',
  widgetAccepted: 'their first message follows',
  tagAdded: 'staff did it',
  tagRemoved: 'staff did it',
};

/** Signs of life that are no messages: from them the channel's window is counted as well. */
const SIGNS_OF_LIFE = new Set(['chatOpened', 'menuTapped', 'widgetAccepted', 'consentGiven']);

export const showsLife = (what: InboundEventBody): boolean =>
  what.kind === 'happening' &&
  (SIGNS_OF_LIFE.has(what.event) || (what.event === 'call' && what.data.from === 'friend'));

/** Something a customer did without writing, after which a person should look. */
export function needsLook(what: InboundEventBody): boolean {
  if (what.kind === 'other') return true;
  if (what.kind !== 'happening') return false;
  // A call of ours is no act of theirs.
  if (what.event === 'call' && what.data.from !== 'friend') return false;
  return !Object.hasOwn(NEEDS_NOTHING, what.event);
}
