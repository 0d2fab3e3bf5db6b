import { createSecretBox } from '../../../../platform/crypto/secret-box.ts';
import { keyIdOf, type SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { findKeys, forgetKey, knowKey, lockKeys } from '../secret-keys.store.ts';
import { checkValueOf, opens } from './check-secret-keys.ts';

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
