import { existsSync } from 'node:fs';
import type { SealedColumn } from '../../../../platform/crypto/sealed-column.ts';
import { createSecretBox, type SecretBox } from '../../../../platform/crypto/secret-box.ts';
import { loadSecretKey, SecretKeyError, secretKeyFile } from '../../../../platform/crypto/secret-key.ts';
import { keyIdOf, type SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import type { Database, SystemTransaction } from '../../../../platform/database/database.ts';
import {
  findKeys,
  findSealed,
  type KnownKey,
  knowKey,
  lockKeys,
  recoveryContext,
} from '../secret-keys.store.ts';

export interface KeySettings {
  readonly DATA_DIR: string;
  readonly SECRET_KEY?: string | undefined;
  readonly SECRET_KEY_PREVIOUS?: string | undefined;
}

const CHECK = 'hanasu';
/** Of each column: one that opens proves the key, whatever became of the others. */
const TRIED = 20;

const checkContext = (id: Buffer): string => `check value ${id.toString('hex')}`;

/**
 * The keys of this start, once they have opened what the database was sealed with. Throws `SecretKeyError`: with a wrong
 * key every customer would be left alone while the pages say “connected”.
 */
export function checkSecretKeys(
  database: Database,
  columns: readonly SealedColumn[],
  settings: KeySettings,
): Promise<SecretKeys> {
  const current = loadSecretKey(settings.DATA_DIR, settings.SECRET_KEY);
  const previous = settings.SECRET_KEY_PREVIOUS === current ? null : (settings.SECRET_KEY_PREVIOUS ?? null);
  const box = createSecretBox({ current, previous, oldRecoveryKeys: [] });
  return database.system(async (transaction) => {
    await lockKeys(transaction);
    const known = await findKeys(transaction);
    const needed = known.filter(({ retiredAt }) => retiredAt === null);
    const missing = needed.filter((key) => !opens(box, key)).length;
    const fits = needed.length > 0 ? missing === 0 : await opensSomethingStored(transaction, box, columns);
    if (!fits) throw new SecretKeyError(wordsOf(settings, missing > 0 && missing < needed.length));
    await knowKey(transaction, keyIdOf(current), checkValueOf(current));
    const oldRecoveryKeys = known.flatMap((key) => recoveryKeyOf(box, key) ?? []);
    return { current, previous, oldRecoveryKeys };
  });
}

/** Sealed with this key itself. */
export const checkValueOf = (secret: string): Buffer =>
  createSecretBox(secret).seal(CHECK, checkContext(keyIdOf(secret)));

export const opens = (box: SecretBox, { id, checkValue }: KnownKey): boolean =>
  box.tryOpen(checkValue, checkContext(id)) === CHECK;

const recoveryKeyOf = (box: SecretBox, { id, recoveryKey }: KnownKey): string | null =>
  recoveryKey && box.tryOpen(recoveryKey, recoveryContext(id));

/** On a database of before there were check values. Nothing stored: any key is right. */
async function opensSomethingStored(
  transaction: SystemTransaction,
  box: SecretBox,
  columns: readonly SealedColumn[],
): Promise<boolean> {
  let isEmpty = true;
  for (const column of columns) {
    const stored = await findSealed(transaction, column, { limit: TRIED });
    if (stored.some(({ ids, sealed }) => box.tryOpen(sealed, column.contextOf(ids)) !== null)) return true;
    isEmpty &&= stored.length === 0;
  }
  return isEmpty;
}

function wordsOf({ DATA_DIR, SECRET_KEY }: KeySettings, isUnfinished: boolean): string {
  if (isUnfinished) {
    return (
      'This database still holds values of another secret key: set that one as SECRET_KEY_PREVIOUS and run ' +
      '`npm run rotate-key`; a key that is lost for good is given up with `npm run rotate-key -- --give-up-lost`.'
    );
  }
  const file = secretKeyFile(DATA_DIR);
  const where = SECRET_KEY === undefined ? `The key in ${file}` : 'SECRET_KEY';
  const hint = SECRET_KEY !== undefined && existsSync(file) ? ` (perhaps the one in ${file})` : '';
  return (
    `${where} does not open what this database holds: put the key back that it was started with${hint}, ` +
    'or set that one as SECRET_KEY_PREVIOUS beside the new one.'
  );
}
