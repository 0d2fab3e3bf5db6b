import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { UserId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import type {
  BelongingsChoice,
  BelongingsView,
  listMembers as contract,
  GivenRole,
  MemberView,
} from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { Database, SystemTransaction } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { findMember, type MemberRow } from '../../accounts.store.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { recordAudit } from '../../record-audit.ts';
import { proveAgain } from '../../use-cases/prove-again.ts';
import { type Belongings, findBelongings } from '../belongings.store.ts';
import type { TeamDependencies } from '../dependencies.ts';
import { isAtLeast, whyNoOtherRole, whyNotRemoved } from '../domain/roles.ts';
import { deleteOpenOf } from '../invitations.store.ts';
import { ownershipGivenMail, ownershipTakenMail } from '../mails/ownership-mails.ts';
import { findListedMember, listMembersPage } from '../members.store.ts';
import { deleteMembership, setRole } from '../memberships.store.ts';
import { inAccount } from './in-account.ts';
import { memberView } from './member-view.ts';
import { SAFE_CHOICE, settleBelongings, tellOwner } from './settle-belongings.ts';

/** Addresses are shown to those alone who may invite. */
export async function listMembers(
  database: Database,
  actor: Actor,
  { q, page, pageSize }: PageQuery,
): Promise<EndpointOutput<typeof contract>> {
  const withEmail = isAtLeast(actor.role, 'admin');
  const { rows, total } = await database.account(actor.accountId, (transaction) =>
    listMembersPage(transaction, { q, byEmail: withEmail, limit: pageSize, offset: (page - 1) * pageSize }),
  );
  return { items: rows.map((row) => memberView(row, { withEmail })), total, page, pageSize };
}

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

/** What a member made, for whoever decides about it: those who may take members out, and the member. */
export const listBelongings = (database: Database, actor: Actor, userId: UserId): Promise<BelongingsView> =>
  database.account(actor.accountId, async (transaction) => {
    if (userId !== actor.userId && !isAtLeast(actor.role, 'admin')) {
      throw new AppError('forbidden', 'This needs the role admin');
    }
    if (!(await findListedMember(transaction, userId)))
      throw new AppError('not_found', 'There is no such member');
    const { apiKeys, webHooks, channels } = await findBelongings(transaction, userId);
    return { apiKeys: [...apiKeys], webHooks: [...webHooks], channels: [...channels] };
  });

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

/** Makes another member the owner and the owner an admin, in one step: an account always has exactly one. */
export async function transferOwnership(
  dependencies: AccountsDependencies,
  actor: Actor,
  { userUuid, password }: { readonly userUuid: UserId; readonly password?: string | undefined },
): Promise<void> {
  await proveAgain(dependencies, actor, password);
  await inAccount(dependencies.database, actor, 'owner', async ({ all, own }) => {
    const { accountId, userId } = actor;
    if (userUuid === userId) throw AppError.field('validation_failed', 'body.userUuid', 'owns it already');
    const before = await findMember(all, userId, accountId);
    const after = await findMember(all, userUuid, accountId);
    if (!before || !after) throw new AppError('not_found', 'There is no such member');
    // First down, then up: the index allows one owner at any moment.
    await setRole(all, accountId, userId, 'admin');
    await setRole(all, accountId, userUuid, 'owner');
    await tellBoth(all, dependencies, before, after);
    await tellOwner(all, dependencies, { accountId, userId, name: before.displayName });
    await recordAudit(own, {
      userId,
      address: actor.address,
      action: 'ownership.transferred',
      target: after.username,
      data: { from: userId, to: userUuid },
    });
  });
  dependencies.ended.user(actor.userId);
  dependencies.ended.user(userUuid);
}

async function tellBoth(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  before: MemberRow,
  after: MemberRow,
): Promise<void> {
  const facts = {
    account: before.accountName,
    before: before.displayName,
    after: after.displayName,
    url: `${publicUrl}/Account`,
  };
  for (const { email: to, locale, mailOf } of [
    { ...before, mailOf: ownershipGivenMail },
    { ...after, mailOf: ownershipTakenMail },
  ]) {
    if (to) await mail.write(transaction, { to, locale, content: mailOf(locale, facts) });
  }
}
