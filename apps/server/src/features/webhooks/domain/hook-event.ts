import type { WebHookEvent } from '@hanasu/contract/web-hooks';

export interface ToldConversation {
  readonly uuid: string;
  readonly origin: string;
  readonly handling: string;
  readonly waitingReason: string | null;
  readonly title: string;
  readonly channelUuid: string | null;
  readonly botUuid: string | null;
  readonly customerUuid: string | null;
  /** Null while the vendor has not told it. */
  readonly customerName: string | null;
}

export interface ToldMessage {
  readonly uuid: string;
  readonly sender: string;
  readonly kind: string;
  readonly text: string;
  readonly outcome: string | null;
  readonly createdAt: string;
}

/** What is sent: the envelope of Standard Webhooks. */
export interface HookPayload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface HookEvent {
  readonly event: WebHookEvent;
  readonly payload: HookPayload;
}

/** Chats of the account's own people are no customers' and are told to nobody. */
const CUSTOMERS = new Set(['channel', 'public', 'embed']);

export interface Told {
  readonly conversation: ToldConversation;
  readonly messages: readonly ToldMessage[];
  /** How the conversation was handled when it was last looked at. */
  readonly before: string | null;
}

/** What has happened, in the order in which it is told. */
export function eventsOf({ conversation, messages, before }: Told, now: Date): HookEvent[] {
  if (!CUSTOMERS.has(conversation.origin)) return [];
  const told = messages.flatMap((message): HookEvent[] => {
    const event = MESSAGE_EVENTS[message.sender];
    return event ? [{ event, payload: envelope(event, now, { conversation, message }) }] : [];
  });
  const change = conversation.handling === before ? undefined : HANDLING_EVENTS[conversation.handling];
  return change ? [...told, { event: change, payload: envelope(change, now, { conversation }) }] : told;
}

const MESSAGE_EVENTS: Readonly<Record<string, WebHookEvent>> = {
  customer: 'message.received',
  bot: 'message.answered',
  operator: 'message.answered',
};

const HANDLING_EVENTS: Readonly<Record<string, WebHookEvent>> = {
  waiting: 'conversation.handover',
  operator: 'conversation.handover',
  closed: 'conversation.closed',
};

export const envelope = (type: string, now: Date, data: Readonly<Record<string, unknown>>): HookPayload => ({
  type,
  timestamp: now.toISOString(),
  data,
});
