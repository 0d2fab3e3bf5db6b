import { z } from 'zod';
import type { SendOutcome, SendRequest } from '../../spec/channel.ts';
import { meaningOf } from '../client/refusals.ts';
import { judge, type Verdict } from '../client/verdict.ts';
import type { ZaloClient } from '../client/zalo-client.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { type Place, readPlace } from '../place.ts';
import { Preparation } from './messages.ts';
import { prepare } from './prepare.ts';

/**
 * Sends one message by one call, never repeated: the vendor knows no retry key. Where it refuses a form (and so has
 * sent nothing), the words that stand for it are sent instead.
 */
export async function send(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { to, messages, how, readMedia }: SendRequest,
  now: number,
): Promise<SendOutcome> {
  if (how.method === 'reply') return { kind: 'reply-token-invalid', detail: 'there are no reply tokens' };
  const [message, ...more] = messages;
  if (message === undefined || more.length > 0) {
    return rejected('message_invalid', 'one message is sent at a time');
  }
  const place = readPlace(to);
  if (place.kind === 'anonymous' && place.conversationId === null) {
    return rejected('recipient_unknown', 'a visitor can be answered in a conversation only');
  }
  const ready = await prepare(client, credentials, message, readMedia);
  if (ready.kind === 'failed') return outcomeOf(ready.verdict, now);
  const verdict = await post(client, credentials, place, ready.message);
  const { otherwise } = Preparation.safeParse(message).data ?? {};
  if (otherwise !== undefined && isFormRefused(verdict, now)) {
    return outcomeOf(await post(client, credentials, place, { text: otherwise }), now);
  }
  return outcomeOf(verdict, now);
}

async function post(
  client: ZaloClient,
  access: ZaloCredentials,
  place: Place,
  message: Readonly<Record<string, unknown>>,
): Promise<Verdict> {
  const { path, recipient } = addressOf(place);
  const said = place.kind === 'group' ? withoutMentions(message) : message;
  const verdict = judge(await client({ method: 'POST', path, access, json: { recipient, message: said } }));
  if (verdict.kind !== 'refused' || verdict.code !== SEND_FAILED) return verdict;
  return { kind: 'unclear', detail: verdict.detail };
}

/** "Send message failed": nobody says whether before or after it was on its way. */
const SEND_FAILED = -200;

function addressOf(place: Place): { path: string; recipient: Record<string, string> } {
  switch (place.kind) {
    case 'person':
      return { path: '/v3.0/oa/message/cs', recipient: { user_id: place.userId } };
    case 'group':
      return { path: '/v3.0/oa/group/message', recipient: { group_id: place.groupId } };
    case 'anonymous':
      return {
        path: '/v2.0/oa/message',
        recipient: { anonymous_id: place.anonymousId, conversation_id: place.conversationId ?? '' },
      };
    default:
      return place satisfies never;
  }
}

/** In groups the vendor reads `[@id]` in a text as a call for that person, or for all: not for words of others. */
function withoutMentions(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof message.text !== 'string') return { ...message };
  const text = message.text.replaceAll(/\[@([^\]\s]*)\]/g, '$1').trim();
  return { ...message, text: text === '' ? '…' : text };
}

function isFormRefused(verdict: Verdict, now: number): boolean {
  if (verdict.kind !== 'refused') return false;
  return meaningOf(verdict.code, verdict.sentence, now).reason === 'message_invalid';
}

const Sent = z.object({ message_id: z.union([z.string(), z.number()]).transform(String) });

function outcomeOf(verdict: Verdict, now: number): SendOutcome {
  switch (verdict.kind) {
    case 'done': {
      const id = Sent.safeParse(verdict.data).data?.message_id;
      return { kind: 'sent', vendorMessageIds: id === undefined ? [] : [id], requestId: null };
    }
    case 'not-sent':
      return { kind: 'rejected', reason: 'vendor_error', retryable: true, ...bare(verdict.detail) };
    case 'unclear':
      return { kind: 'unknown', detail: verdict.detail };
    case 'refused':
      return {
        kind: 'rejected',
        ...meaningOf(verdict.code, verdict.sentence, now),
        ...bare(verdict.detail),
      };
    default:
      return verdict satisfies never;
  }
}

const bare = (detail: string) => ({ detail, requestId: null });

const rejected = (reason: 'message_invalid' | 'recipient_unknown', detail: string): SendOutcome => ({
  kind: 'rejected',
  reason,
  retryable: false,
  ...bare(detail),
});
