import { AppError } from '../../../platform/app-error.ts';
import { tryKey } from '../../../platform/database/use-up.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { lockPerson } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../domain/identity.ts';
import { ONE_SOURCE, takeTry } from '../tries.store.ts';
import { claimEmail } from './claim-email.ts';
import { proveAgain } from './prove-again.ts';
import { recordOwnChange } from './record-own-change.ts';

/** Confirms the address of somebody in `ADMIN_EMAILS` who can read the server's log. */
export async function confirmByLog(
  dependencies: AccountsDependencies,
  actor: Actor,
  { code, password }: { readonly code: string; readonly password?: string | undefined },
): Promise<void> {
  const { database, registration, ended } = dependencies;
  await database.system((transaction) =>
    takeTry(transaction, tryKey('setup-code', actor.userId), ONE_SOURCE),
  );
  await proveAgain(dependencies, actor, password);
  await database.system(async (transaction) => {
    const person = await lockPerson(transaction, actor.userId);
    const email = person?.email;
    const isMeant = email && registration.adminEmails.includes(emailKey(email));
    if (!isMeant || !registration.setupCode.matches(code)) {
      throw new AppError(
        'code_invalid',
        'This is not the code of the log, or the address is not in ADMIN_EMAILS',
      );
    }
    const { userId, accountId, address } = actor;
    await claimEmail(transaction, dependencies, { userId, email, proof: 'log' });
    await recordOwnChange(transaction, {
      userId,
      accountId,
      address,
      action: 'email.confirmed',
      data: { email, by: 'log' },
    });
  });
  ended.user(actor.userId);
}
