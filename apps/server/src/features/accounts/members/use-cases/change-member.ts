import type { UserId } from '@hanasu/contract/ids';
import type { GivenRole, MemberView } from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { recordAudit } from '../../record-audit.ts';
import { isAtLeast, whyNoOtherRole } from '../domain/roles.ts';
import { deleteOpenOf } from '../invitations.store.ts';
import { findListedMember } from '../members.store.ts';
import { setRole } from '../memberships.store.ts';
import { inAccount } from './in-account.ts';
import { memberView } from './member-view.ts';
import { tellOwner } from './settle-belongings.ts';

/** Gives a member another role, at once; what somebody invited who may not invite any more is taken back. */
export async function changeMember(
  dependencies: AccountsDependencies,
  actor: Actor,
  userId: UserId,
  given: GivenRole,
): Promise<MemberView> {
  const view = await inAccount(dependencies.database, actor, 'admin', async ({ all, own, role }) => {
    const member = await findListedMember(own, userId);
    if (!member) throw new AppError('not_found', 'There is no such member');
    const refusal = whyNoOtherRole(role, member.role, given);
    if (refusal) throw new AppError(refusal);
    const changed = { ...member, role: given };
    if (member.role !== given) {
      await setRole(all, actor.accountId, userId, given);
      if (!isAtLeast(given, 'admin')) {
        await deleteOpenOf(own, userId);
        await tellOwner(all, dependencies, {
          accountId: actor.accountId,
          userId,
          name: member.displayName,
          role: given,
        });
      }
      await recordAudit(own, {
        userId: actor.userId,
        address: actor.address,
        action: 'member.role_changed',
        target: member.username,
        data: { uuid: userId, from: member.role, to: given },
      });
    }
    return memberView(changed, { withEmail: isAtLeast(userId === actor.userId ? given : role, 'admin') });
  });
  dependencies.ended.user(userId);
  return view;
}
