import { AccountId, type UserId } from '@hanasu/contract/ids';
import type { N8nConnectionView } from '@hanasu/contract/n8n';
import type { SealedColumn } from '../../../../platform/crypto/sealed-column.ts';
import type { AccountTransaction } from '../../../../platform/database/database.ts';

export interface ConnectionRow {
  readonly baseUrl: string;
  readonly webhookBaseUrl: string | null;
  readonly sealedKey: Buffer;
  readonly ending: string;
  readonly checkedAt: Date;
  readonly changedAt: Date;
  /** `changedAt` with all its digits. */
  readonly version: string;
  readonly changedBy: string | null;
  /** Tools of the account that run a workflow. */
  readonly tools: number;
  readonly failing: N8nConnectionView['failing'];
}

/** Binds the sealed API key to its account: copied to another one it does not open. */
export const keyContext = (accountId: AccountId): string => `n8n/${accountId}`;

export const SEALED_N8N: SealedColumn = {
  table: 'n8n_connections',
  column: 'sealed_key',
  ids: ['account_id'],
  contextOf: ([accountId]) => keyContext(AccountId.parse(accountId)),
};

export const findConnection = (transaction: AccountTransaction) =>
  transaction.one<ConnectionRow>(
    `select n.base_url as "baseUrl", n.webhook_base_url as "webhookBaseUrl", n.sealed_key as "sealedKey", n.ending,
       n.checked_at as "checkedAt", n.changed_at as "changedAt", n.changed_at::text as version,
       u.display_name as "changedBy",
       (select count(*)::int from bot_tools t where t.account_id = n.account_id and t.kind = 'n8n') as tools,
       (select coalesce(jsonb_agg(jsonb_build_object('uuid', t.id, 'name', t.name, 'botUuid', t.bot_id, 'reason', t.failure)), '[]')
         from (select * from bot_tools where account_id = n.account_id and kind = 'n8n' and enabled and failure is not null
           order by failed_at desc, id limit 10) t) as failing
     from n8n_connections n left join users u on u.id = n.changed_by where n.account_id = $1`,
    [transaction.accountId],
  );

/** The version of the connection, which stays until the end of the transaction; null: there is no connection. */
export async function lockVersion(transaction: AccountTransaction): Promise<string | null> {
  const row = await transaction.one<Pick<ConnectionRow, 'version'>>(
    'select changed_at::text as version from n8n_connections where account_id = $1 for update',
    [transaction.accountId],
  );
  return row?.version ?? null;
}

/** Writes a connection that has just been checked. */
export async function saveConnection(
  transaction: AccountTransaction,
  connection: Pick<ConnectionRow, 'baseUrl' | 'webhookBaseUrl' | 'sealedKey' | 'ending'> & {
    readonly by: UserId;
  },
): Promise<void> {
  await transaction.run(
    `insert into n8n_connections (account_id, base_url, webhook_base_url, sealed_key, ending, changed_by, checked_at,
       changed_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp())
     on conflict (account_id) do update set base_url = excluded.base_url,
       webhook_base_url = excluded.webhook_base_url, sealed_key = excluded.sealed_key, ending = excluded.ending,
       changed_by = excluded.changed_by, checked_at = excluded.checked_at, changed_at = excluded.changed_at`,
    [
      transaction.accountId,
      connection.baseUrl,
      connection.webhookBaseUrl,
      connection.sealedKey,
      connection.ending,
      connection.by,
    ],
  );
}

export async function deleteConnection(transaction: AccountTransaction): Promise<void> {
  await transaction.run('delete from n8n_connections where account_id = $1', [transaction.accountId]);
}
