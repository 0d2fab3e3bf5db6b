import type { UserId } from '@hanasu/contract/ids';
import type { BelongingsChoice } from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { recordAudit } from '../../record-audit.ts';
import type { Belongings } from '../belongings.store.ts';
import type { TeamDependencies } from '../dependencies.ts';
import { whyNotRemoved } from '../domain/roles.ts';
import { deleteOpenOf } from '../invitations.store.ts';
import { findListedMember } from '../members.store.ts';
import { deleteMembership } from '../memberships.store.ts';
import { inAccount } from './in-account.ts';
import { SAFE_CHOICE, settleBelongings } from './settle-belongings.ts';

/** Takes somebody out, or lets them leave: with their sessions of this account and the invitations they sent. */
export async function removeMember(
  dependencies: TeamDependencies,
  actor: Actor,
  userId: UserId,
  wanted: BelongingsChoice,
): Promise<void> {
  const isOneself = userId === actor.userId;
  // Nobody who leaves keeps a key or a web hook running.
  const choice = isOneself ? SAFE_CHOICE : wanted;
  const belongings = await inAccount(dependencies.database, actor, 'viewer', async ({ all, own, role }) => {
    const member = await findListedMember(own, userId);
    if (!member) throw new AppError('not_found', 'There is no such member');
    const refusal = whyNotRemoved(role, member.role, isOneself);
    if (refusal) throw new AppError(refusal);
    await deleteOpenOf(own, userId);
    const { accountId } = actor;
    const kind = isOneself ? 'left' : 'removed';
    const leaving = { accountId, userId, name: member.displayName, kind, choice } as const;
    const settled = await settleBelongings(all, dependencies, leaving);
    await deleteMembership(all, accountId, userId);
    await recordAudit(own, {
      userId: actor.userId,
      address: actor.address,
      action: isOneself ? 'member.left' : 'member.removed',
      target: member.username,
      data: { uuid: userId, role: member.role, ...settled.data },
    });
    return settled.belongings;
  });
  dependencies.ended.user(userId);
  await endAfterwards(dependencies, actor, belongings, choice);
}

async function endAfterwards(
  { forgetHooks, disconnectChannel }: TeamDependencies,
  actor: Actor,
  { channels, webHooks }: Belongings,
  choice: BelongingsChoice,
): Promise<void> {
  if (webHooks.length > 0) forgetHooks(actor.accountId);
  if (choice.channels === 'take_over') return;
  for (const { uuid } of channels) await disconnectChannel(actor, uuid);
}
