import { existsSync } from 'node:fs';
import type { SealedColumn } from '../../../platform/crypto/sealed-column.ts';
import { createSecretBox, type SecretBox, sealPrefixOf } from '../../../platform/crypto/secret-box.ts';
import { loadSecretKey, SecretKeyError, secretKeyFile } from '../../../platform/crypto/secret-key.ts';
import {
  deriveKey,
  keyIdOf,
  RECOVERY_PURPOSE,
  type SecretKeys,
} from '../../../platform/crypto/secret-keys.ts';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import {
  findKeys,
  findSealed,
  forgetKey,
  type KnownKey,
  knowKey,
  lockKeys,
  recoveryContext,
  replaceSealed,
  retireKey,
} from './secret-keys.store.ts';

interface KeySettings {
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
const checkValueOf = (secret: string): Buffer =>
  createSecretBox(secret).seal(CHECK, checkContext(keyIdOf(secret)));

const opens = (box: SecretBox, { id, checkValue }: KnownKey): boolean =>
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

interface Rotation {
  readonly database: Database;
  readonly keys: SecretKeys;
  readonly columns: readonly SealedColumn[];
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
async function retire({ database, keys }: Rotation, box: SecretBox): Promise<boolean> {
  const { previous } = keys;
  if (previous === null) return false;
  const id = keyIdOf(previous);
  const plain = deriveKey(previous, RECOVERY_PURPOSE).toString('base64');
  const recoveryKey = box.seal(plain, recoveryContext(id));
  await database.system(async (transaction) => {
    await lockKeys(transaction);
    await retireKey(transaction, { id, checkValue: checkValueOf(previous), recoveryKey });
  });
  return true;
}

/** For keys that nobody has any more: the server starts without them, and what they sealed is entered again. */
export const giveUpLostKeys = (database: Database, keys: SecretKeys): Promise<number> =>
  database.system(async (transaction) => {
    await lockKeys(transaction);
    const box = createSecretBox(keys);
    const needed = (await findKeys(transaction)).filter(({ retiredAt }) => retiredAt === null);
    const lost = needed.filter((key) => !opens(box, key));
    for (const { id } of lost) await forgetKey(transaction, id);
    await knowKey(transaction, keyIdOf(keys.current), checkValueOf(keys.current));
    return lost.length;
  });
