import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { lockFactor, storeSecret } from '../factors.store.ts';
import { newTotpSecret, totpUri } from '../totp.ts';
import { secretContext } from './check-factor-code.ts';
import { proveAgain } from './prove-again.ts';

/** A new secret for an app. Nothing is asked for until a code made with it has been shown; the last start counts. */
export async function startSecondFactor(
  dependencies: AccountsDependencies,
  actor: Actor,
  password: string | undefined,
): Promise<{ secret: string; uri: string }> {
  const { database, box } = dependencies;
  await proveAgain(dependencies, actor, password);
  const secret = newTotpSecret();
  const username = await database.system(async (transaction) => {
    const factor = await lockFactor(transaction, actor.userId);
    if (!factor || factor.isOn) throw new AppError('second_factor_on', 'Switch it off first');
    await storeSecret(transaction, actor.userId, box.seal(secret, secretContext(actor.userId)));
    return factor.username;
  });
  return { secret, uri: totpUri(secret, username) };
}
