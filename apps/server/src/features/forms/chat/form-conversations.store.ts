import type { FormLanguage } from '@hanasu/contract/form-definition';
import type { FormAnswers } from '@hanasu/contract/form-submissions';
import type { ConversationId, FormId, FriendId, UserId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { ErasedCustomer } from '../../../platform/feature.ts';

/** Who changes a row has locked its conversation. */
export interface TalkRow {
  readonly id: string;
  readonly formId: FormId;
  readonly version: number;
  readonly friendId: FriendId;
  readonly step: 'asking' | 'confirming' | 'changing' | 'paused';
  readonly field: string | null;
  readonly answers: FormAnswers;
  readonly skipped: string[];
  /** Files for the field that is asked, which are on their way. */
  readonly receiving: number;
  readonly misses: number;
  readonly pending: string | null;
  readonly language: FormLanguage;
  readonly handling: Handling;
}
const COLUMNS = `id, form_id as "formId", version, friend_id as "friendId", step, field, answers, skipped, language, handling, misses, pending,
  (select count(*)::int from form_talk_files w where w.account_id = form_conversations.account_id
     and w.talk_id = form_conversations.id and w.field = form_conversations.field
     and w.next_attempt_at is not null) as receiving`;

/** The form that is asked in a conversation, or else the one that was left last. */
export const findTalk = (transaction: AccountTransaction, id: ConversationId): Promise<TalkRow | null> =>
  transaction.one<TalkRow>(
    `select ${COLUMNS} from form_conversations where account_id = $1 and conversation_id = $2 and expires_at > now()
     order by step = 'paused', updated_at desc, id desc limit 1`,
    [transaction.accountId, id],
  );

export const findTalkOfForm = (
  transaction: AccountTransaction,
  id: ConversationId,
  formId: FormId,
): Promise<TalkRow | null> =>
  transaction.one<TalkRow>(
    `select ${COLUMNS} from form_conversations
     where account_id = $1 and conversation_id = $2 and form_id = $3 and expires_at > now()`,
    [transaction.accountId, id, formId],
  );

/** One of a conversation, by the id that its buttons carry. */
export const findTalkIn = (
  transaction: AccountTransaction,
  conversationId: ConversationId,
  id: string,
): Promise<TalkRow | null> =>
  transaction.one<TalkRow>(
    `select ${COLUMNS} from form_conversations
     where account_id = $1 and conversation_id = $2 and id = $3 and expires_at > now()`,
    [transaction.accountId, conversationId, id],
  );

export const findTalkById = (transaction: AccountTransaction, id: string): Promise<TalkRow | null> =>
  transaction.one<TalkRow>(
    `select ${COLUMNS} from form_conversations where account_id = $1 and id = $2 and expires_at > now()`,
    [transaction.accountId, id],
  );

export async function findConversationOfTalk(
  transaction: AccountTransaction,
  id: string,
): Promise<ConversationId | null> {
  const row = await transaction.one<{ id: ConversationId }>(
    `select conversation_id as id from form_conversations where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );
  return row?.id ?? null;
}

/** Visitors of web sites can only write. */
export async function canBringFiles(transaction: AccountTransaction, id: ConversationId): Promise<boolean> {
  const row = await transaction.one<{ can: boolean }>(
    `select origin <> 'embed' as can from conversations where account_id = $1 and id = $2`,
    [transaction.accountId, id],
  );
  return row?.can ?? false;
}

/** Forms that are open for a person, in all their conversations. */
export async function countTalks(transaction: AccountTransaction, friendId: FriendId): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from form_conversations t
       join friends f on f.account_id = t.account_id and f.id = t.friend_id
     where t.account_id = $1 and t.expires_at > now()
       and f.customer_id = (select o.customer_id from friends o where o.account_id = $1 and o.id = $2)`,
    [transaction.accountId, friendId],
  );
  return row?.count ?? 0;
}

interface NewTalk extends Omit<TalkRow, 'skipped' | 'receiving' | 'misses' | 'pending'> {
  readonly conversationId: ConversationId;
  readonly startedBy: 'staff' | 'rule' | 'bot';
  readonly userId: UserId | null;
  readonly days: number;
}

/** Both stay until the transaction ends. False: one of them is gone. */
export const holdForTalk = async (
  transaction: AccountTransaction,
  formId: FormId,
  friendId: FriendId,
): Promise<boolean> =>
  (await transaction.one(
    `select 1 from forms f join friends r on r.account_id = f.account_id and r.id = $3
     where f.account_id = $1 and f.id = $2 for key share`,
    [transaction.accountId, formId, friendId],
  )) !== null;

/** In the place of one of the same form that has expired. */
export async function insertTalk(transaction: AccountTransaction, talk: NewTalk): Promise<void> {
  await transaction.run(
    `delete from form_conversations where account_id = $1 and conversation_id = $2 and form_id = $3`,
    [transaction.accountId, talk.conversationId, talk.formId],
  );
  await transaction.run(
    `insert into form_conversations (account_id, id, form_id, version, conversation_id, friend_id, step, field, answers,
       language, handling, started_by, user_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + make_interval(days => $14::int))`,
    [
      transaction.accountId,
      talk.id,
      talk.formId,
      talk.version,
      talk.conversationId,
      talk.friendId,
      talk.step,
      talk.field,
      JSON.stringify(talk.answers),
      talk.language,
      talk.handling,
      talk.startedBy,
      talk.userId,
      talk.days,
    ],
  );
}

export const updateTalk = (
  transaction: AccountTransaction,
  id: string,
  talk: Pick<TalkRow, 'step' | 'field' | 'answers' | 'handling'> &
    Partial<Pick<TalkRow, 'misses' | 'pending'>> & { readonly skipped: readonly string[] },
): Promise<number> =>
  transaction.run(
    `update form_conversations set step = $3, field = $4, answers = $5, skipped = $6, handling = $7, misses = $8,
       pending = $9, updated_at = now()
     where account_id = $1 and id = $2`,
    [
      transaction.accountId,
      id,
      talk.step,
      talk.field,
      JSON.stringify(talk.answers),
      talk.skipped,
      talk.handling,
      talk.misses ?? 0,
      talk.pending ?? null,
    ],
  );

/** One form is asked at a time. */
export const pauseTalks = (transaction: AccountTransaction, id: ConversationId): Promise<number> =>
  transaction.run(
    `update form_conversations set step = 'paused', updated_at = now()
     where account_id = $1 and conversation_id = $2 and step <> 'paused'`,
    [transaction.accountId, id],
  );

export const removeTalk = (transaction: AccountTransaction, id: string): Promise<number> =>
  transaction.run(`delete from form_conversations where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);

export const removeTalksIn = (transaction: AccountTransaction, id: ConversationId): Promise<number> =>
  transaction.run(`delete from form_conversations where account_id = $1 and conversation_id = $2`, [
    transaction.accountId,
    id,
  ]);

export const removeTalksOf = (
  transaction: AccountTransaction,
  { friends }: Pick<ErasedCustomer, 'friends'>,
): Promise<number> =>
  transaction.run(`delete from form_conversations where account_id = $1 and friend_id = any($2::uuid[])`, [
    transaction.accountId,
    friends.map(({ id }) => id),
  ]);

export const removeExpiredTalks = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from form_conversations where ctid = any(array(select ctid from form_conversations
       where expires_at <= now() limit 5000))`,
  );
