import type { UserView } from '@hanasu/contract/accounts';
import type { Actor } from '../../../../platform/http/context.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { goToAccount } from './go-to-account.ts';
import { joinInvitation } from './join-invitation.ts';

/** The signed-in person joins, whatever address they have here: the code is what counts. */
export async function acceptInvitation(
  { database, ended }: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<UserView> {
  const view = await database.system(async (transaction) => {
    const person = { id: actor.userId, emailKey: null, address: actor.address };
    const { accountId } = await joinInvitation(transaction, code, person);
    return goToAccount(transaction, actor, accountId);
  });
  ended.session(actor.sessionId);
  return view;
}
