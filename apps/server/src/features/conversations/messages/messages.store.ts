import type { AnswerOutcome, AttachmentView, Citation, Timing, ToolCall, Usage } from '@hanasu/contract/chat';
import type { AccountId, ConversationId, FriendId, MessageId, UserId } from '@hanasu/contract/ids';
import type { DeliveryState, MessageKind, MessageView, Sender } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { FORMER } from '../conversation-state.ts';
import { findMediaViews } from '../media/message-media.store.ts';
import { searchTerms } from './search.store.ts';

/** A message about to be stored. */
export interface NewMessage {
  readonly accountId: AccountId;
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly sender: Sender;
  readonly operatorId: UserId | null;
  readonly kind: MessageKind;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly citations: readonly Citation[];
  readonly usage: Usage | null;
  readonly outcome: AnswerOutcome | null;
  readonly timing: Timing | null;
  /** Message before it, in conversations with branches; null: the one before it in time. */
  readonly parentId: MessageId | null;
  readonly toolCalls: readonly ToolCall[];
  readonly attachments: readonly AttachmentView[];
  /** Model that answered; null: none did. */
  readonly serviceUuid: string | null;
  readonly deliveryState: DeliveryState;
  readonly vendorMessageId: string | null;
  /** In groups: who of them wrote it. */
  readonly friendId: FriendId | null;
  /** Lets an answer quote it. */
  readonly quoteToken: string | null;
  /** The vendor's id of the message that it quotes. */
  readonly quotesVendorId: string | null;
  /** A person's own words before a model helped. */
  readonly original: MessageView['original'];
  /** Staff named in a note. */
  readonly mentions: readonly UserId[];
  /** Set when it came with its sender's changes already. */
  readonly editedAt: Date | null;
}

type Given = Pick<NewMessage, 'accountId' | 'id' | 'conversationId' | 'sender' | 'text'> &
  Partial<NewMessage>;

/** Fills what a plain message has not. */
export const newMessage = (given: Given): NewMessage => ({
  operatorId: null,
  kind: 'text',
  data: {},
  citations: [],
  usage: null,
  outcome: null,
  timing: null,
  parentId: null,
  toolCalls: [],
  attachments: [],
  serviceUuid: null,
  deliveryState: 'none',
  vendorMessageId: null,
  friendId: null,
  quoteToken: null,
  quotesVendorId: null,
  original: null,
  mentions: [],
  editedAt: null,
  ...given,
});

/** Stand before a vendor's id of an event where it is the id of a line, or of what is shown for one that was set aside. */
export const ID_PREFIXES = { event: 'event:', aside: 'aside:' } as const;

/** Stores messages of any accounts in one statement. Storing one twice is a no-op: its id is its key. */
export async function insertMessages(
  transaction: AccountTransaction | SystemTransaction,
  messages: readonly NewMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  await transaction.run(
    `insert into messages (account_id, id, conversation_id, sender, operator_id, kind, text, data, citations,
       usage, outcome, timing, delivery_state, vendor_message_id, parent_id, tool_calls, attachments, service_uuid,
       friend_id, quote_token, quotes_vendor_id, edited_at, original, mentions, search_terms)
     select a, i, c, s, o, k, t, d, ci, us, ou, ti, ds, v, p, tc, at, su, f, qt, qv, ed, og, me::uuid[], st::int[]
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[],
       $8::jsonb[], $9::jsonb[], $10::jsonb[], $11::text[], $12::jsonb[], $13::text[], $14::text[], $15::uuid[],
       $16::jsonb[], $17::jsonb[], $18::text[], $19::uuid[], $20::text[], $21::text[], $22::timestamptz[],
       $23::jsonb[], $24::text[], $25::text[])
       as n(a, i, c, s, o, k, t, d, ci, us, ou, ti, ds, v, p, tc, at, su, f, qt, qv, ed, og, me, st)
     on conflict (account_id, id) do nothing`,
    [
      messages.map((m) => m.accountId),
      messages.map((m) => m.id),
      messages.map((m) => m.conversationId),
      messages.map((m) => m.sender),
      messages.map((m) => m.operatorId),
      messages.map((m) => m.kind),
      messages.map((m) => storable(m.text)),
      messages.map((m) => storableJson(m.data)),
      messages.map((m) => storableJson(m.citations)),
      messages.map((m) => json(m.usage)),
      messages.map((m) => m.outcome),
      messages.map((m) => json(m.timing)),
      messages.map((m) => m.deliveryState),
      messages.map((m) => m.vendorMessageId),
      messages.map((m) => m.parentId),
      messages.map((m) => storableJson(m.toolCalls)),
      messages.map((m) => storableJson(m.attachments)),
      messages.map((m) => m.serviceUuid),
      messages.map((m) => m.friendId),
      messages.map((m) => m.quoteToken),
      messages.map((m) => m.quotesVendorId),
      messages.map((m) => m.editedAt),
      messages.map((m) => (m.original === null ? null : storableJson(m.original))),
      // A list of lists would have to be of one length: each goes as the text of an array.
      messages.map((m) => arrayText(m.mentions)),
      messages.map((m) => arrayText(searchTerms(m.accountId, m.text))),
    ],
  );
}

const arrayText = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/** Postgres holds neither NUL nor half a surrogate pair, in text or in JSON. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));

interface MessageRow {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly sender: MessageView['sender'];
  readonly operatorId: string | null;
  readonly operatorName: string | null;
  readonly kind: MessageView['kind'];
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly citations: MessageView['citations'];
  readonly usage: MessageView['usage'];
  readonly outcome: MessageView['outcome'];
  readonly timing: MessageView['timing'];
  readonly toolCalls: MessageView['toolCalls'];
  readonly attachments: MessageView['attachments'];
  readonly feedback: MessageView['feedback'];
  readonly serviceUuid: string | null;
  readonly deliveryState: MessageView['delivery']['state'];
  readonly deliveryReason: string | null;
  readonly deliveryDetail: string | null;
  readonly deliveryMethod: MessageView['delivery']['method'];
  readonly authorId: NonNullable<MessageView['author']>['uuid'] | null;
  readonly authorName: string | null;
  /** Set when it quotes; what it quotes need not be stored here. */
  readonly quotesVendorId: string | null;
  readonly quotedId: MessageId | null;
  readonly quotedText: string | null;
  readonly quotedSender: MessageView['sender'] | null;
  readonly original: MessageView['original'];
  readonly translations: MessageView['translations'];
  readonly reactions: string[];
  readonly mentions: MessageView['mentions'];
  readonly seenAt: Date | null;
  readonly editedAt: Date | null;
  readonly createdAt: Date;
}

const SELECT = `select m.id, m.conversation_id as "conversationId", m.sender, m.operator_id as "operatorId",
    u.display_name as "operatorName", m.kind, m.text, m.data - '${FORMER}' as data, m.citations, m.usage, m.outcome, m.timing,
    m.tool_calls as "toolCalls", m.attachments, m.feedback, m.service_uuid as "serviceUuid", m.delivery_state as "deliveryState", m.delivery_reason as "deliveryReason",
    m.delivery_detail as "deliveryDetail", m.delivery_method as "deliveryMethod", m.created_at as "createdAt",
    m.friend_id as "authorId", a.name as "authorName", m.quotes_vendor_id as "quotesVendorId",
    q.id as "quotedId", q.text as "quotedText", q.sender as "quotedSender", m.original, m.translations, m.reactions,
    m.mentions::text[] as mentions, m.seen_at as "seenAt", m.edited_at as "editedAt"
  from messages m left join users u on u.id = m.operator_id
    left join friends a on a.account_id = m.account_id and a.id = m.friend_id
    left join lateral (select b.id, b.text, b.sender from messages b
      where b.account_id = m.account_id and b.conversation_id = m.conversation_id
        and b.vendor_message_id = m.quotes_vendor_id order by b.id limit 1) q on m.quotes_vendor_id is not null`;

const QUOTED_LENGTH = 300;

/** Of our own making: what was sent, by `showBubbles` of message templates. */
const bubblesOf = ({ bubbles }: MessageRow['data']): MessageView['bubbles'] =>
  Array.isArray(bubbles) ? bubbles : [];
function withoutBubbles(data: MessageRow['data']): MessageRow['data'] {
  const { bubbles, ...others } = data;
  return bubbles === undefined ? data : others;
}

const view = (row: MessageRow): MessageView => ({
  uuid: row.id,
  conversationUuid: row.conversationId,
  sender: row.sender,
  operator: row.operatorId
    ? { uuid: row.operatorId as NonNullable<MessageView['operator']>['uuid'], name: row.operatorName ?? '' }
    : null,
  kind: row.kind,
  text: row.text,
  data: withoutBubbles(row.data),
  bubbles: bubblesOf(row.data),
  citations: row.citations,
  usage: row.usage,
  outcome: row.outcome,
  timing: row.timing,
  toolCalls: row.toolCalls,
  attachments: row.attachments,
  feedback: row.feedback,
  serviceUuid: row.serviceUuid,
  delivery: {
    state: row.deliveryState,
    reason: row.deliveryReason,
    detail: row.deliveryDetail,
    method: row.deliveryMethod,
  },
  media: null,
  author: row.authorId ? { uuid: row.authorId, name: row.authorName ?? '' } : null,
  quoted:
    row.quotesVendorId === null
      ? null
      : {
          uuid: row.quotedId,
          text: (row.quotedText ?? '').slice(0, QUOTED_LENGTH),
          sender: row.quotedSender,
        },
  original: row.original,
  translations: row.translations,
  reactions: row.reactions,
  mentions: row.mentions,
  seenAt: row.seenAt?.toISOString() ?? null,
  editedAt: row.editedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** Notes among staff and lines about who had the conversation are for staff alone. */
const NOT_INTERNAL = `m.kind <> 'note' and not (m.kind = 'event' and m.sender = 'system')`;

interface MessageWindow {
  readonly before: MessageId | undefined;
  readonly through?: MessageId;
  readonly limit: number;
  readonly offset: number;
  /** True: notes and lines as well, for the inbox. */
  readonly forStaff?: boolean;
}

const WITH_BYTES: ReadonlySet<MessageView['kind']> = new Set(['image', 'video', 'audio', 'file']);

/** Views with their media: one more query for a page that has any. */
async function viewsOf(transaction: AccountTransaction, rows: readonly MessageRow[]): Promise<MessageView[]> {
  const ids = rows.filter(({ kind }) => WITH_BYTES.has(kind)).map(({ id }) => id);
  const media = await findMediaViews(transaction, ids);
  return rows.map((row) => ({ ...view(row), media: media.get(row.id) ?? null }));
}

/** Oldest first, ending with the newest, with `through`, or just before `before`. */
export async function listMessages(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  { before, through, limit, offset, forStaff = false }: MessageWindow,
): Promise<MessageView[]> {
  const rows = await transaction.rows<MessageRow>(
    `${SELECT} where m.account_id = $1 and m.conversation_id = $2 and ($3::uuid is null or m.id < $3)
       and ($6::uuid is null or m.id <= $6) and ($7 or ${NOT_INTERNAL})
     order by m.id desc limit $4 offset $5`,
    [transaction.accountId, conversationId, before, limit, offset, through, forStaff],
  );
  return viewsOf(transaction, rows.reverse());
}

export interface BranchMessage extends MessageView {
  /** Those in its place in other branches and itself, oldest first. */
  readonly siblings: MessageId[];
}

/** A branch up to and with `from`, oldest first: the newest `limit` after leaving out `offset`. */
export async function listBranch(
  transaction: AccountTransaction,
  from: MessageId,
  window: { limit: number; offset: number },
): Promise<BranchMessage[]> {
  const rows = await transaction.rows<MessageRow & { siblings: MessageId[] }>(
    `with recursive walk as (
       select w.account_id, w.id, w.parent_id, w.sender, 1 as depth from messages w
       where w.account_id = $1 and w.id = $2
       union all
       select p.account_id, p.id, p.parent_id, p.sender, w.depth + 1
       from walk w join messages p on p.account_id = w.account_id and p.id = w.parent_id
       where w.depth < $3::int + $4::int)
     ${SELECT.replace(
       ' from messages m',
       `, array(select s.id from messages s where s.account_id = m.account_id
         and s.parent_id = m.parent_id and s.conversation_id = m.conversation_id and s.sender = m.sender
         order by s.id)::text[] as siblings
       from (select * from walk order by depth offset $4) w
       join messages m on m.account_id = w.account_id and m.id = w.id`,
     )}
     order by w.depth desc`,
    [transaction.accountId, from, window.limit, window.offset],
  );
  const views = await viewsOf(transaction, rows);
  return views.map((one, index) => ({ ...one, siblings: rows[index]?.siblings ?? [] }));
}

export async function countMessages(
  transaction: AccountTransaction,
  conversationId: ConversationId,
  { forStaff = false }: Pick<MessageWindow, 'forStaff'> = {},
): Promise<number> {
  const row = await transaction.one<{ total: number }>(
    `select count(*)::int as total from messages m where account_id = $1 and conversation_id = $2
       and ($3 or ${NOT_INTERNAL})`,
    [transaction.accountId, conversationId, forStaff],
  );
  return row?.total ?? 0;
}

export async function findMessages(
  transaction: AccountTransaction,
  ids: readonly MessageId[],
): Promise<MessageView[]> {
  const rows = await transaction.rows<MessageRow>(
    `${SELECT} where m.account_id = $1 and m.id = any($2) order by m.id`,
    [transaction.accountId, ids],
  );
  return viewsOf(transaction, rows);
}

/** False: this person has no such note there. */
export async function deleteNoteOf(
  transaction: AccountTransaction,
  key: { readonly conversationId: ConversationId; readonly messageId: MessageId; readonly userId: UserId },
): Promise<boolean> {
  const deleted = await transaction.run(
    `delete from messages where account_id = $1 and conversation_id = $2 and id = $3
       and kind = 'note' and operator_id = $4`,
    [transaction.accountId, key.conversationId, key.messageId, key.userId],
  );
  return deleted > 0;
}

/** Not when the message was edited or taken back meanwhile. */
export async function keepTranslation(
  transaction: AccountTransaction,
  translation: {
    readonly messageId: MessageId;
    readonly of: string;
    readonly language: string;
    readonly text: string;
  },
): Promise<void> {
  await transaction.run(
    `update messages set translations = translations || jsonb_build_object($3::text, $4::text)
     where account_id = $1 and id = $2 and text = $5`,
    [transaction.accountId, translation.messageId, translation.language, translation.text, translation.of],
  );
}
