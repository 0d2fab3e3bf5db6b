import type { AccountId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

export interface ShareRow {
  readonly code: string;
  readonly throughId: MessageId;
  readonly createdAt: Date;
}

const COLUMNS = 'code, through_id as "throughId", created_at as "createdAt"';

export const listShares = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.rows<ShareRow>(
    `select ${COLUMNS} from chat_shares where tenant_id = $1 and conversation_id = $2 and revoked_at is null
     order by created_at desc, code`,
    [transaction.accountId, id],
  );

export async function insertShare(
  transaction: AccountTransaction,
  share: { code: string; conversationId: ConversationId; throughId: MessageId; createdBy: UserId },
): Promise<void> {
  await transaction.run(
    `insert into chat_shares (code, tenant_id, conversation_id, through_id, created_by)
     values ($2, $1, $3, $4, $5)`,
    [transaction.accountId, share.code, share.conversationId, share.throughId, share.createdBy],
  );
}

/** False: there is no such open link. */
export async function revokeShare(
  transaction: AccountTransaction,
  id: ConversationId,
  code: string,
): Promise<boolean> {
  const revoked = await transaction.run(
    `update chat_shares set revoked_at = now()
     where tenant_id = $1 and conversation_id = $2 and code = $3 and revoked_at is null`,
    [transaction.accountId, id, code],
  );
  return revoked > 0;
}

export interface OpenShare extends ShareRow {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
  readonly title: string;
  readonly botName: string | null;
  readonly hasBranches: boolean;
}

/** By its code alone, of whatever account. */
export const findOpenShare = (transaction: SystemTransaction, code: string) =>
  transaction.one<OpenShare>(
    `select s.code, s.through_id as "throughId", s.created_at as "createdAt", s.tenant_id as "accountId",
       s.conversation_id as "conversationId", c.title, b.name as "botName", c.head_id is not null as "hasBranches"
     from chat_shares s
       join conversations c on c.account_id = s.tenant_id and c.id = s.conversation_id
       left join bots b on b.account_id = c.account_id and b.id = c.bot_id
     where s.code = $1 and s.revoked_at is null`,
    [code],
  );
