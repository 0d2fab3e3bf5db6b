import * as accounts from '@hanasu/contract/accounts';
import { confirmByLog as confirmByLogContract } from '@hanasu/contract/admin';
import type { Implement } from '../../platform/http/implement.ts';
import { actorOf } from './actor-of.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { isProvenAdministrator } from './registration.store.ts';
import { confirmByLog } from './use-cases/confirm-by-log.ts';
import { confirmEmail } from './use-cases/confirm-email.ts';
import { forgotPassword, resetPassword } from './use-cases/passwords.ts';
import { sendConfirmation } from './use-cases/send-confirmation.ts';
import { updateAccount } from './use-cases/update-account.ts';
import { visitorOf } from './visitor.ts';

/** Addresses, passwords and the profile. */
export function addCredentialRoutes(implement: Implement, dependencies: AccountsDependencies): void {
  implement(accounts.forgotPassword, ({ body }) => forgotPassword(dependencies, body.email));
  implement(accounts.resetPassword, ({ body }, { request }) =>
    resetPassword(dependencies, body, visitorOf(request)),
  );
  implement(accounts.confirmEmail, async ({ body }, { request }) => {
    const session = await actorOf(request, dependencies);
    return confirmEmail(dependencies, body, { visitor: visitorOf(request), session });
  });
  implement(accounts.administrator, async (_input, { session }) => ({
    isAdministrator: await dependencies.database.system((transaction) =>
      isProvenAdministrator(transaction, session.userId, dependencies.registration.adminEmails),
    ),
  }));
  implement(confirmByLogContract, async ({ body }, { session }) => {
    await confirmByLog(dependencies, session, body);
    return undefined;
  });
  implement(accounts.sendConfirmation, async (_input, { session }) => {
    await sendConfirmation(dependencies, session);
    return undefined;
  });
  implement(accounts.updateAccount, ({ body }, { session }) => updateAccount(dependencies, session, body));
}
