import { z } from 'zod';
import type { SendOutcome, SendRequest } from '../../spec/channel.ts';
import type { AuthorisedClient } from '../client/authorised-client.ts';
import { describeAnswer, type LineAnswer, type LineCall, vendorSentence } from '../client/line-client.ts';
import type { LineCredentials } from '../credentials.ts';

/** Replies with a reply token, or pushes under a retry key; one call, never a second try. */
export async function send(
  client: AuthorisedClient,
  credentials: LineCredentials,
  request: SendRequest,
): Promise<SendOutcome> {
  const answer = await client.call(credentials, callOf(request));
  switch (answer.kind) {
    case 'answered':
      return withRenewal(credentials, outcomeOf(answer, request.how.method));
    case 'not-sent':
      return rejected('vendor_error', true, { detail: `not sent: ${answer.detail}`, requestId: null });
    case 'no-answer':
      return { kind: 'unknown', detail: answer.detail };
    default:
      return answer satisfies never;
  }
}

function callOf({ to, messages, how }: SendRequest): LineCall {
  const shared = { method: 'POST' } as const;
  return how.method === 'reply'
    ? { ...shared, path: '/v2/bot/message/reply', json: { replyToken: how.replyToken, messages } }
    : { ...shared, path: '/v2/bot/message/push', json: { to, messages }, retryKey: how.retryKey };
}

/** A token issued with the owner's key may have been taken back: a new one can be had without anybody. */
function withRenewal({ assertionKey }: LineCredentials, outcome: SendOutcome): SendOutcome {
  const isRefused = outcome.kind === 'rejected' && outcome.reason === 'credentials_rejected';
  return isRefused && assertionKey !== undefined ? { ...outcome, renewable: true } : outcome;
}

type Answered = LineAnswer & { readonly kind: 'answered' };
type Reason = (SendOutcome & { kind: 'rejected' })['reason'];

function outcomeOf(answer: Answered, method: 'reply' | 'push'): SendOutcome {
  const { status, requestId } = answer;
  if (status >= 200 && status < 300) return sent(answer, requestId);
  // 409: an earlier call with this retry key was accepted, which is what was wanted.
  if (status === 409 && method === 'push') return sent(answer, answer.acceptedRequestId ?? requestId);
  const detail = describeAnswer(answer);
  const sentence = vendorSentence(answer.body);
  if (status === 400 && method === 'reply' && sentence.startsWith('Invalid reply token')) {
    return { kind: 'reply-token-invalid', detail };
  }
  // The vendor broke down on its own side, perhaps after the token was spent and the message on its way. A push can
  // be asked about again under its key; of a reply this is all that is known.
  if (status >= 500 && method === 'reply') return { kind: 'unknown', detail };
  const [reason, retryable] = refusalOf(status, sentence);
  const refused = rejected(reason, retryable, { detail, requestId });
  const wait = answer.retryAfterMs ?? null;
  return retryable && wait !== null ? { ...refused, retryAfterMs: wait } : refused;
}

/** An id nobody has, or one that isn't even shaped like an id. */
const WRONG_RECIPIENT = /^Failed to send messages|^The property, '?to'?,/;

function refusalOf(status: number, sentence: string): [Reason, boolean] {
  // The status is the same for both; only the sentence tells an empty purse from too much haste.
  if (status === 429)
    return /monthly limit/i.test(sentence) ? ['quota_exceeded', false] : ['rate_limited', true];
  if (status === 401 || status === 403) return ['credentials_rejected', false];
  if (status === 400 && WRONG_RECIPIENT.test(sentence)) return ['recipient_unknown', false];
  if (status >= 400 && status < 500) return ['message_invalid', false];
  return ['vendor_error', true];
}

const SentMessages = z.object({ sentMessages: z.array(z.object({ id: z.string() })) });

function sent(answer: Answered, requestId: string | null): SendOutcome {
  const listed = SentMessages.safeParse(answer.body).data?.sentMessages ?? [];
  return { kind: 'sent', vendorMessageIds: listed.map((message) => message.id), requestId };
}

function rejected(
  reason: Reason,
  retryable: boolean,
  { detail, requestId }: { readonly detail: string; readonly requestId: string | null },
): SendOutcome & { kind: 'rejected' } {
  return { kind: 'rejected', reason, detail, retryable, requestId };
}
