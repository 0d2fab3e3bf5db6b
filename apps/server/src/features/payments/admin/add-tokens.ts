import type { addTokens as addTokensContract } from '@hanasu/contract/admin-payments';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId } from '@hanasu/contract/ids';
import { v5 } from 'uuid';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { type Database, type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { type AccountsDependencies, reAuthenticate, recordAudit } from '../../accounts/public.ts';
import { tokenLots } from '../../billing/public.ts';

export interface AddTokensDependencies {
  readonly database: Database;
  readonly accounts: Pick<AccountsDependencies, 'database' | 'passwords'>;
}

/** Facts of one credit; the same key may only be used for the same ones. */
interface Credit {
  readonly accountId: AccountId;
  readonly tokens: number;
  readonly reason: string;
  readonly days: number | null;
}

/**
 * Adds tokens in the name of an administrator, once for each key: the entry of the ledger has an id that is made of the
 * administrator and the key. The audit entry of the same transaction holds the reason, which the token history shows.
 */
export async function addTokens(
  { database, accounts }: AddTokensDependencies,
  actor: Actor,
  { params, body }: EndpointRequest<typeof addTokensContract>,
): Promise<{ balance: number }> {
  const { idempotencyKey, password, tokens, reason, days = null } = body;
  await reAuthenticate(accounts, actor, { password });
  const credit: Credit = { accountId: params.uuid, tokens, reason, days };
  const entryId = v5(idempotencyKey, actor.userId);
  return database.system(async (transaction) => {
    await lockCredit(transaction, entryId);
    const { name } = orNotFound(await lockAccount(transaction, credit.accountId), 'account');
    const accountIds = [...new Set([credit.accountId, actor.accountId])];
    const earlier = await findCredit(transaction, entryId, accountIds);
    if (earlier && !isSame(earlier, credit))
      throw new AppError('payment_key_used', 'The key was used for another credit');
    if (!earlier) {
      await tokenLots.grantTokens(transaction, { accountId: credit.accountId, id: entryId, tokens, days });
      // Also in the log of the administrator's own account, which outlives the account of the credit.
      for (const accountId of accountIds) {
        await recordAudit(within(transaction, accountId), {
          userId: actor.userId,
          address: actor.address,
          action: 'tokens.added',
          target: name,
          data: {
            tokens,
            // The reason is for the account.
            ...(accountId === credit.accountId ? { reason } : {}),
            credit: { entry: entryId, account: credit.accountId, days },
            byAdministrator: true,
          },
        });
      }
    }
    return { balance: await readBalance(transaction, credit.accountId) };
  });
}

const isSame = (
  one: Pick<Credit, 'accountId' | 'tokens' | 'days'> & { readonly reason: string | null },
  other: Credit,
): boolean =>
  one.accountId === other.accountId &&
  one.tokens === other.tokens &&
  one.reason === other.reason &&
  one.days === other.days;

/** Makes calls with the same key wait for each other. */
const lockCredit = (transaction: SystemTransaction, entryId: string) =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('added tokens ' || $1::text, 0))`, [
    entryId,
  ]);

const lockAccount = (transaction: SystemTransaction, id: AccountId) =>
  transaction.one<{ name: string }>('select name from accounts where id = $1 for key share', [id]);

const findCredit = (transaction: SystemTransaction, entryId: string, accountIds: readonly AccountId[]) =>
  transaction.one<Omit<Credit, 'reason'> & { readonly reason: string | null }>(
    `select (data->'credit'->>'account')::uuid as "accountId", (data->>'tokens')::bigint as tokens,
       data->>'reason' as reason, (data->'credit'->>'days')::int as days
     from audit_events
     where account_id = any($1::uuid[]) and action = 'tokens.added' and data->'credit'->>'entry' = $2
     order by (data ? 'reason') desc limit 1`,
    [accountIds, entryId],
  );

async function readBalance(transaction: SystemTransaction, accountId: AccountId): Promise<number> {
  const row = await transaction.one<{ balance: number }>(
    'select balance from token_balances where account_id = $1',
    [accountId],
  );
  return row?.balance ?? 0;
}
