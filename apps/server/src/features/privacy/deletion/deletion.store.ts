import type { Locale } from '@hanasu/contract/accounts';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface PersonRow {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly avatarKey: string | null;
  readonly deleteAt: Date | null;
}

export interface OwnedAccount {
  readonly id: AccountId;
  readonly name: string;
  readonly logoKey: string | null;
  readonly hasOthers: boolean;
}

export const PERSON = `id, username, display_name as "displayName", email, locale, time_zone as "timeZone",
  avatar_key as "avatarKey", delete_at as "deleteAt"`;

/** Wishes of one person wait for each other, and for their erasing, here. */
export const lockPerson = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<PersonRow>(`select ${PERSON} from users where id = $1 for no key update`, [userId]);

export const lockOwnedAccounts = (transaction: SystemTransaction, userId: UserId) =>
  transaction.rows<OwnedAccount>(
    `select a.id, a.name, a.logo_key as "logoKey", exists (select from memberships o where o.tenant_id = a.id and o.user_id <> $1)
       as "hasOthers"
     from accounts a join memberships m on m.tenant_id = a.id and m.user_id = $1 and m.role = 'owner'
     order by a.id for no key update of a`,
    [userId],
  );
