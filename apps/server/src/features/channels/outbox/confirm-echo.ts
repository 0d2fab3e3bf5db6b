import type { InboundEventBody } from '@hanasu/channels/spec/channel';
import type { VendorMessage } from '@hanasu/channels/spec/sending';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** A message that the vendor says the account has sent. */
interface Echo extends Pick<InboundEventBody & { kind: 'echo' }, 'content' | 'byPerson'> {
  readonly conversationId: ConversationId;
  /** The message of ours with the vendor's id of the echo; null: there is none. */
  readonly messageId: MessageId | null;
  readonly at: Date;
}

/**
 * Looks for our own call behind an echo, and confirms it where it was in doubt whether it arrived. Null: somebody wrote
 * it in the vendor's own app.
 */
export async function confirmEcho(
  transaction: AccountTransaction,
  { conversationId, messageId, at, ...echo }: Echo,
): Promise<{ readonly messageId: MessageId; readonly isConfirmed: boolean } | null> {
  if (messageId) return { messageId, isConfirmed: await confirmCalls(transaction, messageId, null) };
  const call = ownCall(await findRecentCalls(transaction, conversationId, at), echo);
  if (!call) return null;
  const isConfirmed = await confirmCalls(transaction, call.messageId, call.isInDoubt ? call.id : null);
  return { messageId: call.messageId, isConfirmed };
}

/** The call that said it. Files have no text to know them by: there, any call at that time is taken for it. */
function ownCall(
  calls: readonly RecentCall[],
  { content, byPerson }: Pick<Echo, 'content' | 'byPerson'>,
): RecentCall | undefined {
  const said = calls.find(({ messages }) => saysSame(messages, content.text));
  return said ?? (content.kind === 'text' && byPerson ? undefined : calls[0]);
}

/** Vendors may trim what they echo, and compose accents anew. */
const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether one of a channel's own messages, of any form, contains this text. */
export function saysSame(messages: readonly VendorMessage[], text: string): boolean {
  const words = plain(text);
  return words !== '' && holds(messages, words);
}

function holds(value: unknown, words: string): boolean {
  if (typeof value === 'string') return plain(value) === words;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => holds(part, words));
}

interface RecentCall {
  readonly id: string;
  readonly messageId: MessageId;
  readonly messages: readonly VendorMessage[];
  /** It is unknown whether it arrived, and no worker is making it now. */
  readonly isInDoubt: boolean;
}

/** How far the vendor's clock may be from ours, and an echo behind its call. */
const AROUND = "interval '2 minutes'";
const LATEST = 50;

/** Calls of a conversation that were made around a moment and may have arrived, the newest first. */
const findRecentCalls = (transaction: AccountTransaction, conversationId: ConversationId, at: Date) =>
  transaction.rows<RecentCall>(
    `select o.id, o.message_id as "messageId", o.messages,
       o.state = 'unconfirmed' or (o.state = 'sending' and coalesce(o.lease_until < now(), true)) as "isInDoubt"
     from (select id from messages where account_id = $1 and conversation_id = $2 and sender in ('bot', 'operator')
         order by id desc limit ${LATEST}) m
       join outbox o on o.account_id = $1 and o.message_id = m.id
     where o.state in ('sending', 'sent', 'unconfirmed')
       and o.first_attempt_at between $3::timestamptz - ${AROUND} and $3::timestamptz + ${AROUND}
     order by o.id desc`,
    [transaction.accountId, conversationId, at],
  );

/** The calls of a message that were in doubt have arrived: the vendor says so. False: none was. */
async function confirmCalls(
  transaction: AccountTransaction,
  messageId: MessageId,
  callId: string | null,
): Promise<boolean> {
  const confirmed = await transaction.run(
    `update outbox set state = 'sent', sent_at = coalesce(first_attempt_at, now()), reason = null, detail = null,
       lease_until = null
     where account_id = $1 and message_id = $2 and ($3::uuid is null or id = $3)
       and (state = 'unconfirmed' or (state = 'sending' and coalesce(lease_until < now(), true)))`,
    [transaction.accountId, messageId, callId],
  );
  return confirmed > 0;
}
