import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { type AccountsDependencies, recordAudit } from '../../accounts/public.ts';
import { whyNotRemoved } from '../domain/roles.ts';
import { deleteOpenOf } from '../invitations.store.ts';
import { findListedMember } from '../members.store.ts';
import { deleteMembership } from '../memberships.store.ts';
import { inAccount } from './in-account.ts';

/** Takes somebody out, or lets them leave: with their sessions of this account and the invitations they sent. */
export async function removeMember(
  { database, ended }: AccountsDependencies,
  actor: Actor,
  userId: UserId,
): Promise<void> {
  await inAccount(database, actor, 'viewer', async ({ all, own, role }) => {
    const member = await findListedMember(own, userId);
    if (!member) throw new AppError('not_found', 'There is no such member');
    const isOneself = userId === actor.userId;
    const refusal = whyNotRemoved(role, member.role, isOneself);
    if (refusal) throw new AppError(refusal);
    await deleteOpenOf(own, userId);
    await deleteMembership(all, actor.accountId, userId);
    await recordAudit(own, {
      userId: actor.userId,
      address: actor.address,
      action: isOneself ? 'member.left' : 'member.removed',
      target: member.username,
      data: { uuid: userId, role: member.role },
    });
  });
  ended.user(userId);
}
