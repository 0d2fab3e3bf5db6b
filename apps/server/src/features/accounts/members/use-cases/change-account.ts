import type { UserView } from '@hanasu/contract/accounts';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { findMember } from '../../accounts.store.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { recordAudit } from '../../record-audit.ts';
import { userView } from '../../use-cases/user-view.ts';
import { updateAccount } from '../memberships.store.ts';
import { inAccount } from './in-account.ts';

/** Name and time zone; what is absent stays. */
export const changeAccount = (
  { database }: AccountsDependencies,
  actor: Actor,
  patch: { readonly name?: string | undefined; readonly timeZone?: string | undefined },
): Promise<UserView> =>
  inAccount(database, actor, 'admin', async ({ account, all, own }) => {
    const { accountId, userId, address } = actor;
    const before = { name: account.name, timeZone: account.timeZone };
    const after = { name: patch.name ?? before.name, timeZone: patch.timeZone ?? before.timeZone };
    if (after.name !== before.name || after.timeZone !== before.timeZone) {
      await updateAccount(all, accountId, after);
      const data = { from: before, to: after };
      await recordAudit(own, { userId, address, action: 'account.changed', target: after.name, data });
    }
    const member = await findMember(all, userId, accountId);
    if (!member) throw new AppError('session_expired', 'This person has left the account');
    return userView(member, { withAvatar: true });
  });
