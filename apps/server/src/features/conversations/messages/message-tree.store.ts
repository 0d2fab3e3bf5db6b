import type { AttachmentView } from '@hanasu/contract/chat';
import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { MessageKind, Sender } from '@hanasu/contract/inbox';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { ConversationKey } from '../turns/turns.store.ts';

/**
 * SQL of conversations whose questions were edited or answered anew. A conversation is a line by time until its
 * first such change; then each message gets the one before it as its parent, and the conversation the newest message
 * of the branch that is shown (`head_id`). Who has nothing before it has `ROOT` as its parent.
 */

export const ROOT = '00000000-0000-0000-0000-000000000000' as MessageId;

export interface PlacedMessage {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly sender: Sender;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
  /** Null: the message before it in time. */
  readonly parentId: MessageId | null;
}

/** Notes among staff and lines about them stand in no branch: whoever reads one reads what was said. */
const IS_SAID = `kind <> 'note' and not (kind = 'event' and sender = 'system')`;

type Key = readonly [accountId: AccountId, id: string];
type Transaction = AccountTransaction | SystemTransaction;

const COLUMNS = `m.id, m.conversation_id as "conversationId", m.sender, m.text, m.attachments,
  m.parent_id as "parentId"`;

export const findPlaced = (transaction: Transaction, ...key: Key) =>
  transaction.one<PlacedMessage>(`select ${COLUMNS} from messages m where account_id = $1 and id = $2`, key);

/** Gives the messages of a line their parents and the conversation its head; returns the head. */
export async function appendToTree(transaction: Transaction, ...key: Key): Promise<MessageId> {
  await transaction.run(
    `update messages m set parent_id = n.before
     from (select id, coalesce(lag(id) over (order by id), '${ROOT}') as before
           from messages where account_id = $1 and conversation_id = $2 and ${IS_SAID}) n
     where m.account_id = $1 and m.id = n.id and m.parent_id is null`,
    key,
  );
  const row = await transaction.one<{ headId: MessageId | null }>(
    `update conversations c set head_id = (select id from messages m
       where m.account_id = $1 and m.conversation_id = $2 and ${IS_SAID} order by id desc limit 1)
     where c.account_id = $1 and c.id = $2 returning head_id as "headId"`,
    key,
  );
  return row?.headId ?? ROOT;
}

/** `walk`: from a message back to the beginning of its branch, at most `$3` steps. */
const WALK = `with recursive walk as (
    select m.*, 1 as depth from messages m where m.account_id = $1 and m.id = $2
    union all
    select p.*, w.depth + 1 from walk w join messages p on p.account_id = w.account_id and p.id = w.parent_id
    where w.depth < $3)`;

/** What was said up to and with a message of a branch, oldest first. */
export const findBranch = (transaction: Transaction, accountId: AccountId, from: MessageId, most: number) =>
  transaction.rows<PlacedMessage>(`${WALK} select ${COLUMNS} from walk m order by m.depth desc`, [
    accountId,
    from,
    most,
  ]);

export interface SaidMessage extends ConversationKey {
  readonly id: MessageId;
  readonly sender: Sender;
  readonly text: string;
  readonly createdAt: Date;
}

/** The newest texts of each conversation, oldest first. */
export const findSaid = (transaction: SystemTransaction, keys: readonly ConversationKey[], limit: number) =>
  transaction.rows<SaidMessage>(
    `select k.a as "accountId", k.i as "conversationId", m.id, m.sender, m.text, m.created_at as "createdAt"
     from (select distinct a, i from unnest($1::uuid[], $2::uuid[]) as k(a, i)) k
     cross join lateral (select id, sender, text, created_at from messages
       where account_id = k.a and conversation_id = k.i and kind = 'text' and text <> ''
         and sender in ('customer', 'bot', 'operator')
       order by id desc limit $3) m
     order by m.id`,
    [keys.map(({ accountId }) => accountId), keys.map(({ conversationId }) => conversationId), limit],
  );

/** Something that was said or sent; `data` as `MessageView.data`, empty for texts. */
export interface HeardMessage extends SaidMessage {
  readonly kind: MessageKind;
  readonly data: Record<string, unknown>;
  /** Of an answer of a bot. */
  readonly outcome: string | null;
  /** Which notice the product gave with it. */
  readonly notice: string | null;
}

/** As `findSaid`, and what customers sent that a bot may read. */
export const findHeard = (transaction: SystemTransaction, keys: readonly ConversationKey[], limit: number) =>
  transaction.rows<HeardMessage>(
    `select k.a as "accountId", k.i as "conversationId", m.id, m.sender, m.text, m.kind, m.outcome, m.data ->> 'notice' as notice,
       case when m.kind = 'text' then '{}' else m.data end as data, m.created_at as "createdAt"
     from (select distinct a, i from unnest($1::uuid[], $2::uuid[]) as k(a, i)) k
     cross join lateral (select id, sender, text, kind, data, outcome, created_at from messages
       where account_id = k.a and conversation_id = k.i
         and (kind = 'text' and text <> '' and sender in ('customer', 'bot', 'operator')
           or kind in ('image', 'audio', 'location', 'postback') and sender = 'customer')
       order by id desc limit $3) m
     order by m.id`,
    [keys.map(({ accountId }) => accountId), keys.map(({ conversationId }) => conversationId), limit],
  );
