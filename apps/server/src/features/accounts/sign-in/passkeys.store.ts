import type { PasskeyId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface PasskeyRow {
  readonly id: PasskeyId;
  readonly userId: UserId;
  /** Base64url, as browsers send it. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const PASSKEY = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const findPasskeys = (transaction: SystemTransaction, userId: UserId) =>
  transaction.rows<PasskeyRow>(`select ${PASSKEY} from passkeys where user_id = $1 order by created_at`, [
    userId,
  ]);

/** Locked: of two sign-ins with one counter the later sees what the first has counted. */
export const lockPasskey = (transaction: SystemTransaction, credentialId: string) =>
  transaction.one<PasskeyRow>(`select ${PASSKEY} from passkeys where credential_id = $1 for update`, [
    credentialId,
  ]);

/** Null when this credential is somebody's already. */
export const insertPasskey = (
  transaction: SystemTransaction,
  passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>,
) =>
  transaction.one<PasskeyRow>(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning ${PASSKEY}`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      JSON.stringify(passkey.transports),
      passkey.name,
    ],
  );

export async function markPasskeyUsed(
  transaction: SystemTransaction,
  id: PasskeyId,
  counter: number,
): Promise<void> {
  await transaction.run('update passkeys set counter = $2, last_used_at = now() where id = $1', [
    id,
    counter,
  ]);
}

/** The name of what was deleted; null when this person has no such passkey. */
export async function deletePasskeyRow(
  transaction: SystemTransaction,
  userId: UserId,
  id: PasskeyId,
): Promise<string | null> {
  const row = await transaction.one<{ name: string }>(
    'delete from passkeys where id = $1 and user_id = $2 returning name',
    [id, userId],
  );
  return row?.name ?? null;
}
