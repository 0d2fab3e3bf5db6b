import type { SealedColumn } from '../../../platform/crypto/sealed-column.ts';
import { SEAL_PREFIX_BYTES } from '../../../platform/crypto/secret-box.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';

export interface KnownKey {
  readonly id: Buffer;
  readonly checkValue: Buffer;
  readonly recoveryKey: Buffer | null;
  readonly retiredAt: Date | null;
}

// Any fixed number: starts and rotations take turns.
const LOCK = 7_265_318_411;

export const recoveryContext = (id: Buffer | string): string =>
  `recovery key ${typeof id === 'string' ? id.replace(/^\\x/, '') : id.toString('hex')}`;

export const SEALED_RECOVERY_KEYS: SealedColumn = {
  table: 'secret_keys',
  column: 'recovery_key',
  ids: ['id'],
  contextOf: ([id = '']) => recoveryContext(id),
};

export const lockKeys = (transaction: SystemTransaction) =>
  transaction.rows('select pg_advisory_xact_lock($1)', [LOCK]);

export const findKeys = (transaction: SystemTransaction) =>
  transaction.rows<KnownKey>(
    `select id, check_value as "checkValue", recovery_key as "recoveryKey", retired_at as "retiredAt"
     from secret_keys order by created_at, id`,
  );

export const knowKey = (transaction: SystemTransaction, id: Buffer, checkValue: Buffer) =>
  transaction.run(
    `insert into secret_keys (id, check_value) values ($1, $2)
     on conflict (id) do update set retired_at = null where secret_keys.retired_at is not null`,
    [id, checkValue],
  );

export const retireKey = (
  transaction: SystemTransaction,
  { id, checkValue, recoveryKey }: Pick<KnownKey, 'id' | 'checkValue' | 'recoveryKey'>,
) =>
  transaction.run(
    `insert into secret_keys (id, check_value, recovery_key, retired_at) values ($1, $2, $3, now())
     on conflict (id) do update set retired_at = now(), recovery_key = excluded.recovery_key
       where secret_keys.retired_at is null`,
    [id, checkValue, recoveryKey],
  );

export const forgetKey = (transaction: SystemTransaction, id: Buffer) =>
  transaction.run('delete from secret_keys where id = $1', [id]);

export interface SealedRow {
  readonly ids: string[];
  readonly sealed: Buffer;
}

const idsOf = ({ ids }: SealedColumn): string => `array[${ids.map((id) => `${id}::text`).join(', ')}]`;

/** Up to `limit` stored values, in the order of their ids, behind those of `after`. */
export const findSealed = (
  transaction: SystemTransaction,
  column: SealedColumn,
  { after = null, notPrefix, limit }: { after?: readonly string[] | null; notPrefix?: Buffer; limit: number },
) =>
  transaction.rows<SealedRow>(
    `select ${idsOf(column)} as ids, ${column.column} as sealed from ${column.table}
     where ${column.column} is not null and ($1::text[] is null or ${idsOf(column)} > $1)
       and ($2::bytea is null or substring(${column.column} from 1 for ${SEAL_PREFIX_BYTES}) <> $2)
     order by 1 limit $3`,
    [after, notPrefix ?? null, limit],
  );

/** Nothing when it was changed meanwhile: what stands there then was sealed with the current key. */
export const replaceSealed = (
  transaction: SystemTransaction,
  column: SealedColumn,
  { ids, sealed }: SealedRow,
  anew: Buffer,
) =>
  transaction.run(
    `update ${column.table} set ${column.column} = $3 where ${idsOf(column)} = $1 and ${column.column} = $2`,
    [ids, sealed, anew],
  );
