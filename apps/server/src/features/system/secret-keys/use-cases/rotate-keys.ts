import type { SealedColumn } from '../../../../platform/crypto/sealed-column.ts';
import { createSecretBox, type SecretBox, sealPrefixOf } from '../../../../platform/crypto/secret-box.ts';
import { deriveKey, keyIdOf, type SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { findSealed, lockKeys, recoveryContext, replaceSealed, retireKey } from '../secret-keys.store.ts';
import { checkValueOf } from './check-secret-keys.ts';

export interface Rotation {
  readonly database: Database;
  readonly keys: SecretKeys;
  readonly columns: readonly SealedColumn[];
  /** What recovery codes are hashed with; it outlives the key. */
  readonly recoveryPurpose: string;
}

export interface Rotated {
  /** Values that were sealed anew by this run. */
  readonly sealed: number;
  /** `channels.credentials` and how many values there open with neither key: they have to be entered again. */
  readonly unreadable: ReadonlyMap<string, number>;
  /** The previous key is needed no longer. */
  readonly isDone: boolean;
}

/** Small, so that nobody who works on these rows waits. */
const STEP = 25;

/**
 * Seals everything anew under the current key, in small transactions beside a running product. Killed at any point it
 * has done a part, and the next run does the rest: every value says itself which key it is sealed with.
 */
export async function rotateKeys(rotation: Rotation): Promise<Rotated> {
  const { database, keys, columns } = rotation;
  const box = createSecretBox(keys);
  let sealed = 0;
  for (;;) {
    let count = 0;
    const unreadable = new Map<string, number>();
    for (const column of columns) {
      const done = await rotateColumn(database, { box, prefix: sealPrefixOf(keys.current) }, column);
      count += done.sealed;
      if (done.unreadable > 0) unreadable.set(`${column.table}.${column.column}`, done.unreadable);
    }
    sealed += count;
    // A process that has not heard of the new key yet may have sealed with the old one meanwhile.
    if (count === 0) return { sealed, unreadable, isDone: await retire(rotation, box) };
  }
}

async function rotateColumn(
  database: Database,
  { box, prefix }: { readonly box: SecretBox; readonly prefix: Buffer },
  column: SealedColumn,
): Promise<{ readonly sealed: number; readonly unreadable: number }> {
  let [sealed, unreadable] = [0, 0];
  let after: readonly string[] | null = null;
  for (;;) {
    const position: readonly string[] | null = after;
    const rows = await database.system(async (transaction) => {
      const found = await findSealed(transaction, column, {
        after: position,
        notPrefix: prefix,
        limit: STEP,
      });
      for (const row of found) {
        const plain = box.tryOpen(row.sealed, column.contextOf(row.ids));
        if (plain === null) unreadable += 1;
        else
          sealed += await replaceSealed(transaction, column, row, box.seal(plain, column.contextOf(row.ids)));
      }
      return found;
    });
    after = rows.at(-1)?.ids ?? null;
    if (rows.length < STEP) return { sealed, unreadable };
  }
}

/** False: there is no previous key to be retired. */
async function retire({ database, keys, recoveryPurpose }: Rotation, box: SecretBox): Promise<boolean> {
  const { previous } = keys;
  if (previous === null) return false;
  const id = keyIdOf(previous);
  const plain = deriveKey(previous, recoveryPurpose).toString('base64');
  const recoveryKey = box.seal(plain, recoveryContext(id));
  await database.system(async (transaction) => {
    await lockKeys(transaction);
    await retireKey(transaction, { id, checkValue: checkValueOf(previous), recoveryKey });
  });
  return true;
}
