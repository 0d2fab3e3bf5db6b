import type { AccountId, UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../platform/database/database.ts';

export interface CodeRow {
  readonly id: string;
  readonly purpose: string;
  readonly userId: UserId | null;
  readonly accountId: AccountId | null;
  readonly credentialVersion: number | null;
  readonly data: Record<string, unknown>;
}

export interface NewCode extends CodeRow {
  readonly codeHash: Buffer;
  readonly expiresAt: Date;
}

export async function insertCode(transaction: SystemTransaction, code: NewCode): Promise<void> {
  await transaction.run(
    `insert into one_time_codes (id, purpose, code_hash, user_id, tenant_id, credential_version, data, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      code.id,
      code.purpose,
      code.codeHash,
      code.userId,
      code.accountId,
      code.credentialVersion,
      JSON.stringify(code.data),
      code.expiresAt,
    ],
  );
}

/** Codes that give files of an account to people who may still have them. */
const STILL_MAY = `(c.purpose not in ('customers', 'export') or exists (select from memberships m
    where m.tenant_id = c.tenant_id and m.user_id = c.user_id and m.role in ('owner', 'admin')))`;

/** Codes that are unused, in time, and made under the credentials that their person still has. */
const LIVE = `c.purpose = $1 and c.code_hash = $2 and c.used_at is null and c.expires_at > now()
  and (c.credential_version is null or c.credential_version =
    (select u.credential_version from users u where u.id = c.user_id))
  and ${STILL_MAY}`;
const CODE = `c.id, c.purpose, c.user_id as "userId", c.tenant_id as "accountId",
  c.credential_version as "credentialVersion", c.data`;

export const findCode = (transaction: SystemTransaction, purpose: string, codeHash: Buffer) =>
  transaction.one<CodeRow>(`select ${CODE} from one_time_codes c where ${LIVE}`, [purpose, codeHash]);

/** Takes the code: of two at the same moment one gets it. */
export const takeCode = (transaction: SystemTransaction, purpose: string, codeHash: Buffer) =>
  transaction.one<CodeRow>(`update one_time_codes c set used_at = now() where ${LIVE} returning ${CODE}`, [
    purpose,
    codeHash,
  ]);

/** Counts one try of a code that may be tried `most` times. Null for a code that is not live or worn out. */
export const tryCode = (transaction: SystemTransaction, purpose: string, codeHash: Buffer, most: number) =>
  transaction.one<CodeRow>(
    `update one_time_codes c
     set data = c.data || jsonb_build_object('tries', coalesce((c.data ->> 'tries')::integer, 0) + 1)
     where ${LIVE} and coalesce((c.data ->> 'tries')::integer, 0) < $3 returning ${CODE}`,
    [purpose, codeHash, most],
  );

/** True for the first use of a code that may be shown again. */
export const markUsed = async (transaction: SystemTransaction, id: string): Promise<boolean> =>
  (await transaction.run(
    `update one_time_codes set data = data || '{"isUsed": true}' where id = $1 and not data ? 'isUsed'`,
    [id],
  )) > 0;

/** Earlier codes of a person for one purpose stop working. */
export async function voidCodes(
  transaction: SystemTransaction,
  userId: UserId,
  purpose: string,
): Promise<void> {
  await transaction.run(
    'update one_time_codes set used_at = now() where user_id = $1 and purpose = $2 and used_at is null',
    [userId, purpose],
  );
}

/** What is out of date has no use left. */
export async function deleteOldCodes(transaction: SystemTransaction): Promise<void> {
  await transaction.run("delete from one_time_codes where expires_at < now() - interval '7 days'");
}
