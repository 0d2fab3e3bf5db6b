import type { Locale, Role } from '@hanasu/contract/accounts';
import type { AccountId, SegmentId, UserId } from '@hanasu/contract/ids';
import { NARROWED_EVENTS, type NotifySettings } from '@hanasu/contract/notify';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { SegmentUse } from '../../../platform/feature.ts';
import type { Person } from '../resolve-recipients.ts';

/** Everybody of the account with what they have chosen. */
export const listPeople = (transaction: AccountTransaction) =>
  transaction.rows<Person>(
    `select m.user_id as "userId", m.role, s.settings
     from memberships m left join notify_settings s on s.account_id = m.tenant_id and s.user_id = m.user_id
     where m.tenant_id = $1`,
    [transaction.accountId],
  );

export interface Recipient {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly role: Role;
  readonly settings: unknown;
  /** Sealed; null: there is none. */
  readonly webHookSecret: Buffer | null;
  readonly name: string;
  readonly account: string;
  readonly locale: Locale;
  /** Confirmed. */
  readonly email: string | null;
}

const RECIPIENT = `select m.tenant_id as "accountId", m.user_id as "userId", m.role, s.settings,
    s.web_hook_secret as "webHookSecret", u.display_name as name,
    a.name as account, u.locale, case when u.email_verified_at is not null then u.email end as email
  from memberships m
    join users u on u.id = m.user_id
    join accounts a on a.id = m.tenant_id
    left join notify_settings s on s.account_id = m.tenant_id and s.user_id = m.user_id`;

export const findRecipient = (transaction: AccountTransaction, userId: UserId) =>
  transaction.one<Recipient>(`${RECIPIENT} where m.tenant_id = $1 and m.user_id = $2`, [
    transaction.accountId,
    userId,
  ]);

/** Those of these people who still belong to the account they are to be told of. */
export const findRecipients = (
  transaction: SystemTransaction,
  people: readonly { readonly accountId: AccountId; readonly userId: UserId }[],
) =>
  transaction.rows<Recipient>(
    `${RECIPIENT} join (select distinct a, p from unnest($1::uuid[], $2::uuid[]) as n(a, p)) n
       on m.tenant_id = n.a and m.user_id = n.p`,
    [people.map(({ accountId }) => accountId), people.map(({ userId }) => userId)],
  );

/** Members with a rule about a segment. */
export const findSegmentUses = (transaction: AccountTransaction, id: SegmentId): Promise<SegmentUse[]> =>
  transaction.rows<SegmentUse>(
    `select 'notify' as kind, u.display_name as name
     from notify_settings s
       join memberships m on m.tenant_id = s.account_id and m.user_id = s.user_id
       join users u on u.id = s.user_id
     where s.account_id = $1 and exists (select from unnest($3::text[]) as e(event)
       where s.settings -> 'narrowedTo' ->> e.event = $2::text)
     order by u.display_name`,
    [transaction.accountId, id, NARROWED_EVENTS],
  );

export async function storeSettings(
  transaction: AccountTransaction,
  userId: UserId,
  settings: NotifySettings,
): Promise<void> {
  await transaction.run(
    `insert into notify_settings (account_id, user_id, settings) values ($1, $2, $3)
     on conflict (account_id, user_id) do update set settings = excluded.settings, updated_at = now()`,
    [transaction.accountId, userId, JSON.stringify(settings)],
  );
}

export async function storeSecret(
  transaction: AccountTransaction,
  userId: UserId,
  { secret, settings }: { readonly secret: Buffer; readonly settings: NotifySettings },
): Promise<void> {
  await transaction.run(
    `insert into notify_settings (account_id, user_id, settings, web_hook_secret) values ($1, $2, $3, $4)
     on conflict (account_id, user_id) do update
       set web_hook_secret = excluded.web_hook_secret, updated_at = now()`,
    [transaction.accountId, userId, JSON.stringify(settings), secret],
  );
}
