import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ChannelId, ChannelLogId, ConversationId, MessageId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** How long entries are kept, whichever way they went. */
export const LOG_DAYS = 30;

export const LOG_RESULTS = ['ok', 'waiting', 'failed', 'unconfirmed'] as const;

/** One event that came in, or one call that went out. */
export const ChannelLogEntry = z
  .object({
    uuid: ChannelLogId,
    at: Time,
    direction: z.enum(['in', 'out']),
    /** Kind of event (`message`, `follow`, …) or of call (`send`, `profile`, `quota`, …). */
    operation: z.string(),
    result: z.enum(LOG_RESULTS),
    /** Stable word for the cause, and what the vendor said. */
    reason: z.string().nullable(),
    detail: z.string().nullable(),
    /** The vendor's own id of the call, or of the event. */
    vendorId: z.string().nullable(),
    durationMs: z.number().int().nullable(),
    conversationUuid: ConversationId.nullable(),
    messageUuid: MessageId.nullable(),
    /** An event can be applied again; a message that failed can be sent again. */
    canReplay: z.boolean(),
    canResend: z.boolean(),
  })
  .meta({ id: 'ChannelLogEntry' });
export type ChannelLogEntry = z.infer<typeof ChannelLogEntry>;

const entryParams = z.object({ uuid: ChannelId, entry: ChannelLogId });

export const listChannelLog = endpoint({
  method: 'GET',
  path: '/api/channel/{uuid}/log',
  summary: 'What came in and went out, newest first; kept for 30 days',
  tag: 'channel log',
  access: 'operator',
  params: uuidParams(ChannelId),
  query: PageQuery.extend({
    direction: z.enum(['in', 'out']).optional(),
    result: z.enum(LOG_RESULTS).optional(),
  }),
  status: 200,
  output: pageOf(ChannelLogEntry),
});
/** `payload` without tokens and secrets, and with what people wrote only as lengths. */
export const getChannelLogEntry = endpoint({
  method: 'GET',
  path: '/api/channel/{uuid}/log/{entry}',
  summary: 'One line of the log with its payload, redacted',
  tag: 'channel log',
  access: 'operator',
  params: entryParams,
  status: 200,
  output: ChannelLogEntry.extend({ payload: z.unknown() }),
});
export const replayEvent = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/log/{entry}/replay',
  summary: 'Apply a stored event again; what it has said already is not said twice',
  tag: 'channel log',
  access: 'admin',
  params: entryParams,
  status: 200,
  output: ChannelLogEntry,
  errors: ['event_not_replayable'],
});
export const resendCall = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/log/{entry}/resend',
  summary: 'Send the message of a failed call again',
  tag: 'channel log',
  access: 'operator',
  params: entryParams,
  status: 200,
  output: ChannelLogEntry,
  errors: ['message_not_failed'],
});
export const replayFailedEvents = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/log/replay',
  summary: 'Apply all events of a channel again that could not be applied',
  tag: 'channel log',
  access: 'admin',
  params: uuidParams(ChannelId),
  status: 200,
  output: z.object({ replayed: z.number().int() }),
});
