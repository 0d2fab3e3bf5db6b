import type { Locale } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface FactorRow {
  readonly username: string;
  readonly displayName: string;
  readonly locale: Locale;
  /** Null unless it is confirmed: a stranger's mailbox is told nothing. */
  readonly mailbox: string | null;
  readonly sealedSecret: Buffer | null;
  readonly isOn: boolean;
}

/** Locks the person's row: whatever concerns their second factor happens one after the other. */
export const lockFactor = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<FactorRow>(
    `select username, display_name as "displayName", locale,
       case when email_verified_at is not null then email end as mailbox,
       totp_secret as "sealedSecret", totp_confirmed_at is not null as "isOn"
     from users where id = $1 for update`,
    [userId],
  );

export const findFactorState = (transaction: SystemTransaction, userId: UserId) =>
  transaction.one<{ enabled: boolean; recoveryCodesLeft: number }>(
    `select totp_confirmed_at is not null as enabled,
       (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as "recoveryCodesLeft"
     from users u where u.id = $1`,
    [userId],
  );

export async function storeSecret(
  transaction: SystemTransaction,
  userId: UserId,
  sealedSecret: Buffer,
): Promise<void> {
  await transaction.run('update users set totp_secret = $2, totp_last_step = null where id = $1', [
    userId,
    sealedSecret,
  ]);
}

export async function switchFactorOn(transaction: SystemTransaction, userId: UserId): Promise<void> {
  await transaction.run('update users set totp_confirmed_at = now() where id = $1', [userId]);
}

export async function switchFactorOff(transaction: SystemTransaction, userId: UserId): Promise<void> {
  await transaction.run(
    'update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where id = $1',
    [userId],
  );
  await transaction.run('delete from recovery_codes where user_id = $1', [userId]);
}

/** False when a code of this step or a later one was taken before: none is good twice. */
export const takeStep = async (
  transaction: SystemTransaction,
  userId: UserId,
  step: number,
): Promise<boolean> =>
  (await transaction.run(
    'update users set totp_last_step = $2 where id = $1 and (totp_last_step is null or totp_last_step < $2)',
    [userId, step],
  )) > 0;

export async function replaceRecoveryCodes(
  transaction: SystemTransaction,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction.run('delete from recovery_codes where user_id = $1', [userId]);
  await transaction.run(
    'insert into recovery_codes (user_id, code_hash) select $1, hash from unnest($2::bytea[]) as hash',
    [userId, hashes],
  );
}

/** False when it is unknown or used. */
export const takeRecoveryCode = async (
  transaction: SystemTransaction,
  userId: UserId,
  codeHashes: readonly Buffer[],
): Promise<boolean> =>
  (await transaction.run(
    'update recovery_codes set used_at = now() where user_id = $1 and code_hash = any($2) and used_at is null',
    [userId, codeHashes],
  )) > 0;
