import { z } from 'zod';
import type { SendManyOutcome, SendManyRequest, SendOutcome, SendRequest } from '../../spec/sending.ts';
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
  if (answer.kind !== 'answered') return unanswered(answer);
  const outcome = outcomeOf(answer, request.how.method);
  return outcome.kind === 'rejected' ? withRenewal(credentials, outcome) : outcome;
}

function unanswered(answer: Exclude<LineAnswer, Answered>): Rejected | Unknown {
  switch (answer.kind) {
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
    : {
        ...shared,
        path: '/v2/bot/message/push',
        json: { to, messages, ...unitField(how.unit ?? null) },
        retryKey: how.retryKey,
      };
}

const unitField = (unit: string | null) => (unit === null ? {} : { customAggregationUnits: [unit] });

/**
 * A multicast under a retry key: accepted for all, also for those who have blocked the account, or refused for all.
 * https://developers.line.biz/en/reference/messaging-api/#send-multicast-message
 */
export async function sendMany(
  client: AuthorisedClient,
  credentials: LineCredentials,
  { to, messages, retryKey, unit }: SendManyRequest,
): Promise<SendManyOutcome> {
  const json = { to, messages, ...unitField(unit) };
  const path = '/v2/bot/message/multicast';
  const answer = await client.call(credentials, { method: 'POST', path, json, retryKey });
  if (answer.kind !== 'answered') return unanswered(answer);
  const { status, requestId } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent', requestId };
  if (status === 409) return { kind: 'sent', requestId: answer.acceptedRequestId ?? requestId };
  const refused = refusal(answer);
  const place = REFUSED_PLACE.exec(vendorSentence(answer.body))?.[1];
  if (status !== 400 || (place === undefined && refused.reason !== 'recipient_unknown'))
    return withRenewal(credentials, refused);
  const recipient = place === undefined ? null : (to[Number(place)] ?? null);
  return { kind: 'recipient-refused', recipient, detail: describeAnswer(answer) };
}

/** Where the vendor says which of the recipients it means. */
const REFUSED_PLACE = /(?:^The property, '?|; )to\[(\d+)\]/;

/** A token issued with the owner's key may have been taken back: a new one can be had without anybody. */
function withRenewal({ assertionKey }: LineCredentials, outcome: Rejected): Rejected {
  const isRefused = outcome.reason === 'credentials_rejected';
  return isRefused && assertionKey !== undefined ? { ...outcome, renewable: true } : outcome;
}

type Answered = LineAnswer & { readonly kind: 'answered' };
type Rejected = SendOutcome & { readonly kind: 'rejected' };
type Unknown = SendOutcome & { readonly kind: 'unknown' };
type Reason = Rejected['reason'];

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
  return refusal(answer);
}

function refusal(answer: Answered): Rejected {
  const { status, requestId, retryAfterMs: wait = null } = answer;
  const [reason, retryable] = refusalOf(status, vendorSentence(answer.body));
  const refused = rejected(reason, retryable, { detail: describeAnswer(answer), requestId });
  return retryable && wait !== null ? { ...refused, retryAfterMs: wait } : refused;
}

/** An id nobody has, or one that isn't even shaped like an id. */
const WRONG_RECIPIENT = /^Failed to send messages|^The property, '?to'?,/;

function refusalOf(status: number, sentence: string): [Reason, boolean] {
  // The status is the same for both; only the sentence tells an exceeded quota from a rate limit.
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
): Rejected {
  return { kind: 'rejected', reason, detail, retryable, requestId };
}
