import { randomUUID } from 'node:crypto';
import type { InboundEvent, InboundEventBody } from '@hanasu/channels/spec/channel';
import { replayFailedEvents } from '@hanasu/contract/channel-log';
import type { Shop } from './channel-stage.fixture.ts';

type Given = Partial<Omit<InboundEvent, 'what'>>;

/** What a vendor may send that the fake has no such thing for: stored as a webhook would have stored it. */
export async function receives(
  { stage, channel, friend }: Shop,
  what: InboundEventBody,
  given: Given = {},
): Promise<string> {
  const event: InboundEvent & { raw: unknown } = {
    vendorEventId: randomUUID(),
    occurredAt: Date.now(),
    redelivered: false,
    friendExternalId: friend,
    threadExternalId: friend,
    replyToken: null,
    mayAnswer: what.kind === 'message',
    ...given,
    what,
    raw: { type: what.kind },
  };
  await stage.server.sql(
    `insert into inbound_events (account_id, channel_id, vendor_event_id, thread, event, received_at, vendor_message_id)
     values ($1, $2, $3, $4, $5, now(), $6)`,
    [
      stage.owner.user.account.uuid,
      channel.uuid,
      event.vendorEventId,
      event.threadExternalId ?? '',
      JSON.stringify(event),
      'vendorMessageId' in what ? what.vendorMessageId : null,
    ],
  );
  // Wakes the mailbox.
  await stage.owner.call(replayFailedEvents, { params: { uuid: channel.uuid } });
  return event.vendorEventId;
}

export const textContent = (text: string) => ({ kind: 'text' as const, text, data: {} });
