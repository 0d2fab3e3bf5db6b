import type { AccountId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { Feedback, Sender } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { searchTerms } from './search.store.ts';

/** SQL of messages as vendors know them: found by the vendor's ids, delivered, seen, changed, taken back. */

export interface KnownMessage {
  readonly id: MessageId;
  readonly vendorMessageId: string;
  readonly sender: Sender;
  readonly isUnsent: boolean;
  readonly reactions: string[];
}

/** Of these ids of the vendor, the messages of a thread that are stored. */
export const findKnown = async (
  transaction: AccountTransaction,
  { channelId, threadExternalId }: { readonly channelId: ChannelId; readonly threadExternalId: string },
  vendorMessageIds: readonly string[],
): Promise<KnownMessage[]> =>
  vendorMessageIds.length === 0
    ? []
    : transaction.rows<KnownMessage>(
        `select id, vendor_message_id as "vendorMessageId", sender, data @> '{"unsent": true}' as "isUnsent", reactions
         from messages where account_id = $1 and vendor_message_id = any($4) and conversation_id = (
           select id from conversations where account_id = $1 and channel_id = $2 and thread_external_id = $3)`,
        [transaction.accountId, channelId, threadExternalId, vendorMessageIds],
      );

const FORGOTTEN = `text = '', data = $3::jsonb, kind = 'event', translations = '{}', original = null, attachments = '[]',
  quote_token = null, quotes_vendor_id = null, search_terms = '{}'`;

/** Their sender took them back: nobody may read them any more. The vendor's id stays, so that they don't come again. */
export async function purgeMessages(
  transaction: AccountTransaction,
  ids: readonly MessageId[],
): Promise<void> {
  await transaction.run(`update messages set ${FORGOTTEN} where account_id = $1 and id = any($2)`, [
    transaction.accountId,
    ids,
    JSON.stringify({ unsent: true }),
  ]);
}

/** All that the customer said and told in a conversation, when they want it erased. */
export async function purgeCustomer(
  transaction: AccountTransaction,
  conversationId: ConversationId,
): Promise<MessageId[]> {
  const rows = await transaction.rows<{ id: MessageId }>(
    `update messages set ${FORGOTTEN} where account_id = $1 and conversation_id = $2
       and (sender = 'customer' or (kind = 'event' and data ->> 'event' = 'details')) returning id`,
    [transaction.accountId, conversationId, JSON.stringify({ erased: true })],
  );
  return rows.map((row) => row.id);
}

/** The words before; null: a later change was applied already, or it was taken back. */
export async function editMessage(
  transaction: AccountTransaction,
  id: MessageId,
  edit: { readonly text: string; readonly at: Date },
): Promise<string | null> {
  const edited = await transaction.one<{ before: string }>(
    `update messages m set text = $3, edited_at = $4, translations = '{}', search_terms = $5::int[]
     from (select id, text from messages where account_id = $1 and id = $2 for update) b
     where m.account_id = $1 and m.id = b.id and (m.edited_at is null or m.edited_at < $4)
       and not m.data @> '{"unsent": true}'
     returning b.text as before`,
    [transaction.accountId, id, edit.text, edit.at, searchTerms(transaction.accountId, edit.text)],
  );
  return edited?.before ?? null;
}

/**
 * A customer's newest message is a question again, whoever has answered it. False: they have written something since,
 * and that is what is talked about.
 */
export async function askAgain(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  id: MessageId,
): Promise<boolean> {
  const opened = await transaction.run(
    `update conversations c set answered_through = case when c.answered_through < $3 then c.answered_through
         else (select m.id from messages m where m.account_id = $1 and m.conversation_id = $2 and m.id < $3
           order by m.id desc limit 1) end
     where c.account_id = $1 and c.id = $2 and not exists (select from messages m where m.account_id = $1
       and m.conversation_id = $2 and m.id > $3 and m.sender = 'customer')`,
    [transaction.accountId, conversationId, id],
  );
  return opened > 0;
}

/** What a recording says; it is searched for and read by bots. */
export async function noteTranscript(
  transaction: AccountTransaction,
  id: MessageId,
  words: string,
): Promise<void> {
  await transaction.run(
    `update messages set data = data || jsonb_build_object('transcript', $3::text),
       search_terms = case when text = '' then $4::int[] else search_terms end
     where account_id = $1 and id = $2 and kind = 'audio'`,
    [transaction.accountId, id, words, searchTerms(transaction.accountId, words)],
  );
}

/** What the vendor calls one of our messages, which may have gone out as several of its own. */
export async function setVendorIds(
  transaction: AccountTransaction,
  id: MessageId,
  vendorMessageIds: readonly string[],
): Promise<void> {
  await transaction.run(
    `update messages set vendor_message_id = coalesce(vendor_message_id, $3),
       data = case when cardinality($4::text[]) < 2 and vendor_message_id is null then data else data || jsonb_build_object('vendorIds',
         coalesce(data -> 'vendorIds', '[]') || to_jsonb($4::text[])) end
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, vendorMessageIds[0], vendorMessageIds],
  );
}

/** How many of our latest messages are looked through for the ids of their later parts. */
const LATEST = 200;

/** The newest of our messages that one of these ids of the vendor stands for. */
export async function findOurs(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  vendorMessageIds: readonly string[],
): Promise<MessageId | null> {
  const row = await transaction.one<{ id: MessageId }>(
    `select id from (
       select id from messages where account_id = $1 and conversation_id = $2 and vendor_message_id = any($3)
         and sender in ('bot', 'operator')
       union
       select id from (select id, data from messages where account_id = $1 and conversation_id = $2
           and sender in ('bot', 'operator') order by id desc limit ${LATEST}) latest
         where data -> 'vendorIds' ?| $3) found
     order by id desc limit 1`,
    [transaction.accountId, conversationId, vendorMessageIds],
  );
  return row?.id ?? null;
}

export interface Receipt {
  readonly state: 'received' | 'seen';
  /** Null: the vendor named a message that nobody here knows; all that was said before `at` is meant. */
  readonly messageId: MessageId | null;
  readonly at: Date;
}

/** What has arrived is no longer unconfirmed. Whoever has seen a message has seen all before it. */
export async function noteReceipt(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  { state, messageId, at }: Receipt,
): Promise<MessageId[]> {
  const rows = await transaction.rows<{ id: MessageId }>(
    `update messages set received_at = coalesce(received_at, $4),
       seen_at = case when $5 then coalesce(seen_at, $4) else seen_at end,
       delivery_state = case when id = $3 and delivery_state = 'unconfirmed' then 'sent' else delivery_state end
     where account_id = $1 and conversation_id = $2 and sender in ('bot', 'operator') and delivery_state <> 'failed' and kind <> 'note'
       and case when not $5 then id = $3 and received_at is null
         when $3::uuid is null then created_at <= $4 and seen_at is null
         else id <= $3 and seen_at is null end
     returning id`,
    [transaction.accountId, conversationId, messageId, at, state === 'seen'],
  );
  return rows.map((row) => row.id);
}

export interface Reacted {
  readonly isNew: boolean;
  /** It is an answer of the bot. */
  readonly isBots: boolean;
}

/** `reaction` null: taken back. `feedback` is what it says of an answer of the bot. */
export async function react(
  transaction: AccountTransaction,
  id: MessageId,
  reaction: string | null,
  feedback: Feedback | null,
): Promise<Reacted> {
  const row = await transaction.one<{ sender: Sender }>(
    `update messages set
       reactions = case when $3::text is null then '{}' else array_append(reactions, $3::text) end,
       feedback = case when sender = 'bot' then coalesce($4::jsonb, feedback) else feedback end
     where account_id = $1 and id = $2
       and case when $3::text is null then reactions <> '{}' else not $3::text = any(reactions) end
     returning sender`,
    [transaction.accountId, id, reaction, feedback ? JSON.stringify(feedback) : null],
  );
  return { isNew: row !== null, isBots: row?.sender === 'bot' };
}

/** A conversation's message that nobody has said anything after. */
export async function isUnanswered(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  id: MessageId,
): Promise<boolean> {
  const row = await transaction.one<{ isUnanswered: boolean }>(
    `select coalesce(c.answered_through < $3, true) and not exists (select from messages m
         where m.account_id = $1 and m.conversation_id = $2 and m.id > $3 and m.sender in ('bot', 'operator') and m.kind <> 'note')
       as "isUnanswered"
     from conversations c where c.account_id = $1 and c.id = $2`,
    [transaction.accountId, conversationId, id],
  );
  return row?.isUnanswered ?? false;
}

export async function removeMessages(
  transaction: AccountTransaction,
  ids: readonly MessageId[],
): Promise<void> {
  await transaction.run('delete from messages where account_id = $1 and id = any($2)', [
    transaction.accountId,
    ids,
  ]);
}

export interface Delivery {
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  readonly state: 'pending' | 'sent' | 'failed' | 'unconfirmed';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly method: 'reply' | 'push' | null;
  /** What the vendor calls it now, beside what it was called before: it may have gone out as several of its own. */
  readonly vendorMessageIds: readonly string[];
}

export async function updateDeliveries(
  transaction: AccountTransaction | SystemTransaction,
  deliveries: readonly Delivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await transaction.run(
    `update messages m set delivery_state = n.state, delivery_reason = n.reason, delivery_detail = n.detail,
       delivery_method = n.method, vendor_message_id = coalesce(m.vendor_message_id, n.names ->> 0),
       data = case when jsonb_array_length(n.names) > case when m.vendor_message_id is null then 1 else 0 end
         then m.data || jsonb_build_object('vendorIds', coalesce(m.data -> 'vendorIds', '[]') || n.names) else m.data end
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
       as n(account, id, state, reason, detail, method, names)
     where m.account_id = n.account and m.id = n.id`,
    [
      deliveries.map(({ accountId }) => accountId),
      deliveries.map(({ messageId }) => messageId),
      deliveries.map(({ state }) => state),
      deliveries.map(({ reason }) => reason),
      deliveries.map(({ detail }) => detail),
      deliveries.map(({ method }) => method),
      deliveries.map(({ vendorMessageIds }) => JSON.stringify(vendorMessageIds)),
    ],
  );
}

/** It is on its way once more. */
export const redeliver = (transaction: AccountTransaction, messageId: MessageId): Promise<void> => {
  const pending = {
    state: 'pending',
    reason: null,
    detail: null,
    method: null,
    vendorMessageIds: [],
  } as const;
  return updateDeliveries(transaction, [{ accountId: transaction.accountId, messageId, ...pending }]);
};

/** Shown as under way again, in the inbox too: what failed is sent once more. */
export const markPending = (transaction: SystemTransaction, accountId: AccountId, messageId: MessageId) =>
  transaction.run(
    `update messages set delivery_state = 'pending' where account_id = $1 and id = $2 and delivery_state = 'failed'`,
    [accountId, messageId],
  );

/** A message all of whose calls have arrived has arrived. */
export async function confirmMessage(transaction: AccountTransaction, messageId: MessageId): Promise<void> {
  await transaction.run(
    `update messages set delivery_state = 'sent', delivery_reason = null, delivery_detail = null
     where account_id = $1 and id = $2 and delivery_state in ('pending', 'unconfirmed')
       and not exists (select from outbox o where o.account_id = $1 and o.message_id = $2 and o.state <> 'sent')`,
    [transaction.accountId, messageId],
  );
}
